import type { AttentionItem, WaitingPayout } from '@quydoi/contract/operations/orders';
import { readAttention } from '@quydoi/database/repositories/attention';
import { type ProvableRequest, readRefundRequests } from '@quydoi/database/repositories/requests';
import { CONFIRMATION_SLOW_MINUTES, PAYOUT_SLOW_HOURS, UNDECIDED_HOURS } from '@quydoi/domain/constants';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { formatDecimal } from '@quydoi/domain/money';
import type { Order } from '@quydoi/domain/order/order';
import { isRefundOrReturn, type Payout } from '@quydoi/domain/transfer/payout';
import type { Ctx } from '../../context.ts';
import type { OperatorVerb } from '../operator-verb.ts';
import { readMeantCause, readProviderCause, readUnconfirmedCause, readUnreadCause } from './waiting-cause.ts';

/**
 * Lists orders that need an operator, oldest first. Includes mismatches that the customer left undecided for a day, payments that were seen an hour ago
 * and are not final, payouts whose payments the signer could not confirm for minutes, and payouts that have been in progress for an hour.
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
    const requests = waiting.some(isRefundOrReturn) ? await readRefundRequests(ctx.orm, order.id) : [];
    items.push({
      ref: order.ref,
      need,
      cause: await causeOf(ctx, need, order),
      status: order.status,
      reason: order.reason,
      from: order.from,
      to: order.to,
      amountSent: formatDecimal(order.amountSent, CURRENCIES[order.from].scale),
      amountPaid: formatDecimal(order.amountPaid, CURRENCIES[order.from].scale),
      amountReceived: formatDecimal(order.amountReceived, CURRENCIES[order.to].scale),
      payInAccount: order.payInAccount,
      payInBank: order.payInBank,
      waiting: waiting.flatMap((payout) => waitingPayout(payout, typedNameOf(order, payout, requests))),
      createdAt: order.createdAt,
    });
  }
  return { items };
};

async function causeOf(ctx: Ctx, need: AttentionItem['need'], order: Order): Promise<string | null> {
  if (need === 'confirmation') return readUnconfirmedCause(ctx, order);
  if (need === 'unconfirmed') return readUnreadCause(ctx, order);
  if (need === 'payout' || need === 'slow' || need === 'refund') return readProviderCause(ctx, order);
  return need === 'approval' ? readMeantCause(ctx, order) : null;
}

/** The name of a payout's holder that the customer typed, with the order or with the request for the refund. */
function typedNameOf(order: Order, payout: Payout, requests: readonly ProvableRequest[]): string | null {
  if (payout.obligationKind === 'order') return order.isNameTyped ? order.destinationName : null;
  const { destination, destinationBank } = payout;
  const request = requests.findLast(({ params }) => params.destination === destination && (params.destinationBank ?? null) === destinationBank);
  return request?.params.typedName ?? null;
}

function waitingPayout(
  { id, waitsFor, obligationKind, amount, currency, destination, destinationBank }: Payout,
  unverifiedHolder: string | null,
): WaitingPayout[] {
  if (waitsFor === null) return [];
  const money = { amount: formatDecimal(amount, CURRENCIES[currency].scale), currency };
  return [{ payout: id, waitsFor, kind: obligationKind, ...money, destination, destinationBank, unverifiedHolder }];
}
