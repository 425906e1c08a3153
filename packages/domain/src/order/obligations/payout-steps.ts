import type { DecisionContext } from '../../decision-context.ts';
import { type Payout, queuedPayout } from '../../transfer/payout.ts';
import { partsOf } from '../../transfer/payout-parts.ts';
import type { Order } from '../order.ts';

/**
 * Makes the payouts that an order still owes, one per transfer.
 * @param seq number of the first payout
 * @param settled parts settled by earlier payouts
 */
export function payoutsDue(order: Order, seq: number, settled: ReadonlySet<number>, ctx: DecisionContext): Payout[] {
  const parts = partsOf(order.reserve, order.amountReceived);
  const due = parts.map((amount, index) => ({ amount, part: index + 1 })).filter(({ part }) => !settled.has(part));
  return due.map(({ amount, part }, index) =>
    queuedPayout(
      {
        id: ctx.newId(),
        obligationKind: 'order',
        obligationId: order.id,
        orderId: order.id,
        seq: seq + index,
        part,
        parts: parts.length,
        network: order.payOutNetwork,
        reserve: order.reserve,
        currency: order.to,
        amount,
        held: 0n,
        fee: 0n,
        destination: order.destination,
        destinationBank: order.destinationBank,
        toBalanceOf: order.toBalance ? order.customerId : null,
      },
      ctx.now,
    ),
  );
}

/** Settled parts of an order, and the number of its next payout. */
export function payoutProgress(payouts: readonly Payout[]): { settled: ReadonlySet<number>; nextSeq: number } {
  const own = payouts.filter(({ obligationKind }) => obligationKind === 'order');
  const settled = own.filter(({ state }) => state === 'settled').map(({ part }) => part);
  return { settled: new Set(settled), nextSeq: Math.max(0, ...own.map(({ seq }) => seq)) + 1 };
}
