import { CLOCK_SKEW_SECONDS, LATE_PAYMENT_HOURS } from '../src/constants.ts';
import { HOUR_MS, MINUTE_MS } from '../src/durations.ts';
import type { OrderReason, OrderStatus } from '../src/order-status.ts';
import type { PaymentCase } from '../src/transfer/payment.ts';
import { PRICE, RATE_DONG } from './deposit-history.ts';
import { TIMER_MS } from './order.ts';

/** What the exchange came to know of a transfer, and when; null for never. Times in milliseconds since the order's creation. */
export interface KnownPayment {
  readonly id: string;
  readonly amount: bigint;
  /** Time of the final block, before that of the block in which it was first seen. */
  paidMs: number;
  readonly recordedMs: number;
  confirmedMs: number | null;
  droppedMs: number | null;
}

/** What an order looks like to its customer, and what is held for it. */
export interface Expected {
  readonly status: OrderStatus;
  readonly reason: OrderReason | null;
  readonly amountPaid: bigint;
  readonly amountReceived: bigint;
  readonly holding: bigint;
  /** Payments that wait for an operator, by id, in its order. */
  readonly cases: Readonly<Record<string, PaymentCase>>;
}

type Standing = 'open' | 'expired' | 'paid' | 'underpaid' | 'overpaid' | 'late';

/** 0.5 % of the price, which is less than one USDT. */
const TOLERANCE = PRICE / 200n;
const LATE_MS = LATE_PAYMENT_HOURS * HOUR_MS;
const SKEW_MS = CLOCK_SKEW_SECONDS * 1_000;
const READ_PAST_MS = 2 * MINUTE_MS;

/** Dong for an amount of USDT, rounded up. */
function worthOf(amount: bigint): bigint {
  return (amount * RATE_DONG + 999_999n) / 1_000_000n;
}

/**
 * The order as it must be after all looks of `looksMs`, by the rules of the specification told once more: a payment counts when it is irreversible,
 * once; the order is paid by a sum within the tolerance that was made in time, or late while the newest rate is no worse; it expires when its timer has
 * ended, the chain was read two minutes past that, and nothing is seen.
 */
export function expectedOf(payments: readonly KnownPayment[], looksMs: readonly number[], finalMs: number, newestRate: bigint | null): Expected {
  const cases = new Map<string, PaymentCase>();
  let amountPaid = 0n;
  let amountReceived = worthOf(PRICE);
  let holding = amountReceived;
  let state = 'open' as Standing;
  let isSeen = false;

  function count({ id, amount, paidMs, recordedMs }: KnownPayment): void {
    const isSeenBefore = paidMs > recordedMs + SKEW_MS;
    const isInTime = (isSeenBefore ? paidMs : Math.min(paidMs, recordedMs)) <= TIMER_MS;
    const isInWindow = recordedMs <= LATE_MS;
    if (state === 'paid') {
      cases.set(id, 'extra');
    } else if (state === 'expired' && !isInTime && !isInWindow) {
      cases.set(id, 'too_late');
    } else {
      amountPaid += amount;
      const difference = amountPaid - PRICE;
      const isLate = !isInTime || state === 'late';
      const isNoWorse = isInWindow && newestRate !== null && newestRate >= RATE_DONG;
      if (difference <= TOLERANCE && -difference <= TOLERANCE && (!isLate || isNoWorse)) {
        state = 'paid';
        amountReceived = worthOf(amountPaid);
        holding = amountReceived;
      } else state = isLate ? 'late' : difference < 0n ? 'underpaid' : 'overpaid';
    }
  }

  for (const nowMs of looksMs) {
    for (const payment of payments) if (payment.confirmedMs === nowMs) count(payment);
    const isOpen = (end: number | null) => end === null || end > nowMs;
    isSeen = payments.some(({ recordedMs, confirmedMs, droppedMs }) => recordedMs <= nowMs && isOpen(confirmedMs) && isOpen(droppedMs));
    if (nowMs < TIMER_MS) continue;
    const isReadPast = nowMs - finalMs >= TIMER_MS + READ_PAST_MS;
    if (state === 'open' && !isSeen && isReadPast) state = 'expired';
    // At the timer's end an undecided order gives its hold back, and one whose payment is not final once the deadline's blocks are read.
    if (state !== 'paid' && (state !== 'open' || isReadPast)) holding = 0n;
  }
  return {
    ...told(state, isSeen),
    amountPaid,
    amountReceived,
    holding,
    cases: Object.fromEntries([...cases].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function told(state: Standing, isSeen: boolean): Pick<Expected, 'status' | 'reason'> {
  switch (state) {
    case 'open':
      return { status: isSeen ? 'verifying_transaction' : 'pending', reason: null };
    case 'expired':
      return { status: 'cancelled', reason: 'expired' };
    case 'paid':
      return { status: 'paid', reason: null };
    default:
      return { status: 'verifying_transaction', reason: state };
  }
}
