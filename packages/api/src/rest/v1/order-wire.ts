import type { OrderEventView, OrderView } from '@quydoi/contract/orders/order-view';
import type { RevealedVouchersView } from '@quydoi/contract/vouchers';
import { findBank } from '@quydoi/domain/bank/banks';
import { HIDE_AFTER_FINAL_HOURS, OVER_5_MINUTES_SECONDS } from '@quydoi/domain/constants';
import { CURRENCIES, type CurrencyCode, isUsdt } from '@quydoi/domain/currencies';
import { HOUR_MS } from '@quydoi/domain/durations';
import type { Locale } from '@quydoi/domain/locales';
import { needsDetails } from '@quydoi/domain/order/actions';
import { discountCurrency } from '@quydoi/domain/price/discount';
import { translate } from '@quydoi/messages/translate';
import { type ExactNumber, exactAmount, exactDecimal } from '../exact-number.ts';

/** A voucher that an order was paid out in. */
export type BoughtVoucher = RevealedVouchersView['vouchers'][number];

/**
 * An order in the field names of the public API. `key` is present only in the response to its creation.
 * @param voucher what the order was paid out in, where the caller may know it
 */
export function orderWire(view: OrderView, locale: Locale, key?: string, voucher: BoughtVoucher | null = null) {
  const pay = view.instructions;
  const hash = hashOf(view);
  return {
    Id: view.ref,
    Ref: view.ref,
    ...(key === undefined ? {} : { Key: key }),
    OrderLink: key === undefined ? `/order/${view.ref}` : `/order/${view.ref}#k=${key}`,
    OrderType: view.kind,
    Status: view.status,
    reason: view.reason,
    actions: view.actions,
    FromBank: view.kind === 'buy' ? (view.senderBank ?? view.from) : view.from,
    ToBank: view.kind === 'sell' ? (view.destinationBank ?? view.to) : view.to,
    CurrencyCode: tradedCurrency(view),
    ...amounts(view),
    CouponCode: view.coupon ?? '',
    Timer: view.timerSeconds,
    TimeCreate: unixSeconds(view.createdAt),
    CreatedAt: view.createdAt.toISOString(),
    AccountIdSent: view.sender ?? '',
    AccountIdReceived: view.destination,
    AccountNameReceived: view.destinationName ?? '',
    AccountNameVerified: view.destinationName !== null && !view.isNameTyped,
    SenderAccount: {
      // The holder of the paying account is not looked up.
      name: '',
      bank_code: view.senderBank ?? '',
      BankName: findBank(view.senderBank ?? '')?.shortName ?? '',
      address: view.sender ?? '',
    },
    ReceivingAddress: pay?.account ?? '',
    a_receiving_address: pay?.account ?? '',
    b_receiving_address: view.destination,
    BankId: pay?.bankCode ?? '',
    BankName: pay?.bankName ?? '',
    AccountNumber: pay?.account ?? '',
    AccountName: pay?.accountName ?? '',
    Branch: pay?.branch ?? '',
    Memo: pay?.memo ?? '',
    QrCode: pay?.qr ?? '',
    Checkout: pay?.checkout ? { Url: pay.checkout.url, Fields: pay.checkout.fields } : null,
    ...sellerAccount(view),
    PmAccount: { name: isPerfectMoney(view.to) ? (view.destinationName ?? '') : '' },
    PmBatchNumber: isPerfectMoney(view.to) ? (view.payoutReference ?? '') : '',
    PmVoucher: voucher ? `${voucher.number};${voucher.code}` : '',
    evoucher_number: voucher?.number ?? '',
    evoucher_code: voucher?.code ?? '',
    Hash: hash,
    HashLink: view.explorerUrl ?? '',
    Seen: seenPayment(view),
    Refund: refund(view),
    OrderLog: orderLog(view.events, locale),
    Processing: view.status === 'delivering' || view.status === 'waitingotp',
    AutoRetry: view.retryAt !== null,
    ...flags(view, hash),
  };
}

/** Text of the newest order event. */
export function latestEventText(events: readonly OrderEventView[], locale: Locale): string {
  const latest = events.at(-1);
  return latest === undefined ? '' : eventText(latest, locale);
}

/** Amounts as exact numbers. `Quantity` and `Fee_Exchange` are in the traded currency (a swap's fee in its target). */
function amounts(view: OrderView): Record<string, ExactNumber> {
  const inCurrency = (amount: bigint, code: CurrencyCode) => exactAmount(amount, CURRENCIES[code].scale);
  return {
    AmountSent: inCurrency(view.amountSent, view.from),
    AmountReceived: inCurrency(view.amountReceived, view.to),
    AmountPaid: inCurrency(view.amountPaid, view.from),
    AmountRefunded: inCurrency(view.amountRefunded, view.from),
    Quantity: inCurrency(view.quantity, tradedCurrency(view)),
    Rate: exactDecimal(view.rate),
    CashAmount: inCurrency(view.cashAmount, 'vnd'),
    CashFee: inCurrency(view.cashFee, 'vnd'),
    Fee_Exchange: inCurrency(view.feeExchange, view.kind === 'sell' ? view.from : view.to),
    Discount: inCurrency(view.discount, discountCurrency(view)),
  };
}

/** The currency whose quantity the customer entered: the source of swaps. */
function tradedCurrency(view: OrderView): CurrencyCode {
  return view.kind === 'buy' ? view.to : view.from;
}

/** The account that the seller's dong goes to: ours when the customer buys, the customer's own when they sell. */
function sellerAccount(view: OrderView): { SellerAccountId: string; SellerAccountName: string } {
  if (view.kind === 'sell') return { SellerAccountId: view.destination, SellerAccountName: view.destinationName ?? '' };
  if (view.kind === 'buy') return { SellerAccountId: view.instructions?.account ?? '', SellerAccountName: view.instructions?.accountName ?? '' };
  return { SellerAccountId: '', SellerAccountName: '' };
}

function seenPayment({ seen, from }: OrderView) {
  if (seen === null) return null;
  return {
    Amount: exactAmount(seen.amount, CURRENCIES[from].scale),
    Hash: seen.reference,
    HashLink: seen.explorerUrl ?? '',
    Time: unixSeconds(seen.at),
    Confirmations: seen.needed,
    BlockMs: seen.blockMs,
  };
}

function refund({ refund: back, from }: OrderView) {
  if (back === null) return null;
  return {
    State: back.state === 'approval' ? 'review' : back.state,
    Amount: exactAmount(back.amount, CURRENCIES[from].scale),
    Fee: exactAmount(back.fee, CURRENCIES[from].scale),
    Destination: back.destination,
    DestinationBank: back.destinationBank ?? '',
    Reference: back.reference ?? '',
    HashLink: back.explorerUrl ?? '',
  };
}

function flags(view: OrderView, hash: string): Record<string, boolean> {
  const now = view.serverTime.getTime();
  const isOver = view.finalAt !== null && now - view.finalAt.getTime() > HIDE_AFTER_FINAL_HOURS * HOUR_MS;
  return {
    is_pending: view.status === 'pending',
    is_hidden_info_transfer: isOver && view.instructions === null && !needsDetails(view.actions),
    is_over_5_minutes: now - view.createdAt.getTime() >= OVER_5_MINUTES_SECONDS * 1000,
    is_usdt: isUsdt(view.from) || isUsdt(view.to),
    noHash: hash === '',
  };
}

/** The chain's transaction of the payout. Other payout references are no hashes. */
function hashOf(view: OrderView): string {
  return CURRENCIES[view.to].chainDecimals !== undefined ? (view.payoutReference ?? '') : '';
}

function isPerfectMoney(code: CurrencyCode): boolean {
  return CURRENCIES[code].network === 'perfect-money';
}

/** `unixSeconds:text;…`, oldest first. A semicolon within a text would end its entry. */
function orderLog(events: readonly OrderEventView[], locale: Locale): string {
  return events.map((event) => `${unixSeconds(event.at)}:${eventText(event, locale).replaceAll(';', ',')}`).join(';');
}

function eventText(event: OrderEventView, locale: Locale): string {
  return translate(locale, `event.${event.code}`, event.params);
}

/** Whole seconds since 1970. */
export function unixSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1_000);
}
