import type { BankView, ConfigView, LiveView } from '@quydoi/contract/config';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { parseFeeRule } from '@quydoi/domain/fee';
import { checkQuantity, type LimitState, type Limits, limitsOf, type QuantityRefusal } from '@quydoi/domain/limits';
import { parseDecimal } from '@quydoi/domain/money';
import { maxPayoutFee } from '@quydoi/domain/payout-fee';
import { type Priced, type PriceTerms, price } from '@quydoi/domain/quote';
import { parseRate } from '@quydoi/domain/rate';
import type { Offer } from './buy-path.ts';

/** What a quantity costs now, or why it cannot be bought. */
export interface BuyQuote {
  readonly limits: Limits;
  /** Spendable money in the reserve that pays, in minor units. */
  readonly reserve: bigint;
  readonly terms: PriceTerms | null;
  /** Null while there is no acceptable number. */
  readonly priced: Priced | null;
  readonly refusal: QuantityRefusal | null;
  /** The text is a number, though perhaps out of bounds. */
  readonly isNumber: boolean;
}

/** What an order of this size needs first. */
export type BuyNeed = 'REQUIRED_LOGIN' | 'LOGIN_FOR_AMOUNT' | 'KYC_TO_CONTINUE';

/** Prices a quantity by the same rules as the server, from the snapshots. */
export function quoteBuy(offer: Offer, config: ConfigView, live: LiveView | undefined, quantityText: string): BuyQuote {
  const { scale } = CURRENCIES[offer.code];
  const state = limitState(offer, config, live);
  const plain = quantityText.endsWith('.') ? quantityText.slice(0, -1) : quantityText;
  const number = parseDecimal(plain, scale);
  const checked = checkQuantity(state, plain);
  const shownPrice = number !== null && number > 0n && state.terms !== null ? price(state.terms, number) : null;
  return {
    limits: limitsOf(state),
    reserve: state.reserve,
    terms: state.terms,
    priced: shownPrice,
    refusal: 'refusal' in checked ? checked.refusal : null,
    isNumber: number !== null,
  };
}

function limitState(offer: Offer, config: ConfigView, live: LiveView | undefined): LimitState {
  const { code, currency, rate } = offer;
  const { scale, reserve: reserveCode } = CURRENCIES[code];
  const amount = (text: string) => parseDecimal(text, scale) ?? 0n;
  const maxBalance = amount(currency.maxBalance);
  const reserveText = live?.reserves.find((entry) => entry.code === reserveCode)?.available;
  // Until the reserves arrive only the currency's own limit counts; the server has the last word anyway.
  const reserve = reserveText === undefined ? maxBalance * 2n : amount(reserveText);
  return {
    known: true,
    allowed: config.site.allowBuy && currency.allowBuy && !currency.maintenance,
    terms: termsOf(offer),
    minOrder: amount(currency.minOrder),
    minQuantity: rate.minQuantity === null ? null : amount(rate.minQuantity),
    maxBalance,
    sourceMaxBalance: null,
    reserve,
    payoutFee: maxPayoutFee(code, reserve < maxBalance ? reserve : maxBalance, { pmVerified: true }),
    payoutFloor: 0n,
  };
}

function termsOf({ code, rate }: Offer): PriceTerms | null {
  const value = parseRate(rate.value);
  return value === null ? null : { kind: 'buy', from: 'vnd', to: code, rate: value, fee: parseFeeRule(rate, CURRENCIES[code].scale), bankFee: 0n };
}

/** What a visitor needs before an order of this many dong; null when nothing. Told before anything is paid. */
export function needOf(config: ConfigView, dong: bigint): BuyNeed | null {
  const { site } = config;
  const loginFrom = parseDecimal(site.minOrderLogin, 0) ?? 0n;
  if (site.requiredLoginToBuySell || site.requiredVerify || loginFrom === 0n) return 'REQUIRED_LOGIN';
  return dong >= loginFrom ? 'LOGIN_FOR_AMOUNT' : null;
}

/** An account number as banks write it: no blanks, upper-case. */
export function plainAccount(text: string): string {
  return text.replace(/\s+/g, '').toUpperCase();
}

/** Whether an account number can be one of this bank. */
export function isAccountOf(bank: BankView, account: string): boolean {
  return new RegExp(bank.accountPattern).test(account);
}
