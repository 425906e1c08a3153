import { readOrdersInNeed } from '@quydoi/database/views/orders';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import type { OperatorVerb } from './operator-verb.ts';

interface AttentionItem {
  ref: string;
  status: string;
  reason: string | null;
  from: string;
  to: string;
  amountSent: string;
  amountPaid: string;
  amountReceived: string;
  createdAt: Date;
}

/** Orders that wait for a person, oldest first. */
export const listAttention: OperatorVerb<{ limit: number }, { items: AttentionItem[] }> = async (ctx, _operator, { limit }) => {
  const orders = await readOrdersInNeed(ctx.orm, limit);
  return {
    items: orders.map(({ ref, status, reason, from, to, amountSent, amountPaid, amountReceived, createdAt }) => ({
      ref,
      status,
      reason,
      from,
      to,
      amountSent: formatDecimal(amountSent, CURRENCIES[from].scale),
      amountPaid: formatDecimal(amountPaid, CURRENCIES[from].scale),
      amountReceived: formatDecimal(amountReceived, CURRENCIES[to].scale),
      createdAt,
    })),
  };
};
