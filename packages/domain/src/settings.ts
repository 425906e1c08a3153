import type { ReserveCode, TradedCode } from './currencies.ts';
import type { BalanceCode } from './ledger/balances.ts';
import type { NetworkCode } from './networks.ts';
import type { Suspension, SuspensionKey } from './operations/suspension.ts';

/*
 * Settings as stored: append-only versions, one JSON value per kind and key, made by operators, suspensions also by roles. Amounts, rates and percentages are decimal
 * text; `rate.ts` and `money.ts` parse them into integers.
 */

/** Site-wide switches and texts. Key `site`. */
export interface SiteSettings {
  readonly domain: string;
  readonly title: string;
  readonly email: string;
  /** Banner shown above every page; empty: none. */
  readonly notice: string;
  readonly allowBuy: boolean;
  readonly allowSell: boolean;
  readonly allowExchange: boolean;
  readonly requiredLoginToBuySell: boolean;
  readonly requiredLoginToExchange: boolean;
  readonly requiredVerify: boolean;
  /** Amount in dong from which an order needs login. 0: buy and sell always need login. */
  readonly minOrderLogin: string;
  /** Amount in dong from which an order needs identity verification. */
  readonly minOrderKyc: string;
  readonly timerSeconds: number;
  readonly supportHours: string;
  /** Names of support's accounts in messengers. Absent or empty: none. */
  readonly zalo?: string;
  readonly telegram?: string;
  readonly messenger?: string;
  /** Property and widget of support's live chat at tawk.to, as in the address of its page: `5f…/default`. Absent or empty: none. */
  readonly liveChat?: string;
  /** Who runs the site, as the law wants it named: the company's name, registration number and address. Absent or empty: not told. */
  readonly company?: string;
  /** Address of a film that shows how to trade. Absent or empty: none. */
  readonly videoLink?: string;
  /** Whether customers may withdraw from their balances. Absent: yes. */
  readonly allowWithdraw?: boolean;
  /** Smallest withdrawal, by its worth in dong. Absent: `MIN_WITHDRAW_VND`. */
  readonly minWithdraw?: string;
  /** Percent of the fees of customers' orders that their sponsors get (`wallet/referral.ts`). Absent: 0, nothing. */
  readonly referralPercent?: string;
  /** Whether the exchange's Perfect Money wallet is verified: transfers then cost 0.5 % instead of 2 %. */
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
  /** Sort order in lists, ascending. */
  readonly orderBy: number;
  readonly addressExample: string;
}

/** Price of one unit, and the fee. */
export interface RateSettings {
  readonly value: string;
  readonly fee: string;
  readonly percentFee: string;
  readonly maxFee: string | null;
  readonly minQuantity: string | null;
  /** Lets the exchange set `fee` anew as the network's cost changes. Absent: the fee stays as operators set it. Of buys, and of pairs derived from them. */
  readonly automaticFee?: AutomaticFee;
  /** Lets the exchange set `value` anew as the market moves. Absent: the value stays as operators set it. Of buys and sells. */
  readonly automaticRate?: AutomaticRate;
}

/** How a rate follows the reference prices of its currency, and between which values. */
export interface AutomaticRate {
  /** Percent that a buy is above the market, and a sell below. */
  readonly profit: string;
  readonly floor: string;
  readonly cap: string;
}

/** Bounds of a fee that follows the cost of a payout on its network, in the charged currency. */
export interface AutomaticFee {
  readonly floor: string;
  /** Also the fee while the cost has been unknown for long. */
  readonly cap: string;
  /** Price of one coin that pays the network's fees, in the charged currency; null: by the buy rates of both, where the coin is traded. */
  readonly coinPrice: string | null;
}

/** Price of a swap pair. Key: `source:target`. */
export interface PairSettings extends RateSettings {
  /** Set by an operator. Absent: derived from the rates of its currencies, again whenever one of them is set. */
  readonly overridden?: true;
}

/** A bank's switches. Key: its code. */
export interface BankSettings {
  readonly isShow: boolean;
  /** Regular expression of valid account numbers. */
  readonly accountPattern: string;
  /** Fee in dong deducted from a payout to this bank. */
  readonly payoutFee: string;
  readonly orderBy: number;
}

/** The operators' switch of a network (setting kind `rail`), with their note. Key: network code. */
export interface RailSettings {
  readonly on: boolean;
  readonly note: string;
}

/** Begin or end of a suspension. Key: its role, network, cause, direction and subject. */
export interface SuspensionSettings extends SuspensionKey {
  readonly suspended: boolean;
  readonly detail: string;
}

/** A difference between the ledger and a provider that operators know of: payouts go on while no more is missing. Key: the balance's code. */
export interface AcceptedDifference {
  /** Decimal text in the balance's unit; below zero where money is missing. */
  readonly difference: string;
  readonly note: string;
}

/** Bank account that customers pay dong into. Key `collection`. */
export interface CollectionSettings {
  readonly bank: string;
  readonly accountNumber: string;
  readonly accountName: string;
  readonly branch: string;
}

/** Up to where an operator acts alone. Key `secondOperator`. */
export interface SecondOperatorSettings {
  /** Worth of the money that an act moves, in dong. */
  readonly worth: string;
  /** Change of a rate, in percent of the one before. */
  readonly rateChange: string;
}

/** Maximum that is paid out of a reserve without an operator's approval: by a single payout, within an hour, and within a day. Decimal text in its unit. */
export interface PayoutCapSettings {
  readonly single: string;
  readonly hour: string;
  readonly day: string;
}

/** Begin or end of a block of an IP network. Key: the network (`address/ip-block.ts`). */
export interface IpBlockSettings {
  readonly on: boolean;
  /** ISO 8601; null: until it is taken back. */
  readonly until: string | null;
  readonly note: string;
}

/** A coupon: what it takes off the exchange's fee, of which orders, how often and until when. Key: its code, in capitals. */
export interface CouponSettings {
  readonly on: boolean;
  /** Share of the fee in percent, above 0 and up to 100; null: all of it, up to `amount`. */
  readonly percent: string | null;
  /** Most that one order saves, in dong; null: no maximum, which needs a `percent`. A coupon with an amount is for buys alone. */
  readonly amount: string | null;
  /** Smallest value of an order in dong, before the discount. */
  readonly minOrder: string;
  readonly kinds: readonly CouponKind[];
  /** Currencies that orders deliver; null: all. */
  readonly currencies: readonly TradedCode[] | null;
  /** ISO 8601; null: at once, and until it is switched off. */
  readonly from: string | null;
  readonly until: string | null;
  /** Orders that may use it, all together. */
  readonly uses: number;
  /** Orders of one customer, counted by account and by destination; null: no limit, and no account needed. */
  readonly usesPerCustomer: number | null;
  readonly note: string;
}

/** Kinds of orders with a fee of the exchange. */
export const COUPON_KINDS = ['buy', 'ex'] as const;

/** Kind of an order that a coupon may be of. */
export type CouponKind = (typeof COUPON_KINDS)[number];

/** Key and value types of each kind of setting. */
export interface SettingKinds {
  readonly site: { readonly key: 'site'; readonly value: SiteSettings };
  readonly currency: { readonly key: TradedCode; readonly value: CurrencySettings };
  readonly buy: { readonly key: TradedCode; readonly value: RateSettings };
  readonly sell: { readonly key: TradedCode; readonly value: RateSettings };
  readonly pair: { readonly key: `${TradedCode}:${TradedCode}`; readonly value: PairSettings };
  readonly bank: { readonly key: string; readonly value: BankSettings };
  readonly rail: { readonly key: NetworkCode; readonly value: RailSettings };
  readonly suspension: { readonly key: string; readonly value: SuspensionSettings };
  readonly 'accepted-difference': { readonly key: BalanceCode; readonly value: AcceptedDifference };
  readonly collection: { readonly key: 'collection'; readonly value: CollectionSettings };
  readonly secondOperator: { readonly key: 'secondOperator'; readonly value: SecondOperatorSettings };
  readonly 'payout-cap': { readonly key: ReserveCode; readonly value: PayoutCapSettings };
  readonly 'ip-block': { readonly key: string; readonly value: IpBlockSettings };
  readonly coupon: { readonly key: string; readonly value: CouponSettings };
}

/** Kind of a setting. */
export type SettingKind = keyof SettingKinds;

/** Key of a swap pair's setting. */
export function pairKey(from: TradedCode, to: TradedCode): `${TradedCode}:${TradedCode}` {
  return `${from}:${to}`;
}

/** All current settings. Maps of values with `orderBy` are sorted by it. */
export interface Settings {
  readonly site: SiteSettings;
  readonly currencies: ReadonlyMap<TradedCode, CurrencySettings>;
  readonly buy: ReadonlyMap<TradedCode, Versioned<RateSettings>>;
  readonly sell: ReadonlyMap<TradedCode, Versioned<RateSettings>>;
  readonly pairs: ReadonlyMap<SettingKinds['pair']['key'], Versioned<PairSettings>>;
  readonly banks: ReadonlyMap<string, BankSettings>;
  readonly rails: ReadonlyMap<NetworkCode, RailSettings>;
  /** Networks that the exchange itself has closed for new orders. */
  readonly suspensions: readonly Suspension[];
  readonly collection: CollectionSettings;
  readonly secondOperator: SecondOperatorSettings;
  readonly payoutCaps: ReadonlyMap<ReserveCode, PayoutCapSettings>;
  /** Blocks of IP networks, by network: those that have ended, too. */
  readonly ipBlocks: ReadonlyMap<string, IpBlockSettings>;
  /** Coupons by code: those that have ended, too. */
  readonly coupons: ReadonlyMap<string, Versioned<CouponSettings>>;
  /** Version of the newest setting; changes whenever any setting does. */
  readonly version: number;
}

/** Value with the version of its setting. */
export interface Versioned<T> {
  readonly value: T;
  readonly version: number;
}
