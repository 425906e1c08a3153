import type { MismatchOptionsView } from '@quydoi/contract/orders/mismatch-options';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import { discountCurrency } from '@quydoi/domain/price/discount';
import { exactAmount, exactDecimal } from '../exact-number.ts';

/** Maps the options for a mismatch to the field names of the public API. Paid and refunded amounts are in the currency of `FromBank`. */
export function decisionWire(order: OrderView, decision: MismatchOptionsView) {
  const paid = (amount: bigint | null) => (amount === null ? null : exactAmount(amount, CURRENCIES[order.from].scale));
  const refundWire = (part: MismatchOptionsView['refund']) => part && { Amount: paid(part.amount), Fee: paid(part.fee) };
  return {
    Missing: paid(decision.missing),
    Excess: paid(decision.excess),
    Recalculation: recalculationWire(order, decision.recalculation),
    RecalculationRefusal: decision.recalculationRefusal,
    Refund: refundWire(decision.refund),
    ExcessRefund: refundWire(decision.excessRefund),
  };
}

function recalculationWire(order: OrderView, recalculation: MismatchOptionsView['recalculation']) {
  if (recalculation === null) return null;
  const inCurrency = (amount: bigint, code: CurrencyCode) => exactAmount(amount, CURRENCIES[code].scale);
  const { newRatePart } = recalculation;
  const entered = order.kind === 'buy' ? order.to : order.from;
  return {
    Offer: recalculation.offer,
    Quantity: inCurrency(recalculation.quantity, entered),
    AmountSent: inCurrency(recalculation.amountSent, order.from),
    AmountReceived: inCurrency(recalculation.amountReceived, order.to),
    Fee_Exchange: inCurrency(recalculation.feeExchange, order.kind === 'sell' ? order.from : order.to),
    Discount: inCurrency(recalculation.discount, discountCurrency(order)),
    CashFee: inCurrency(recalculation.cashFee, 'vnd'),
    Rate: exactDecimal(recalculation.rate),
    RateVersion: recalculation.rateVersion,
    Excess: newRatePart && {
      Quantity: inCurrency(newRatePart.quantity, entered),
      Rate: exactDecimal(newRatePart.rate),
      RateVersion: newRatePart.rateVersion,
    },
    TimeExpire: Math.floor(recalculation.expiresAt.getTime() / 1_000),
  };
}
