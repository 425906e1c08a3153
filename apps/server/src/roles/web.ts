/**
 * The web: tRPC, REST, webhooks and pages. Holds no spending secret; inserts only pending orders with their holds and leases, raw webhooks, order
 * requests, payment claims, lookups, name budgets and reviews. Keeps customers' accounts, which no other role can read.
 */
import { randomUUID } from 'node:crypto';
import { createWeb } from '@quydoi/api/app';
import { createClientAddresses } from '@quydoi/api/http/client-address';
import { createPrincipalResolver } from '@quydoi/api/http/session';
import { openAuthPool } from '@quydoi/database/auth-pool';
import { isReachable } from '@quydoi/database/orm';
import { isIpBlocked } from '@quydoi/domain/address/ip-block';
import { createAccountDeps } from '@quydoi/exchange/accounts/account-deps';
import { giveUpLateMails, sendMails } from '@quydoi/exchange/accounts/mail-queue';
import { createMailServerWatch } from '@quydoi/exchange/accounts/mail-server-watch';
import { pruneAccounts } from '@quydoi/exchange/accounts/prune-accounts';
import type { SmsSender } from '@quydoi/exchange/accounts/two-factor/sms';
import { bindExchange } from '@quydoi/exchange/bind';
import { createSnapshots } from '@quydoi/exchange/config/snapshots';
import { createIdentitySealer } from '@quydoi/exchange/identity-keys';
import { createImageCleaner } from '@quydoi/exchange/images/clean-image';
import { createOrderDeps } from '@quydoi/exchange/orders/order-deps';
import { createOrderHeartbeat } from '@quydoi/exchange/orders/order-heartbeat';
import { createRails } from '@quydoi/rails/registry';
import { createEsms } from '@quydoi/rails/sms/esms';
import { readConfig } from '../config.ts';
import { readEnvironment } from '../env.ts';
import { serveHttp } from '../http.ts';
import { createSmtpSender } from '../mail/smtp-sender.ts';
import { openRole, STATEMENT_TIMEOUT_MS } from '../role.ts';
import { secretKeysOf } from '../secret-keys.ts';
import { pageSources } from '../site/page-sources.ts';
import { createPages } from '../site/pages.ts';

const POOL_SIZE = 12;
/** Refresh interval of the live snapshot (reserves, recent trades). */
const LIVE_MS = 1_000;
/** Heartbeat that detects lost order notifications, so that unchanged orders need not be read again. */
const HEARTBEAT_MS = 5_000;
/** Interval of looking for mails to send. */
const MAIL_MS = 1_000;
/** Interval of giving up those that are of no use any more. */
const LATE_MAIL_MS = 60_000;
/** Deadline of a call that hands an SMS to its provider, of two at most, while its customer waits. */
const SMS_TIMEOUT_MS = 10_000;
/** Interval of deleting expired sessions. */
const PRUNE_MS = 3_600_000;

const config = readConfig('web', readEnvironment());
const role = await openRole('web', config, (settings) => createRails('web', config, settings), POOL_SIZE);
const { ctx, logger } = role;
const rails = [...ctx.rails.values()];
const snapshots = await createSnapshots(ctx);
const deps = createOrderDeps(
  ctx,
  {
    orderKeys: secretKeysOf(config.ORDER_KEY_SECRETS),
    requests: secretKeysOf(config.ORDER_REQUEST_SECRETS),
    vouchers: secretKeysOf(config.VOUCHER_SECRETS),
  },
  new Set([...config.OWN_ACCOUNTS, ...rails.flatMap(({ ownAccounts = [] }) => ownAccounts)]),
  new Map(rails.flatMap(({ payInAccounts = new Map() }) => [...payInAccounts])),
);
const isHttps = config.PUBLIC_URL.startsWith('https:');
const authPool = openAuthPool(config.DATABASE_URL, STATEMENT_TIMEOUT_MS);
const accounts = createAccountDeps(ctx, {
  pool: authPool,
  secrets: secretKeysOf(config.ACCOUNT_SECRETS),
  publicUrl: config.PUBLIC_URL,
  sms: smsSender(),
});
const mails = createSmtpSender({ url: config.MAIL_URL, from: config.MAIL_FROM, requireTls: config.QUYDOI_MODE === 'production' });
const identity = { images: createImageCleaner(), identities: createIdentitySealer(config.IDENTITY_RECIPIENT) };
const exchange = bindExchange(ctx, snapshots, deps, accounts, identity);
const { app, listener } = createWeb({
  exchange,
  snapshots,
  resolvePrincipal: createPrincipalResolver(isHttps, (token) => accounts.sessions.find(token)),
  isIpBlocked: async (addressBlock) => isIpBlocked((await ctx.settings()).ipBlocks, addressBlock, ctx.clock.now()),
  device: { secret: config.DEVICE_SECRET },
  https: isHttps,
  trustedProxies: config.TRUSTED_PROXIES,
  logger,
  newRequestId: () => randomUUID(),
  now: () => ctx.clock.now(),
  ready: () => isReachable(ctx.orm),
  observe: role.telemetry.observeRequest,
  monotonicMs: () => performance.now(),
  ...(await createPages(
    snapshots,
    pageSources(exchange),
    rails.flatMap(({ checkout }) => (checkout ? [new URL(checkout.url).origin] : [])),
  )),
});

role.on('setting', () => void snapshots.refreshConfig().catch((error: unknown) => logger.warn({ error: String(error) }, 'config not refreshed')));
const heartbeat = createOrderHeartbeat(ctx, deps.pages, randomUUID());
role.on('orders', (payload) => heartbeat.hear(payload));
role.on('session', (customerIds) => accounts.sessions.drop(customerIds === '' ? undefined : customerIds.split(',')));
role.poll('prune accounts', pruneAccounts, PRUNE_MS);
const mailServer = createMailServerWatch();
role.poll('late mails', (polled) => giveUpLateMails(polled, accounts), LATE_MAIL_MS);
role.poll('mails', (polled) => sendMails(polled, accounts, mails, mailServer), MAIL_MS);
role.poll('order heartbeat', () => heartbeat.beat(), HEARTBEAT_MS);
role.poll(
  'live snapshot',
  async () => {
    await snapshots.refreshLive();
    return false;
  },
  LIVE_MS,
);
const server = await serveHttp({
  app,
  polls: listener,
  port: config.PORT,
  isTrustedProxy: createClientAddresses(config.TRUSTED_PROXIES).isTrusted,
});
role.start(async () => {
  await server.close();
  mails.close();
  await authPool.end();
});

/** eSMS.vn, where it is set up. */
function smsSender(): SmsSender | null {
  const { ESMS_URL: baseUrl, ESMS_API_KEY: apiKey, ESMS_SECRET_KEY: secretKey, ESMS_BRANDNAME: brandName, ESMS_TEXT: text } = config;
  const isSet = baseUrl !== undefined && apiKey !== undefined && secretKey !== undefined && brandName !== undefined && text !== undefined;
  return isSet ? createEsms({ baseUrl, apiKey, secretKey, brandName, text, timeoutMs: SMS_TIMEOUT_MS }) : null;
}
