import { type Need, readAttention } from '@quydoi/database/repositories/attention';
import { PAYOUT_SLOW_HOURS, UNDECIDED_HOURS } from '@quydoi/domain/constants';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { HOUR_MS } from '@quydoi/domain/durations';
import { formatDecimal } from '@quydoi/domain/money';
import type { OperatorVerb } from './operator-verb.ts';

interface AttentionItem {
  ref: string;
  need: Need;
  status: string;
  reason: string | null;
  from: string;
  to: string;
  amountSent: string;
  amountPaid: string;
  amountReceived: string;
  payInAccount: string;
  payInBank: string | null;
  approvals: { payout: string; kind: string; amount: string; currency: string; destination: string; destinationBank: string | null }[];
  createdAt: Date;
}

/**
 * Lists orders that need an operator, oldest first. Includes mismatches that the customer left undecided for a day, and payouts that have been
 * in progress for an hour.
 */
export const listAttention: OperatorVerb<{ limit: number }, { items: AttentionItem[] }> = async (ctx, _operator, { limit }) => {
  const hoursAgo = (hours: number) => new Date(ctx.clock.now().getTime() - hours * HOUR_MS);
  const since = { undecidedSince: hoursAgo(UNDECIDED_HOURS), slowSince: hoursAgo(PAYOUT_SLOW_HOURS) };
  const found = await readAttention(ctx.orm, since, limit);
  return {
    items: found.map(({ need, order, approvals }) => ({
      ref: order.ref,
      need,
      status: order.status,
      reason: order.reason,
      from: order.from,
      to: order.to,
      amountSent: formatDecimal(order.amountSent, CURRENCIES[order.from].scale),
      amountPaid: formatDecimal(order.amountPaid, CURRENCIES[order.from].scale),
      amountReceived: formatDecimal(order.amountReceived, CURRENCIES[order.to].scale),
      payInAccount: order.payInAccount,
      payInBank: order.payInBank,
      approvals: approvals.map(({ id, obligationKind, amount, currency, destination, destinationBank }) => ({
        payout: id,
        kind: obligationKind,
        amount: formatDecimal(amount, CURRENCIES[currency].scale),
        currency,
        destination,
        destinationBank,
      })),
      createdAt: order.createdAt,
    })),
  };
};
