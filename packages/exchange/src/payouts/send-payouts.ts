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
/** Payouts made in one go before the sweep begins anew, and looks whether it is to stop. */
const IN_ONE_GO = 64;
/** How soon payouts that came to be due meanwhile are found while others are under way. */
const LOOK_AGAIN_MS = 50;

/**
 * Makes the payouts that are due on the rails of this role: the attempt is written down first, then sent. Whenever one is done the next begins;
 * each is tried once in a go.
 */
export async function sendPayouts(ctx: SignerCtx): Promise<boolean> {
  const inHand = new Map<string, Promise<void>>();
  const tried = new Set<string>();
  let made = 0;
  const begin = async (payout: Payout) => {
    try {
      await makePayout(ctx, payout);
      made += 1;
    } catch (error) {
      ctx.logger.error({ payout: payout.id, error: describe(error) }, 'payout not made');
    } finally {
      inHand.delete(payout.id);
    }
  };
  for (;;) {
    const room = Math.min(AT_ONCE - inHand.size, IN_ONE_GO - tried.size);
    const due = room > 0 ? (await readDue(ctx, AT_ONCE + tried.size)).filter(({ id }) => !tried.has(id)).slice(0, room) : [];
    for (const payout of due) {
      tried.add(payout.id);
      inHand.set(payout.id, begin(payout));
    }
    if (inHand.size === 0) return made > 0 && tried.size >= IN_ONE_GO;
    const isRoomLeft = due.length < room;
    await Promise.race([...inHand.values(), ...(isRoomLeft ? [ctx.clock.sleep(LOOK_AGAIN_MS)] : [])]);
  }
}

/** A rail that is off keeps its payouts waiting until an operator switches it on again, and keeps nobody else's. */
async function readDue(ctx: SignerCtx, limit: number): Promise<Payout[]> {
  const { rails } = await ctx.settings();
  const live = [...ctx.rails].filter(([code, rail]) => rail.payOut && rails.get(code)?.on).map(([code]) => code);
  return readPayoutsDue(ctx.orm, ctx.clock.now(), limit, live);
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
