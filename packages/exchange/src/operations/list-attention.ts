import { type Need, readAttention } from '@quydoi/database/repositories/attention';
import { CONFIRMATION_SLOW_MINUTES, PAYOUT_SLOW_HOURS, UNDECIDED_HOURS } from '@quydoi/domain/constants';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { formatDecimal } from '@quydoi/domain/money';
import type { Payout, PayoutWait } from '@quydoi/domain/transfer/payout';
import type { OperatorVerb } from './operator-verb.ts';
import { readUnconfirmedCause } from './unconfirmed-cause.ts';

interface WaitingPayout {
  payout: string;
  waitsFor: PayoutWait;
  kind: string;
  amount: string;
  currency: string;
  destination: string;
  destinationBank: string | null;
}

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
  cause: string | null;
  waiting: WaitingPayout[];
  createdAt: Date;
}

/**
 * Lists orders that need an operator, oldest first. Includes mismatches that the customer left undecided for a day, payouts whose payments the signer
 * could not confirm for minutes, and payouts that have been in progress for an hour.
 */
export const listAttention: OperatorVerb<{ limit: number }, { items: AttentionItem[] }> = async (ctx, _operator, { limit }) => {
  const ago = (ms: number) => new Date(ctx.clock.now().getTime() - ms);
  const since = {
    undecidedSince: ago(UNDECIDED_HOURS * HOUR_MS),
    unconfirmedSince: ago(CONFIRMATION_SLOW_MINUTES * MINUTE_MS),
    slowSince: ago(PAYOUT_SLOW_HOURS * HOUR_MS),
  };
  const items: AttentionItem[] = [];
  for (const { need, order, waiting } of await readAttention(ctx.orm, since, limit)) {
    items.push({
      ref: order.ref,
      need,
      cause: need === 'confirmation' ? await readUnconfirmedCause(ctx, order) : null,
      status: order.status,
      reason: order.reason,
      from: order.from,
      to: order.to,
      amountSent: formatDecimal(order.amountSent, CURRENCIES[order.from].scale),
      amountPaid: formatDecimal(order.amountPaid, CURRENCIES[order.from].scale),
      amountReceived: formatDecimal(order.amountReceived, CURRENCIES[order.to].scale),
      payInAccount: order.payInAccount,
      payInBank: order.payInBank,
      waiting: waiting.flatMap(waitingPayout),
      createdAt: order.createdAt,
    });
  }
  return { items };
};

function waitingPayout({ id, waitsFor, obligationKind, amount, currency, destination, destinationBank }: Payout): WaitingPayout[] {
  if (waitsFor === null) return [];
  const money = { amount: formatDecimal(amount, CURRENCIES[currency].scale), currency };
  return [{ payout: id, waitsFor, kind: obligationKind, ...money, destination, destinationBank }];
}
