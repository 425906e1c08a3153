import type { OrderView } from '@quydoi/contract/orders/order-view';
import type { CurrencyCode } from '@quydoi/domain/currencies';
import { feeOf } from '../fee-of.ts';

/** One side of a receipt: an amount in minor units, and the account it went from or to. Masked orders have masked accounts. */
export interface ReceiptSide {
  readonly code: CurrencyCode;
  readonly amount: bigint;
  readonly account: string | null;
  readonly bank: string | null;
  readonly holder: string | null;
}

/** What a receipt states. */
export interface ReceiptFacts {
  readonly kind: 'delivered' | 'refunded';
  readonly at: Date;
  readonly received: ReceiptSide;
  readonly sent: ReceiptSide;
  /** Fee kept, in minor units of its currency. */
  readonly fee: { readonly code: CurrencyCode; readonly amount: bigint };
  /** What a coupon saved; null without one. */
  readonly discount: { readonly code: CurrencyCode; readonly amount: bigint } | null;
  readonly reference: string | null;
  readonly explorerUrl: string | null;
  /** The excess that was paid back beside the payout; null if none. */
  readonly excess: ReceiptSide | null;
}

/** Receipt of a delivered or fully refunded order: what the exchange received and what it sent. Null for all other orders. */
export function receiptOf(order: OrderView): ReceiptFacts | null {
  const { refund, from, to } = order;
  const at = order.finalAt ?? order.events.at(-1)?.at ?? order.createdAt;
  const isRefundDone = refund !== null && refund.state === 'done';
  const back: ReceiptSide | null = isRefundDone
    ? { code: from, amount: refund.amount, account: refund.destination, bank: refund.destinationBank, holder: null }
    : null;
  const received: ReceiptSide = { code: from, amount: order.amountPaid, account: order.sender, bank: order.senderBank, holder: null };
  if (order.status === 'delivered') {
    return {
      kind: 'delivered',
      at,
      received,
      sent: { code: to, amount: order.amountReceived, account: order.destination, bank: order.destinationBank, holder: order.destinationName },
      fee: feeOf(order),
      discount: order.discount > 0n ? { code: order.kind === 'buy' ? from : to, amount: order.discount } : null,
      reference: order.payoutReference,
      explorerUrl: order.explorerUrl,
      excess: back,
    };
  }
  if (order.status !== 'cancelled' || order.reason !== 'refunded' || back === null || refund === null) return null;
  return {
    kind: 'refunded',
    at,
    received,
    sent: back,
    fee: { code: from, amount: refund.fee },
    discount: null,
    reference: refund.reference,
    explorerUrl: refund.explorerUrl,
    excess: null,
  };
}
