import type { ConfigView } from '@quydoi/contract/config';
import { CURRENCIES, isTradedCode, isUsdt, type TradedCode } from '@quydoi/domain/currencies';
import { LOCALES, type Locale } from '@quydoi/domain/locales';
import { parseDecimal } from '@quydoi/domain/money';
import { currencyBrand } from '../../lib/currency-brand.ts';
import { finalityMinutes } from '../../lib/finality.ts';
import { isOnChain, shortNetworkLabel } from '../../lib/network-label.ts';

/** Currencies as texts name them, by the operators' settings. Lists end as in the language: `A, B và C`. */
export interface Traded {
  readonly all: string;
  /** Those on chains; empty if there are none. */
  readonly onChains: string;
  /** USDT's networks to choose from: `TRC20, BEP20 hoặc ERC20`. */
  readonly usdtNetworks: string;
  /** USDT's networks with the lowest and the highest fee; null where all charge the same. */
  readonly usdtFees: { readonly lowest: string; readonly highest: string } | null;
  /** Usual minutes until a payment is final, zero below half a minute, with the networks that take so long, fastest first. */
  readonly waits: readonly { readonly minutes: number; readonly on: string }[];
  has(...codes: readonly TradedCode[]): boolean;
}

/** The currencies that the site shows, and what the settings tell of their networks. */
export function tradedOf(config: ConfigView, locale: Locale): Traded {
  const list = (names: readonly string[], type?: 'disjunction') => listText(locale, [...new Set(names)], type);
  const codes = config.currencies.flatMap(({ code, isShow }) => (isShow && isTradedCode(code) ? [code] : []));
  const onChains = codes.filter(isOnChain);
  const minutes = [...new Set(onChains.map(finalityMinutes))].toSorted((a, b) => a - b);
  return {
    all: list(codes.map(currencyBrand)),
    onChains: list(onChains.map(currencyBrand)),
    usdtNetworks: list(codes.filter(isUsdt).map(shortNetworkLabel), 'disjunction'),
    usdtFees: usdtFeesOf(config, codes.filter(isUsdt)),
    waits: minutes.map((wait) => ({ minutes: wait, on: list(onChains.filter((code) => finalityMinutes(code) === wait).map(tokenOrCoin)) })),
    has: (...some) => some.some((code) => codes.includes(code)),
  };
}

/** Lists names as the language does. */
function listText(locale: Locale, names: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  // British English has no comma before the last word.
  const tag = locale === 'en' ? 'en-GB' : LOCALES[locale].tag;
  const parts = new Intl.ListFormat(tag, { type }).formatToParts(names);
  // Chinese words stand apart from Latin names.
  return parts.map(({ type: part, value }) => (locale === 'zh' && part === 'literal' ? value.replace(/[和或]/, ' $& ') : value)).join('');
}

/** `ERC20` for a token on Ethereum, `ETH` for its coin. */
function tokenOrCoin(code: TradedCode): string {
  return isUsdt(code) ? shortNetworkLabel(code) : CURRENCIES[code].unit;
}

function usdtFeesOf({ rates }: ConfigView, codes: readonly TradedCode[]): Traded['usdtFees'] {
  const fees = codes.flatMap((code) => {
    const rate = rates.find((candidate) => candidate.code === code && candidate.kind === 'buy');
    return rate ? [{ name: shortNetworkLabel(code), fee: parseDecimal(rate.fee, CURRENCIES[code].scale) ?? 0n }] : [];
  });
  const [lowest, ...others] = fees.toSorted((a, b) => (a.fee < b.fee ? -1 : Number(a.fee > b.fee)));
  const highest = others.at(-1);
  return lowest && highest && lowest.fee < highest.fee ? { lowest: lowest.name, highest: highest.name } : null;
}
