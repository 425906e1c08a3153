import { applyChanges } from '@quydoi/database/apply-changes';
import { ConflictError } from '@quydoi/database/money-tx';
import { readOrderById } from '@quydoi/database/repositories/orders';
import { readPayoutsDue } from '@quydoi/database/repositories/payouts';
import type { Change } from '@quydoi/domain/change';
import { decideForbidden, decidePrepare } from '@quydoi/domain/order/decide-payout';
import type { Order } from '@quydoi/domain/order/order';
import type { Payout } from '@quydoi/domain/payout';
import { decisionContext } from '../context.ts';
import { describeError } from '../describe-error.ts';
import { heldForRefund, rejectPayout } from './evidence.ts';
import { sendAttempt } from './send-attempt.ts';
import { signPayout } from './sign-payout.ts';
import type { SignerCtx } from './signer.ts';

/** Payouts made side by side: providers are slow, and one that hangs must not stop the rest. */
const AT_ONCE = 8;
/** How soon payouts that came to be due meanwhile are found while others are under way. */
const LOOK_AGAIN_MS = 50;
/** How soon one that was tried in vain, and so is due still, is tried again. */
const TRY_AGAIN_MS = 1_000;
const NEVER_STOPPED = new AbortController().signal;

/**
 * Makes the payouts that are due on the rails of this role: the attempt is written down first, then sent. Whenever one is done the next begins,
 * until none is due and none in hand, or until it is stopped. However it ends, nothing is in hand any more.
 */
export async function sendPayouts(ctx: SignerCtx, stopped: AbortSignal = NEVER_STOPPED): Promise<boolean> {
  const inHand = new Map<string, Promise<void>>();
  const triedAtMs = new Map<string, number>();
  try {
    while (!stopped.aborted) {
      for (const payout of await readDue(ctx, AT_ONCE - inHand.size, triedAtMs)) {
        triedAtMs.set(payout.id, ctx.clock.now().getTime());
        const made = tryPayout(ctx, payout).finally(() => inHand.delete(payout.id));
        inHand.set(payout.id, made);
      }
      if (inHand.size === 0) break;
      await Promise.race([...inHand.values(), ...(inHand.size < AT_ONCE ? [ctx.clock.sleep(LOOK_AGAIN_MS)] : [])]);
    }
  } finally {
    await Promise.all(inHand.values());
  }
  return false;
}

/** The next payouts, without those that were tried a moment ago. A rail that is off keeps its own waiting until an operator switches it on again. */
async function readDue(ctx: SignerCtx, room: number, triedAtMs: Map<string, number>): Promise<Payout[]> {
  if (room === 0) return [];
  const now = ctx.clock.now();
  for (const [id, atMs] of triedAtMs) {
    if (now.getTime() - atMs >= TRY_AGAIN_MS) triedAtMs.delete(id);
  }
  const { rails } = await ctx.settings();
  const live = [...ctx.rails].filter(([code, rail]) => rail.payOut && rails.get(code)?.on).map(([code]) => code);
  const due = await readPayoutsDue(ctx.orm, now, room + triedAtMs.size, live);
  return due.filter(({ id }) => !triedAtMs.has(id)).slice(0, room);
}

/** Never fails: whatever is wrong with one payout keeps no other waiting. */
async function tryPayout(ctx: SignerCtx, payout: Payout): Promise<void> {
  try {
    await makePayout(ctx, payout);
  } catch (error) {
    ctx.logger.error({ payout: payout.id, error: describeError(error) }, 'payout not made');
  }
}

async function makePayout(ctx: SignerCtx, payout: Payout): Promise<void> {
  const order = await readOrderById(ctx.orm, payout.orderId);
  const payOut = ctx.rails.get(payout.rail)?.payOut;
  if (!order || !payOut) return;
  try {
    const why = await rejectPayout(ctx, order, payout);
    if (why) return await forbid(ctx, order, payout, why);
    await ctx.checkpoint('payout.before-prepare');
    const signed = payOut.kind === 'signed' ? await signPayout(ctx, payOut, order, payout) : null;
    if (payOut.kind === 'signed' && !signed) return;
    await prepare(ctx, decidePrepare(order, payout, decisionContext(ctx, 'system', `payout:${payout.id}`), signed));
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
  const decisionCtx = decisionContext(ctx, 'system', `payout:${payout.id}`);
  await applyChanges(ctx.orm, [decideForbidden(order, payout, decisionCtx, await heldForRefund(ctx, payout))], decisionCtx.now);
}
