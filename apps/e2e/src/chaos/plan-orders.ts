import type { CurrencyCode } from '@quydoi/domain/currencies';
import { type SeededRandom, shuffledCycle } from '../seeded-random.ts';
import { type PaymentBehavior, paymentBehaviorsFor } from './payment-behavior.ts';
import type { PlannedOrder } from './plan.ts';
import { quantityRange, quantityText, splitSaleRange } from './quantities.ts';
import type { Trade } from './trades.ts';

const ORDER_PAUSE_MS = 1_200;
/** The last order comes this long before the end, so that the end is as busy as the middle. */
const LAST_ORDER_BEFORE_END_MS = 4_000;
const PAY_AFTER_MS_MAX = 1_500;
const DECIDE_AFTER_MS_MAX = 4_000;
const UNDECIDED_ONE_IN = 6;
const EXACT_PERCENT = 45;
/** Of the sales that can exceed the largest single bank transfer, one in this many does: its payout is split. */
const SPLIT_ONE_IN = 8;
/** Two banks without and one with a payout fee. */
const BANKS = ['vcb', 'mb', 'agribank'] as const;

/** Plans orders at random times, with all trades and all behaviors of each currency in turn. @param firstOrder number of the first one */
export function planOrders(random: SeededRandom, durationMs: number, trades: readonly Trade[], firstOrder = 0): PlannedOrder[] {
  const [first, ...others] = trades;
  if (!first) return [];
  const nextRoute = shuffledCycle(random, [first, ...others]);
  const nextBehaviors = new Map<CurrencyCode, () => PaymentBehavior>();
  const orders: PlannedOrder[] = [];
  for (let atMs = 0; atMs < durationMs - LAST_ORDER_BEFORE_END_MS; atMs += random.int(0, 2 * ORDER_PAUSE_MS)) {
    const trade = nextRoute();
    const nextBehavior = nextBehaviors.get(trade.from) ?? shuffledCycle(random, paymentBehaviorsFor(trade.from));
    nextBehaviors.set(trade.from, nextBehavior);
    const behavior = random.int(1, 100) <= EXACT_PERCENT ? planExact(random, trade.from) : nextBehavior();
    orders.push(planOrder(random, firstOrder + orders.length, atMs, trade, behavior));
  }
  return orders;
}

/** An exact payment, by the provider's page where it has one as often as not: what goes wrong there happens to such payments alone. */
function planExact(random: SeededRandom, code: CurrencyCode): PaymentBehavior {
  return paymentBehaviorsFor(code).includes('checkout') && random.oneIn(2) ? 'checkout' : 'exact';
}

function planOrder(random: SeededRandom, n: number, atMs: number, trade: Trade, behavior: PaymentBehavior): PlannedOrder {
  return {
    ...trade,
    n,
    atMs,
    quantity: planQuantity(random, trade, behavior),
    bank: random.pick(BANKS),
    // Without a memo, only the payer's account identifies the order.
    tellsSender: behavior === 'no-memo' ? !random.oneIn(4) : random.oneIn(2),
    behavior,
    perMille: planShare(random, behavior),
    payAfterMs: random.int(0, PAY_AFTER_MS_MAX),
    choice: random.oneIn(UNDECIDED_ONE_IN) ? null : random.int(0, 999),
    decideAfterMs: random.int(0, DECIDE_AFTER_MS_MAX),
  };
}

function planQuantity(random: SeededRandom, trade: Trade, behavior: PaymentBehavior): string {
  const splitRange = behavior === 'exact' ? splitSaleRange(trade) : null;
  const [min, max] = splitRange && random.oneIn(SPLIT_ONE_IN) ? splitRange : quantityRange(trade);
  return quantityText(random.int(min, max), trade.kind === 'buy' ? trade.to : trade.from);
}

function planShare(random: SeededRandom, behavior: PaymentBehavior): number {
  switch (behavior) {
    case 'underpaid':
    case 'split':
      return random.int(200, 980);
    case 'overpaid':
      return random.int(1_010, 2_500);
    case 'within-tolerance':
      return random.int(996, 1_004);
    default:
      return 1_000;
  }
}
