import type { CurrencyCode } from '@quydoi/domain/currencies';

/** Ways to pay for an order, the right one among them. */
export const PAYMENT_BEHAVIORS = [
  /** As the order says. */
  'exact',
  /** Never paid: cancelled by the customer, or left to run out. */
  'dropped',
  'unpaid',
  'under',
  'over',
  /** Too little, and the rest by itself a little later. */
  'in-two',
  /** So little off that it is recalculated without asking. */
  'nearly',
  /** After the timer. */
  'late',
  /** In time by the provider's clock, told after the timer. */
  'told-late',
  /** The whole sum twice. */
  'second',
  'no-memo',
  'mangled-memo',
  'wrong-sender',
  /** To our account, for no order at all. */
  'stranger',
  /** Seen in a block that was given up again. */
  'vanished',
] as const;

/** A way to pay for an order. */
export type PaymentBehavior = (typeof PAYMENT_BEHAVIORS)[number];

const ANYWHERE = ['exact', 'dropped', 'unpaid', 'under', 'over', 'in-two', 'late', 'second'] as const satisfies readonly PaymentBehavior[];
const BY_MEMO = ['told-late', 'no-memo', 'mangled-memo', 'stranger'] as const satisfies readonly PaymentBehavior[];

/** What can happen where customers pay in a currency. */
const POSSIBLE: Partial<Record<CurrencyCode, readonly [PaymentBehavior, ...PaymentBehavior[]]>> = {
  vnd: [...ANYWHERE, ...BY_MEMO],
  pm: [...ANYWHERE, ...BY_MEMO, 'wrong-sender'],
  trc20: [...ANYWHERE, 'nearly', 'vanished'],
};

/** What can happen where customers pay in a currency. */
export function paymentBehaviorsFor(code: CurrencyCode): readonly [PaymentBehavior, ...PaymentBehavior[]] {
  return POSSIBLE[code] ?? ['exact'];
}
