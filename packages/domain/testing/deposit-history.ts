import fc from 'fast-check';
import { DROPPED_AFTER_SECONDS, EXPIRY_GRACE_SECONDS, LATE_PAYMENT_HOURS } from '../src/constants.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../src/durations.ts';
import { TIMER_MS } from './order.ts';

/** A transfer to an order's address on a chain. Times in milliseconds since the order's creation, amount in minor units. */
export interface Transfer {
  readonly amount: bigint;
  /** When it is in a block of the chain: one stay ends where a reorganisation drops its block. The last stay of one that arrives has no end. */
  readonly stays: readonly { readonly fromMs: number; readonly untilMs: number }[];
  /** Whether the newest blocks are read while it is in one that is not irreversible. */
  readonly isSeen: boolean;
  /** How often irreversible blocks with it are read: a source may be read again. */
  readonly readings: number;
}

/** What happens to one order's address, and when the exchange looks. */
export interface DepositHistory {
  /** Times at which the exchange looks, ascending, in milliseconds since the order's creation. */
  readonly looksMs: readonly number[];
  /** How long blocks take to become irreversible. */
  readonly finalMs: number;
  readonly transfers: readonly Transfer[];
  /** Rate in dong that is in force besides the order's own; null where there is none. */
  readonly newestRate: bigint | null;
}

/** What histories of deposits reach, each of them often enough that its rule is tried. */
export const REACHED = [
  'pending',
  'verifying_transaction',
  'paid',
  'cancelled',
  'underpaid',
  'overpaid',
  'late',
  'extra',
  'too_late',
  'dropped',
  'dropped, then confirmed',
  'revived',
] as const;

/** Price of the order, in USDT's minor units. */
export const PRICE = 100_000_000n;
/** The order's own rate in dong. */
export const RATE_DONG = 26_050n;

/** The tolerated difference: 0.5 % of the price. */
const TOLERANCE = 500_000n;
const AMOUNTS = [
  PRICE,
  PRICE / 2n,
  PRICE / 2n,
  PRICE / 4n,
  PRICE - TOLERANCE,
  PRICE - TOLERANCE - 1n,
  PRICE + TOLERANCE,
  PRICE + TOLERANCE + 1n,
  PRICE * 2n,
];
/** Times around which rules change: creation, the timer's end, what is still read for it, and the end of the late window. */
const LANDMARKS_MS = [0, TIMER_MS / 2, TIMER_MS, TIMER_MS + EXPIRY_GRACE_SECONDS * SECOND_MS, TIMER_MS + HOUR_MS, LATE_PAYMENT_HOURS * HOUR_MS];
const OFFSETS_MS = [0, 1, SECOND_MS, MINUTE_MS, 5 * MINUTE_MS];
const PAUSES_MS = [5 * SECOND_MS, MINUTE_MS, MINUTE_MS, 5 * MINUTE_MS, 20 * MINUTE_MS, 20 * HOUR_MS];
/** Irreversible after seconds (BNB Smart Chain), a minute (TRON), 13 minutes (Ethereum). */
const FINAL_MS = [3 * SECOND_MS, MINUTE_MS, 13 * MINUTE_MS];
/** More than what is missing is waited for. */
const RETURNS_MS = DROPPED_AFTER_SECONDS * SECOND_MS + 10 * MINUTE_MS;
const LOOKS_MAX = 60;
const TRANSFERS_MAX = 4;

const momentMs = fc
  .tuple(fc.constantFrom(...LANDMARKS_MS), fc.constantFrom(...OFFSETS_MS), fc.boolean())
  .map(([landmark, offset, isBefore]) => Math.max(0, isBefore ? landmark - offset : landmark + offset));

function staysOf(fromMs: number, finalMs: number, fate: 'stays' | 'moves' | 'returns' | 'vanishes', share: number): Transfer['stays'] {
  const forever = Number.POSITIVE_INFINITY;
  if (fate === 'stays') return [{ fromMs, untilMs: forever }];
  // No block is dropped once it is irreversible.
  const untilMs = fromMs + Math.max(1, Math.floor(finalMs * share));
  const first = { fromMs, untilMs };
  if (fate === 'vanishes') return [first];
  // One that waits for long is taken for lost before it returns.
  const waitsMs = fate === 'moves' ? Math.floor(finalMs * (1 - share)) : finalMs + RETURNS_MS;
  return [first, { fromMs: untilMs + waitsMs, untilMs: forever }];
}

const transfer = (finalMs: number): fc.Arbitrary<Transfer> =>
  fc
    .record({
      amount: fc.constantFrom(...AMOUNTS),
      fromMs: momentMs,
      fate: fc.constantFrom('stays', 'stays', 'moves', 'returns', 'vanishes'),
      share: fc.constantFrom(0.1, 0.5, 0.9),
      isSeen: fc.boolean(),
      readings: fc.constantFrom(1, 1, 2),
    })
    .map(({ amount, fromMs, fate, share, isSeen, readings }) => ({ amount, stays: staysOf(fromMs, finalMs, fate, share), isSeen, readings }));

/** Histories of an order's deposits. */
export const depositHistories: fc.Arbitrary<DepositHistory> = fc.constantFrom(...FINAL_MS).chain((finalMs) =>
  fc.record({
    finalMs: fc.constant(finalMs),
    transfers: fc.array(transfer(finalMs), { maxLength: TRANSFERS_MAX, size: 'max' }),
    looksMs: fc
      .array(fc.constantFrom(...PAUSES_MS), { minLength: 1, maxLength: LOOKS_MAX, size: 'max' })
      .map((pauses) => pauses.map((_, index) => pauses.slice(0, index + 1).reduce((sum, pause) => sum + pause, 0))),
    newestRate: fc.constantFrom(null, RATE_DONG, RATE_DONG - 50n, RATE_DONG + 50n),
  }),
);
