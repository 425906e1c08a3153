import { CURRENCIES, type ReserveCode } from '@quydoi/domain/currencies';
import { isRefundOrReturn } from '@quydoi/domain/transfer/payout';
import type { Difference, Evidence } from './difference.ts';
import type { BookedPayout, ExchangeBooks } from './exchange-books.ts';
import type { OutgoingTransfer } from './transfers.ts';

/** A settled refund or withdrawal arrived exactly once; any other did not arrive, unless its outcome is unknown. */
export function reconcileRefunds({ books }: Evidence, transfers: readonly OutgoingTransfer[]): Difference[] {
  const destinations = new Set(books.orders.map(({ destination }) => destination));
  const reached = Map.groupBy(transfers, ({ payee }) => payee);
  const refunds = Map.groupBy(
    books.payouts.filter((payout) => isSentBack(payout) && !destinations.has(payout.destination)),
    ({ destination }) => destination,
  );
  return [...refunds].flatMap(([destination, payouts]): Difference[] => {
    const came = (reached.get(destination) ?? []).map(({ amount }) => amount);
    const settled = payouts.filter(({ state }) => state === 'settled').map(({ amount }) => amount);
    const maybe = payouts.filter(({ state, attempts }) => state === 'failed' && attempts.includes('absent')).map(({ amount }) => amount);
    const missing = subtract(settled, came);
    const surplus = subtract(subtract(came, settled), maybe);
    const detail = `to ${destination}: settled ${settled.join(', ') || 'nothing'}, arrived ${came.join(', ') || 'nothing'}`;
    return [
      ...(surplus.length > 0 ? [{ kind: 'refunded-twice', detail } as const] : []),
      ...(missing.length > 0 ? [{ kind: 'refund-missing', detail } as const] : []),
    ];
  });
}

/** Whether a provider sends a payout to a customer apart from what was ordered: a refund, or a withdrawal. */
export function isSentBack(payout: Pick<BookedPayout, 'obligationKind' | 'toBalanceOf'>): boolean {
  return payout.toBalanceOf === null && (isRefundOrReturn(payout) || payout.obligationKind === 'withdrawal');
}

/** Multiset difference: removes each of `others` once. */
function subtract(list: readonly bigint[], others: readonly bigint[]): bigint[] {
  const rest = [...list];
  for (const other of others) {
    const at = rest.indexOf(other);
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
}

/** The ledger's refund accounts must equal the refunds that were decided and not settled. */
export function reconcileRefundsOwed({ orders, payments, payouts, balances }: ExchangeBooks): Difference[] {
  const refunds = payouts.filter(isRefundOrReturn);
  const returned = payments.filter(({ state }) => state === 'returned');
  const moves: readonly (readonly [ReserveCode, bigint])[] = [
    ...orders.map(({ from, amountRefunded }) => [CURRENCIES[from].reserve, amountRefunded] as const),
    ...returned.flatMap(({ id, amount }) =>
      refunds
        .filter(({ obligationKind, obligationId }) => obligationKind === 'return' && obligationId === id)
        .slice(0, 1)
        .map(({ reserve }) => [reserve, amount] as const),
    ),
    ...refunds.filter(({ state }) => state === 'settled').map(({ reserve, amount, fee }) => [reserve, -amount - fee] as const),
  ];
  return [...Map.groupBy(moves, ([reserve]) => reserve)].flatMap(([reserve, ofIt]): Difference[] => {
    const owed = ofIt.reduce((sum, [, amount]) => sum + amount, 0n);
    const inLedger = -(balances[`refund:${reserve}`] ?? 0n);
    return owed === inLedger ? [] : [{ kind: 'ledger', detail: `refund:${reserve} owes ${inLedger}, and ${owed} was to go back and has not gone` }];
  });
}
