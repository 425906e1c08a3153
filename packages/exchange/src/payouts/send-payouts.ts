import { applyChanges } from '@quydoi/database/apply-changes';
import { ConflictError } from '@quydoi/database/money-tx';
import { readOrderById } from '@quydoi/database/views/orders';
import { readPayoutsDue } from '@quydoi/database/views/payouts';
import type { Change } from '@quydoi/domain/change';
import { decideForbidden, decidePrepare } from '@quydoi/domain/order/decide-payout';
import type { Order } from '@quydoi/domain/order/order';
import type { Payout } from '@quydoi/domain/payout';
import { deciding } from '../context.ts';
import { describe } from '../jobs/sweep.ts';
import { heldForRefund, objection } from './evidence.ts';
import { sendAttempt } from './send-attempt.ts';
import { signPayout } from './sign-payout.ts';
import type { SignerCtx } from './signer.ts';

/** Payouts made side by side: providers are slow, and one that hangs must not stop the rest. */
const AT_ONCE = 8;

/** Makes the payouts that are due on the rails of this role: the attempt is written down first, then sent. */
export async function sendPayouts(ctx: SignerCtx): Promise<boolean> {
  const { rails } = await ctx.settings();
  // A rail that is off keeps its payouts waiting until an operator switches it on again, and keeps nobody else's.
  const live = [...ctx.rails].filter(([code, rail]) => rail.payOut && rails.get(code)?.on).map(([code]) => code);
  const due = await readPayoutsDue(ctx.orm, ctx.clock.now(), AT_ONCE, live);
  const outcomes = await Promise.allSettled(due.map((payout) => makePayout(ctx, payout)));
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status === 'rejected') ctx.logger.error({ payout: due[index]?.id, error: describe(outcome.reason) }, 'payout not made');
  }
  return due.length === AT_ONCE && outcomes.some(({ status }) => status === 'fulfilled');
}

async function makePayout(ctx: SignerCtx, payout: Payout): Promise<void> {
  const order = await readOrderById(ctx.orm, payout.orderId);
  const payOut = ctx.rails.get(payout.rail)?.payOut;
  if (!order || !payOut) return;
  try {
    const why = await objection(ctx, order, payout);
    if (why) return await forbid(ctx, order, payout, why);
    await ctx.checkpoint('payout.before-prepare');
    const signed = payOut.kind === 'signed' ? await signPayout(ctx, payOut, order, payout) : null;
    if (payOut.kind === 'signed' && !signed) return;
    await prepare(ctx, decidePrepare(order, payout, deciding(ctx, 'system', `payout:${payout.id}`), signed));
  } catch (error) {
    // Somebody else took this payout; what became of it is in the database.
    if (!(error instanceof ConflictError)) throw error;
  }
}

/** Writes the attempt down, then sends it. */
async function prepare(ctx: SignerCtx, change: Change): Promise<void> {
  const attempt = change.attempts[0]?.after;
  if (!attempt) return;
  ctx.inFlight.add(attempt.id);
  try {
    if (attempt.raw !== null) await ctx.checkpoint('payout.signed');
    await applyChanges(ctx.orm, [change], ctx.clock.now());
    await ctx.checkpoint('payout.prepared');
    await sendAttempt(ctx, attempt);
  } finally {
    ctx.inFlight.delete(attempt.id);
  }
}

async function forbid(ctx: SignerCtx, order: Order, payout: Payout, why: string): Promise<void> {
  ctx.logger.error({ order: order.ref, payout: payout.id, why }, 'payout refused by the signer');
  const by = deciding(ctx, 'system', `payout:${payout.id}`);
  await applyChanges(ctx.orm, [decideForbidden(order, payout, by, await heldForRefund(ctx, payout))], by.now);
}
