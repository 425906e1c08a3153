import { CURRENCIES, type TradedCode } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import { SANDBOX_RESERVES } from '@quydoi/domain/sandbox-balances';
import { type PlacedOrder, payFor, placeOrder } from '../customers/place-order.ts';
import { waitForStatus } from '../customers/purchase.ts';
import { readExchangeBooks } from '../reconciliation/exchange-books.ts';
import type { ExchangeUnderTest } from '../system/exchange-under-test.ts';

/** Purchases that together take all that a hot wallet has. */
export interface Crowd {
  readonly code: TradedCode;
  readonly size: number;
  /** Number of the first customer. */
  readonly first: number;
}

/** Customers of a network of their own each: the next one's number. */
const NEXT_NETWORK = 256;
/** Holds that are not paid for take at most half of a reserve. */
const UNPAID_SHARE = 0.4;

/** Quantities of a crowd's purchases, as decimal text: equal shares of the reserve less the fees held; the last purchase takes the remainder. */
function quantitiesOf({ code, size }: Crowd, available: bigint): string[] {
  const { scale } = CURRENCIES[code];
  const spendable = available - BigInt(size) * feeMaxOf(code);
  const share = spendable / BigInt(size);
  return Array.from({ length: size }, (_, n) => formatDecimal(n < size - 1 ? share : spendable - share * BigInt(size - 1), scale));
}

/** Highest fee that is held for a payout out of the same wallet. */
export function feeMaxOf(code: TradedCode): bigint {
  return (CURRENCIES[code] as { readonly payoutFeeMax?: bigint }).payoutFeeMax ?? 0n;
}

/** Has operators lift the caps of the wallet, which it would otherwise take a day to be emptied by: deposits have been swept into it besides. */
export async function liftCaps(exchange: ExchangeUnderTest, code: TradedCode): Promise<void> {
  const { reserve } = CURRENCIES[code];
  const all = `${2 * Number(SANDBOX_RESERVES[reserve])}`;
  await exchange.operate('setPayoutCap', { reserve, single: all, hour: all, day: all });
}

/** Orders and pays, so many at a time that unpaid holds stay within their share; resolves when all are paid. */
export async function payCrowd(exchange: ExchangeUnderTest, crowd: Crowd, patienceMs: number): Promise<PlacedOrder[]> {
  const { code, size, first } = crowd;
  const { balances } = await readExchangeBooks(exchange);
  const quantities = quantitiesOf(crowd, balances[`rail:${CURRENCIES[code].reserve}`] ?? 0n);
  const atOnce = Math.max(1, Math.floor(size * UNPAID_SHARE));
  const orders: PlacedOrder[] = [];
  for (let from = 0; from < size; from += atOnce) {
    const group = quantities.slice(from, from + atOnce);
    const placed = await Promise.all(
      group.map((quantity, n) => placeOrder(exchange, { kind: 'buy', from: 'vnd', to: code, quantity, customer: first + (from + n) * NEXT_NETWORK })),
    );
    await Promise.all(placed.map((order) => payFor(exchange, order)));
    await Promise.all(placed.map((order) => waitForStatus(exchange, order, ['paid', 'delivering', 'delivered'], patienceMs)));
    orders.push(...placed);
  }
  return orders;
}
