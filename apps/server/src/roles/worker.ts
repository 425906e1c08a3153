/** The worker: reads what came in, matches it, starts payouts, ends what is over, looks bank accounts up. It holds no spending secret. */
import { prune } from '@quydoi/exchange/jobs/prune';
import { answerBankLookups } from '@quydoi/exchange/lookups/answer-lookups';
import { endTimedOutOrders } from '@quydoi/exchange/orders/end-orders';
import { handleOrderRequests } from '@quydoi/exchange/orders/handle-requests';
import { matchPayments } from '@quydoi/exchange/payments/match-payments';
import { readInbox } from '@quydoi/exchange/payments/read-inbox';
import { reconcile } from '@quydoi/exchange/payments/reconcile';
import { scanDeposits, scanHead } from '@quydoi/exchange/payments/scan-deposits';
import { dropMissingPayments, placeUnconfirmedPayments } from '@quydoi/exchange/payments/unconfirmed-payments';
import { startPayouts } from '@quydoi/exchange/payouts/start-payouts';
import { createRails } from '@quydoi/rails/registry';
import { readConfig } from '../config.ts';
import { readEnvironment } from '../env.ts';
import { bankOptions, tronReadingOptions } from '../rails.ts';
import { openRole } from '../role.ts';
import { registerMoneyGauges } from '../telemetry/money-gauges.ts';

const POOL_SIZE = 8;
/** How often work is looked for when no notification comes: behind a lost one. */
const SWEEP_MS = 1_000;
const PRUNE_MS = 3_600_000;

const config = readConfig('worker', readEnvironment());
const role = await openRole(
  'worker',
  config,
  (settings) => createRails({ bank: bankOptions(config, settings), tron: tronReadingOptions(config) }),
  POOL_SIZE,
);

role.sweep('inbox', readInbox, SWEEP_MS, ['inbox']);
role.sweep('match', matchPayments, SWEEP_MS, ['payment']);
role.sweep('start payouts', startPayouts, SWEEP_MS, ['orders']);
role.sweep('requests', handleOrderRequests, SWEEP_MS, ['order_request']);
role.sweep('timers', endTimedOutOrders, SWEEP_MS);
role.sweep('lookups', answerBankLookups, SWEEP_MS, ['lookup']);
role.sweep('prune', prune, PRUNE_MS);
role.sweep('reconcile', (ctx) => reconcile(ctx, 'bank'), config.RECONCILE_MS);
role.sweep('deposits', (ctx) => scanDeposits(ctx, 'tron'), config.TRON_SCAN_MS);
role.sweep('newest blocks', (ctx) => scanHead(ctx, 'tron'), config.TRON_SCAN_MS);
role.sweep('seen payments', placeUnconfirmedPayments, SWEEP_MS, ['payment']);
role.sweep('vanished payments', (ctx) => dropMissingPayments(ctx, 'tron', config.TRON_VANISHED_MS), SWEEP_MS);
registerMoneyGauges(role.telemetry.registry, role.ctx.orm, role.ctx.clock);
role.start();
