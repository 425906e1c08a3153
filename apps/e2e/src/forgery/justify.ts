import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import type { OrderKind } from '@quydoi/domain/order-status';
import { largestQuantityFor, type PriceTerms, price } from '@quydoi/domain/price/quote';

/** Money that really came in for an order, by the outside world's books. */
export interface PaidOrder {
  readonly ref: string;
  readonly kind: OrderKind;
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
  /** In minor units of `from`. */
  readonly paid: bigint;
  /** The operators' price, without any bank's fee. */
  readonly terms: PriceTerms;
  /** Where the order is paid out to, and the account that its customer declared and pays from. */
  readonly destination: string;
  readonly sender: string;
}

/** A transfer that the exchange made. `ref`: the order that it was made for, by the signer's own records; null if they name none. */
export interface MadeTransfer {
  readonly id: string;
  readonly ref: string | null;
  readonly currency: CurrencyCode;
  readonly payee: string;
  readonly amount: bigint;
}

/**
 * Finds the transfers that no incoming money justifies. For each order, what came in must cover what was refunded and, at the operators' price, what
 * was paid out. Payouts must go to the order's destination and refunds to its sender: no customer of the campaign asks for another account.
 */
export function findUnjustified(transfers: readonly MadeTransfer[], orders: ReadonlyMap<string, PaidOrder>): string[] {
  return [...Map.groupBy(transfers, ({ ref }) => ref)].flatMap(([ref, made]) => {
    const order = ref === null ? undefined : orders.get(ref);
    const named = made.map(({ amount, currency, payee, id }) => `${amount} ${currency} to ${payee} in ${id}`).join(', ');
    if (!order) return [`order ${ref ?? '(none)'}, for which nothing came in: ${named}`];
    const sumOf = (currency: CurrencyCode) => made.filter((one) => one.currency === currency).reduce((sum, { amount }) => sum + amount, 0n);
    const [refunded, paidOut] = [sumOf(order.from), sumOf(order.to)];
    const kept = order.paid - refunded;
    const isMisdirected = made.some(({ currency, payee }) => currency !== order.from && (currency !== order.to || payee !== order.destination));
    const isDiverted = made.some(({ currency, payee }) => currency === order.from && payee !== order.sender);
    if (!isMisdirected && !isDiverted && kept >= 0n && paidOut <= payoutFor(order, kept)) return [];
    return [`order ${order.ref}, for which ${order.paid} ${order.from} came in, at most ${payoutFor(order, kept)} ${order.to} of it: ${named}`];
  });
}

/**
 * Maximum payout for an amount. Small differences on chains are repriced in proportion, so currencies without decimals may be rounded up by one unit.
 */
function payoutFor({ kind, terms, to }: PaidOrder, amount: bigint): bigint {
  if (amount <= 0n) return 0n;
  const exact = kind === 'buy' ? largestQuantityFor(terms, amount) : price(terms, amount).amountReceived;
  return exact + (CURRENCIES[to].scale === 0 ? 1n : 0n);
}
