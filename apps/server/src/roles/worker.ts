/**
 * The worker: reads and matches payments, executes order requests, handles payment claims, starts payouts, ends expired orders, answers bank lookups.
 * Holds no spending secret.
 */

import { handleOrderRequests } from '@quydoi/exchange/actions/handle-requests';
import { endTimedOutOrders } from '@quydoi/exchange/jobs/end-orders';
import { prune } from '@quydoi/exchange/jobs/prune';
import { watchPriceAge } from '@quydoi/exchange/jobs/watch-price-age';
import { answerLookups } from '@quydoi/exchange/lookups/answer-lookups';
import { handleClaims } from '@quydoi/exchange/payments/handle-claims';
import { handleWebhooks } from '@quydoi/exchange/payments/handle-webhooks';
import { journalFirstHand } from '@quydoi/exchange/payments/journal-first-hand';
import { journalRows } from '@quydoi/exchange/payments/journal-rows';
import { matchPayments } from '@quydoi/exchange/payments/match-payments';
import { readNamelessAgain } from '@quydoi/exchange/payments/read-nameless';
import { readRequested } from '@quydoi/exchange/payments/read-requested';
import { reportStrayCoins } from '@quydoi/exchange/payments/report-stray-coins';
import { dropMissingPayments, placeUnconfirmedPayments } from '@quydoi/exchange/payments/unconfirmed-payments';
import { BEHIND_POLL_MS, watchBehind } from '@quydoi/exchange/payments/watch-behind';
import { startPayouts } from '@quydoi/exchange/payouts/start-payouts';
import { createRails } from '@quydoi/rails/registry';
import { readConfig } from '../config.ts';
import { readEnvironment } from '../env.ts';
import { pollSources } from '../poll-sources.ts';
import { openRole } from '../role.ts';
import { registerMoneyGauges } from '../telemetry/money-gauges.ts';

const POOL_SIZE = 8;
/** Polling interval that backs up lost notifications. */
const POLL_MS = 1_000;
const PRUNE_MS = 3_600_000;
/** Polling interval of payments that operators asked to read again. */
const REQUESTED_MS = 5_000;
const NAMELESS_MS = 10_000;
const PRICE_AGE_MS = 30_000;

const config = readConfig('worker', readEnvironment());
const role = await openRole('worker', config, (settings) => createRails('worker', config, settings), POOL_SIZE);

await pollSources(role);
role.poll('webhooks', handleWebhooks, POLL_MS, ['webhook']);
role.poll('journal what the signer read', journalFirstHand, POLL_MS, ['first_hand']);
role.poll('match', matchPayments, POLL_MS, ['payment']);
role.poll('read nameless payments again', readNamelessAgain, NAMELESS_MS);
role.poll('read requested payments', readRequested, REQUESTED_MS);
role.poll('journal rows of exceptions', journalRows, REQUESTED_MS);
role.poll('claims', handleClaims, POLL_MS, ['payment_claim', 'payment']);
role.poll('start payouts', startPayouts, POLL_MS, ['order_paid']);
role.poll('requests', handleOrderRequests, POLL_MS, ['order_request']);
role.poll('timers', endTimedOutOrders, POLL_MS);
role.poll('price age', watchPriceAge, PRICE_AGE_MS);
role.poll('sources behind', watchBehind, BEHIND_POLL_MS);
role.poll('prune', prune, PRUNE_MS);
for (const { code, lookup, strayCoins } of role.ctx.rails.values()) {
  if (lookup) role.poll(`lookups ${code}`, (ctx, stopped) => answerLookups(ctx, code, stopped), POLL_MS, ['lookup']);
  if (strayCoins) role.poll(`coins ${code}`, (ctx) => reportStrayCoins(ctx, code), strayCoins.pollMs);
}
role.poll('place unconfirmed payments', placeUnconfirmedPayments, POLL_MS, ['payment']);
role.poll('drop missing payments', dropMissingPayments, POLL_MS);
registerMoneyGauges(role.telemetry.registry, role.ctx.orm, role.ctx.clock);
role.start();
