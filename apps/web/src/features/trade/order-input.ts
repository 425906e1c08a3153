import type { BankView, CurrencyView } from '@quydoi/contract/config';
import type { CreateOrderInput } from '@quydoi/contract/orders';
import { CURRENCIES, isTradedCode, networkOf, type TradedCode } from '@quydoi/domain/currencies';
import { EVOUCHER_DESTINATION } from './evoucher.ts';
import type { Offer } from './offer.ts';
import { plainQuantity } from './quote-trade.ts';

/** Whether a wallet or account is where the money goes, or where the customer sends it from. */
export type AccountRole = 'destination' | 'sender';

/** The wallet that a form asks for. */
export interface CustomerWallet {
  readonly code: TradedCode;
  readonly currency: CurrencyView;
  readonly role: AccountRole;
  /** Nothing can be ordered without it. */
  readonly required: boolean;
}

/** The customer's wallet: where a bought or swapped currency goes, where a sold one comes from. E-vouchers have none. */
export function customerWalletOf({ source, target }: Offer): CustomerWallet | null {
  const currency = target ?? source;
  if (!currency || !isTradedCode(currency.code) || CURRENCIES[currency.code].isVoucher) return null;
  const role = target ? 'destination' : 'sender';
  // Who sends by chain needs no address of their own; a wallet system names its senders, and they are compared.
  return { code: currency.code, currency, role, required: role === 'destination' || networkOf(currency.code).authenticatesPayer };
}

/** The customer's bank account: what a buy is paid from, where a sell's dong goes. Swaps have none. */
export function bankRoleOf({ kind }: Offer): AccountRole | null {
  return kind === 'buy' ? 'sender' : kind === 'sell' ? 'destination' : null;
}

/** What was entered, each as it is stored. */
export interface OrderEntries {
  readonly quantity: string;
  readonly wallet: string;
  readonly account: string;
  readonly bank: BankView | undefined;
}

/** The order that the form stands for. */
export function orderInputOf(offer: Offer, { quantity, wallet, account, bank }: OrderEntries): CreateOrderInput {
  const { kind, from, to, rate } = offer;
  const base = { kind, from, to, quantity: plainQuantity(quantity), rateVersion: rate.version };
  if (kind === 'sell') {
    return { ...base, destination: account, ...(bank ? { destinationBank: bank.code } : {}), ...(wallet === '' ? {} : { sender: wallet }) };
  }
  const destination = customerWalletOf(offer) ? wallet : EVOUCHER_DESTINATION;
  if (kind === 'ex') return { ...base, destination };
  return { ...base, destination, sender: account, ...(bank ? { senderBank: bank.code } : {}) };
}

/** An account number as banks write it: no blanks, upper-case. */
export function plainAccount(text: string): string {
  return text.replace(/\s+/g, '').toUpperCase();
}

/** How many digits account numbers of this bank have, `13` or `8–15`; null where letters may be among them. */
export function accountDigits({ accountPattern }: BankView): string | null {
  const [, least, most] = /^\^\[0-9\]\{(\d+)(?:,(\d+))?\}\$$/.exec(accountPattern) ?? [];
  if (least === undefined) return null;
  return most === undefined ? least : `${least}–${most}`;
}

/** Whether an account number can be one of this bank. */
export function matchesAccountPattern(bank: BankView, account: string): boolean {
  return new RegExp(bank.accountPattern).test(account);
}
