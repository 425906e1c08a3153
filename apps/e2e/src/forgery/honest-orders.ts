import { randomUUID } from 'node:crypto';
import type { Orm } from '@quydoi/database/orm';
import { readSettings } from '@quydoi/database/repositories/settings';
import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import type { OrderKind } from '@quydoi/domain/order-status';
import { pairKey, type RateSettings, type Settings } from '@quydoi/domain/settings';
import { termsOf } from '@quydoi/exchange/market/trade';
import { accountOf } from '../customers/accounts.ts';
import { type PlacedOrder, payFor, placeOrder } from '../customers/place-order.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { Endpoints } from '../system/endpoints.ts';
import type { CampaignDatabase } from './campaign-database.ts';
import type { PaidOrder } from './justify.ts';

interface HonestTrade {
  readonly kind: OrderKind;
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
  readonly quantity: readonly [min: number, max: number];
}

/** Trades of honest customers, with quantities in hundredths. The largest exceed the limit of refunds without an operator. */
const TRADES: readonly [HonestTrade, ...HonestTrade[]] = [
  { kind: 'buy', from: 'vnd', to: 'pm', quantity: [500, 40_000] },
  { kind: 'buy', from: 'vnd', to: 'trc20', quantity: [1_500, 30_000] },
  { kind: 'sell', from: 'pm', to: 'vnd', quantity: [500, 30_000] },
  { kind: 'sell', from: 'trc20', to: 'vnd', quantity: [1_500, 30_000] },
  { kind: 'ex', from: 'trc20', to: 'pm', quantity: [2_000, 30_000] },
  { kind: 'buy', from: 'vnd', to: 'e-voucher', quantity: [500, 20_000] },
];

/** Shares of the price that customers pay, in per cent. */
const SHARES = [0, 0, 0, 60, 100, 100, 130] as const;

/** What an honest customer does: one of the trades, and how much of its price is paid, in per cent. */
interface HonestPlan {
  readonly trade: HonestTrade;
  readonly share: number;
}

/** Any trade, paid in full, in part, too much, or not at all. */
export function anyPlan(random: SeededRandom): HonestPlan {
  return { trade: random.pick(TRADES), share: random.pick(SHARES) };
}

/** One order on each trade, paid in full. */
export const PLANS_IN_FULL: readonly HonestPlan[] = TRADES.map((trade) => ({ trade, share: 100 }));

/** Places an order of an honest customer and pays it as planned. @returns why the exchange refuses it, if it does */
export async function placeAndPay(
  endpoints: Endpoints,
  orm: Orm,
  random: SeededRandom,
  customer: number,
  { trade: { kind, from, to, quantity }, share }: HonestPlan,
): Promise<PaidOrder | string> {
  const hundredths = random.int(quantity[0], quantity[1]);
  const settings = await readSettings(orm);
  let order: PlacedOrder;
  try {
    order = await placeOrder(endpoints, { kind, from, to, quantity: formatDecimal(BigInt(hundredths), 2), customer, tellsSender: from !== 'trc20' });
  } catch (error) {
    return String(error);
  }
  const paid = (order.asks * BigInt(share)) / 100n;
  if (paid > 0n) await payFor(endpoints, order, { amount: formatDecimal(paid, CURRENCIES[from].scale) });
  return {
    ...pricedOrder(settings, { ref: order.ref, kind, from, to, destination: order.destination }),
    paid,
    sender: accountOf(from, 'own', customer),
  };
}

const CLAIM = `insert into payment_claim (id, version, order_id, n, paid_at, bank, account_end, state, created_at)
  select $1, 1, id, 1, now(), 'Vietcombank', '4567', 'new', now() from orders where ref = $2`;

/** A customer claims that an order was paid. Stored as the web role stores it, because over HTTP an order of this age is too new for a claim. */
export async function claimPayment({ forge }: CampaignDatabase, { ref }: PaidOrder): Promise<void> {
  const answer = await forge('quydoi_web', [[CLAIM, [randomUUID(), ref]]]);
  if (answer !== 'written') throw new Error(`claim of ${ref} was not taken: ${answer}`);
}

const CHECK = `insert into voucher_check (attempt_id, asked_at)
  select v.attempt_id, now() from voucher v where not exists (select 1 from voucher_check c where c.attempt_id = v.attempt_id)`;

/** Customers check the vouchers that they have bought. Stored as the web role stores it, because the page waits between two checks. */
export async function checkVouchers({ forge }: CampaignDatabase): Promise<void> {
  const answer = await forge('quydoi_web', [[CHECK, []]]);
  if (answer !== 'written' && answer !== 'no row') throw new Error(`checks of vouchers were not taken: ${answer}`);
}

/** An order with the operators' price; nothing has come in for it yet. */
export function pricedOrder(settings: Settings, order: Pick<PaidOrder, 'ref' | 'kind' | 'from' | 'to' | 'destination'>): PaidOrder {
  const { kind, from, to } = order;
  const { value } = rateOf(settings, kind, from, to);
  return { ...order, paid: 0n, sender: '', terms: termsOf(kind, from, to, value, 0n) };
}

function rateOf({ buy, sell, pairs }: Settings, kind: OrderKind, from: CurrencyCode, to: CurrencyCode): { value: RateSettings } {
  const found = kind === 'buy' ? buy.get(to as never) : kind === 'sell' ? sell.get(from as never) : pairs.get(pairKey(from as never, to as never));
  if (!found) throw new Error(`no rate of ${kind} ${from} ${to}`);
  return found;
}
