/** The web: tRPC, REST, webhooks and pages. It holds no spending secret; it adds pending orders, holds, inbox rows and requests. */
import { createSecretKey, randomUUID } from 'node:crypto';
import { createWeb } from '@quydoi/api/app';
import { isReachable } from '@quydoi/database/orm';
import { bindExchange } from '@quydoi/exchange/bind';
import { createSnapshots } from '@quydoi/exchange/config/snapshots';
import { createTools } from '@quydoi/exchange/orders/create-tools';
import { createOrderHeartbeat } from '@quydoi/exchange/orders/order-heartbeat';
import type { OrderKeySecrets } from '@quydoi/exchange/orders/order-key';
import { createBankWebhooks } from '@quydoi/rails/bank/webhooks';
import type { Rail } from '@quydoi/rails/rail';
import { createTronRail } from '@quydoi/rails/tron/index';
import { readConfig } from '../config.ts';
import { readEnvironment } from '../env.ts';
import { serveHttp } from '../http.ts';
import { tronAddressOptions } from '../rails.ts';
import { openRole } from '../role.ts';
import { createPages } from '../site/pages.ts';

const POOL_SIZE = 12;
/** Reserves and recent trades are made anew at most this often. */
const LIVE_MS = 1_000;
/** A lost notification is missed soon enough, and orders that do not change are not read again. */
const HEARTBEAT_MS = 5_000;

const config = readConfig('web', readEnvironment());
const rails: readonly Rail[] = [createBankWebhooks(config.SEPAY_WEBHOOK_SECRETS), createTronRail(tronAddressOptions(config))];
const role = await openRole('web', config, () => new Map(rails.map((rail) => [rail.code, rail])), POOL_SIZE);
const { ctx, logger } = role;
const snapshots = await createSnapshots(ctx);
const tools = createTools(
  ctx,
  config.ORDER_KEY_SECRETS.map((secret) => createSecretKey(Buffer.from(secret))) as unknown as OrderKeySecrets,
  new Set([...config.OWN_ACCOUNTS, config.PM_WALLET, config.TRON_WALLET]),
  new Map([['pm', config.PM_WALLET]]),
);
const exchange = bindExchange(ctx, snapshots, tools);
const { app, listener } = createWeb({
  exchange,
  snapshots,
  device: { secret: config.DEVICE_SECRET },
  https: config.PUBLIC_URL.startsWith('https:'),
  ...(config.TRUSTED_PROXIES === 'loopback' ? {} : { trustedProxies: config.TRUSTED_PROXIES.split(',') }),
  logger,
  newRequestId: () => randomUUID(),
  now: () => ctx.clock.now(),
  ready: () => isReachable(ctx.orm),
  observe: role.telemetry.observeRequest,
  monotonicMs: () => performance.now(),
  page: await createPages(snapshots),
});

role.on('setting', () => void snapshots.refreshConfig().catch((error: unknown) => logger.warn({ error: String(error) }, 'config not refreshed')));
const heartbeat = createOrderHeartbeat(ctx, tools.pages, randomUUID());
role.on('orders', (payload) => heartbeat.hear(payload));
role.poll('order heartbeat', () => heartbeat.beat(), HEARTBEAT_MS);
role.poll(
  'live snapshot',
  async () => {
    await snapshots.refreshLive();
    return false;
  },
  LIVE_MS,
);
const server = await serveHttp(app, listener, config.PORT);
role.start(() => server.close());
