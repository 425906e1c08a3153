import type { AcknowledgedOrder } from './customer-calls.ts';

/** With a fixed fee the payout deviates from the share that was paid, by at most 1 / 500. */
const DEVIATION_MAX_DIVISOR = 500n;

/** The amount that an order must pay out: its present one if the customer agreed to it, else the one that it was created with. @param amount present amount; undefined where the exchange does not have the order */
export function agreedAmount(
  { planned, arrives, offers }: Pick<AcknowledgedOrder, 'planned' | 'arrives' | 'offers'>,
  amount: bigint | undefined,
): bigint {
  if (amount === undefined) return arrives;
  const isNear =
    planned.behavior === 'within-tolerance' && abs(amount * 1_000n - arrives * BigInt(planned.perMille)) * DEVIATION_MAX_DIVISOR <= amount * 1_000n;
  return offers.includes(amount) || isNear ? amount : arrives;
}

function abs(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}
