import type { BankView, CurrencyView } from '@quydoi/contract/config';
import type { CreateOrderInput } from '@quydoi/contract/orders/inputs';
import { CURRENCIES, isTradedCode, networkOf, type TradedCode } from '@quydoi/domain/currencies';
import { EVOUCHER_DESTINATION } from './evoucher.ts';
import type { TradeOption } from './offer.ts';

/** Role of a customer's wallet or account: destination of the payout, or sender of the payment. */
export type AccountRole = 'destination' | 'sender';

/** Wallet that the trade form asks for. */
export interface CustomerWallet {
  readonly code: TradedCode;
  readonly currency: CurrencyView;
  readonly role: AccountRole;
  /** Whether an order cannot be created without it. */
  readonly required: boolean;
}

/** Wallet required by an offer: destination of a buy or swap, sender of a sell. Null for e-vouchers. */
export function customerWalletOf({ source, target }: TradeOption): CustomerWallet | null {
  const currency = target ?? source;
  if (!currency || !isTradedCode(currency.code) || CURRENCIES[currency.code].isVoucher) return null;
  const role = target ? 'destination' : 'sender';
  // A sender is required where the network authenticates payers, because the payment's sender is compared with it.
  return { code: currency.code, currency, role, required: role === 'destination' || networkOf(currency.code).authenticatesPayer };
}

/** Role of the customer's bank account: sender of a buy, destination of a sell. Null for swaps. */
export function bankRoleOf({ kind }: TradeOption): AccountRole | null {
  return kind === 'buy' ? 'sender' : kind === 'sell' ? 'destination' : null;
}

/** Normalized entries of the trade form. */
export interface OrderEntries {
  readonly quantity: string;
  readonly wallet: string;
  readonly account: string;
  readonly bank: BankView | undefined;
  /** Typed name of the account's holder; empty where it is looked up. */
  readonly typedHolder: string;
  /** Code of a coupon; empty: none. Sells have no fee to take it off. */
  readonly coupon: string;
}

/** Builds the input of `createOrder` from the form's entries. */
export function orderInputOf(offer: TradeOption, { quantity, wallet, account, bank, typedHolder, coupon }: OrderEntries): CreateOrderInput {
  const { kind, from, to, rate } = offer;
  const base = { kind, from, to, quantity, rateVersion: rate.version };
  if (kind === 'sell') {
    return {
      ...base,
      destination: account,
      ...(bank ? { destinationBank: bank.code } : {}),
      ...(typedHolder === '' ? {} : { destinationName: typedHolder }),
      ...(wallet === '' ? {} : { sender: wallet }),
    };
  }
  const bought = { ...base, destination: customerWalletOf(offer) ? wallet : EVOUCHER_DESTINATION, ...(coupon && { coupon }) };
  if (kind === 'ex') return bought;
  return { ...bought, sender: account, ...(bank ? { senderBank: bank.code } : {}) };
}

/** Normalizes an account number: no blanks, upper-case. */
export function normalizeAccount(text: string): string {
  return text.replace(/\s+/g, '').toUpperCase();
}

/** Number of digits of the bank's account numbers, `13` or `8–15`; null if they may contain letters. */
export function accountDigits({ accountPattern }: BankView): string | null {
  const [, least, most] = /^\^\[0-9\]\{(\d+)(?:,(\d+))?\}\$$/.exec(accountPattern) ?? [];
  if (least === undefined) return null;
  return most === undefined ? least : `${least}–${most}`;
}

/** Whether an account number matches the bank's format. */
export function matchesAccountPattern(bank: BankView, account: string): boolean {
  return new RegExp(bank.accountPattern).test(account);
}
