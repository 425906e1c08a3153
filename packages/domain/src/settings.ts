import type { TradedCode } from './currencies.ts';
import type { NetworkCode } from './networks.ts';

/*
 * What operators set, as it is stored: append-only versions, one JSON value per kind and key. Amounts, rates and percentages are decimal
 * text, so that a value reads the same everywhere; `rate.ts` and `money.ts` turn them into integers.
 */

/** Site-wide switches and texts. Key `site`. */
export interface SiteSettings {
  readonly domain: string;
  readonly title: string;
  readonly email: string;
  /** Shown above every page when not empty. */
  readonly notice: string;
  readonly allowBuy: boolean;
  readonly allowSell: boolean;
  readonly allowExchange: boolean;
  readonly requiredLoginToBuySell: boolean;
  readonly requiredLoginToExchange: boolean;
  readonly requiredVerify: boolean;
  /** Dong. 0: buy and sell always need login. */
  readonly minOrderLogin: string;
  /** Dong. */
  readonly minOrderKyc: string;
  readonly timerSeconds: number;
  readonly supportHours: string;
  /** Our Perfect Money wallet is verified: transfers cost 0.5 % instead of 2 %. */
  readonly pmVerified: boolean;
}

/** A currency's switches and limits. Key: its code. */
export interface CurrencySettings {
  readonly on: boolean;
  readonly isShow: boolean;
  readonly allowBuy: boolean;
  readonly allowSell: boolean;
  readonly minOrder: string;
  readonly maxBalance: string;
  /** Place in lists, small first. */
  readonly orderBy: number;
  readonly addressExample: string;
}

/** Price of one unit, and our fee. */
export interface RateSettings {
  readonly value: string;
  readonly fee: string;
  readonly percentFee: string;
  readonly maxFee: string | null;
  readonly minQuantity: string | null;
}

/** A bank's switches. Key: its code. */
export interface BankSettings {
  readonly isShow: boolean;
  /** Regular expression of an acceptable account number. */
  readonly accountPattern: string;
  /** Dong taken from a payout to this bank. */
  readonly payoutFee: string;
  readonly orderBy: number;
}

/** Whether a rail is in use, and why not. Key: its code. */
export interface RailSettings {
  readonly on: boolean;
  readonly note: string;
}

/** The account that customers pay dong into. Key `collection`. */
export interface CollectionSettings {
  readonly bank: string;
  readonly accountNumber: string;
  readonly accountName: string;
  readonly branch: string;
}

/** Every kind of setting with the type of its key and value. */
export interface SettingKinds {
  readonly site: { readonly key: 'site'; readonly value: SiteSettings };
  readonly currency: { readonly key: TradedCode; readonly value: CurrencySettings };
  readonly buy: { readonly key: TradedCode; readonly value: RateSettings };
  readonly sell: { readonly key: TradedCode; readonly value: RateSettings };
  readonly pair: { readonly key: `${TradedCode}:${TradedCode}`; readonly value: RateSettings };
  readonly bank: { readonly key: string; readonly value: BankSettings };
  readonly rail: { readonly key: NetworkCode; readonly value: RailSettings };
  readonly collection: { readonly key: 'collection'; readonly value: CollectionSettings };
}

/** Kind of a setting. */
export type SettingKind = keyof SettingKinds;

/** Key of a swap pair's setting. */
export function pairKey(from: TradedCode, to: TradedCode): `${TradedCode}:${TradedCode}` {
  return `${from}:${to}`;
}

/** All current settings. Maps keep the order of `orderBy` where there is one. */
export interface Settings {
  readonly site: SiteSettings;
  readonly currencies: ReadonlyMap<TradedCode, CurrencySettings>;
  readonly buy: ReadonlyMap<TradedCode, Versioned<RateSettings>>;
  readonly sell: ReadonlyMap<TradedCode, Versioned<RateSettings>>;
  readonly pairs: ReadonlyMap<string, Versioned<RateSettings>>;
  readonly banks: ReadonlyMap<string, BankSettings>;
  readonly rails: ReadonlyMap<NetworkCode, RailSettings>;
  readonly collection: CollectionSettings;
  /** Newest version of anything: changes whenever any setting does. */
  readonly version: number;
}

/** A value with the version it stands in. */
export interface Versioned<T> {
  readonly value: T;
  readonly version: number;
}
