import { z } from 'zod';
import { networkView } from './networks.ts';
import { codeText } from './primitives.ts';
import { procedures } from './procedure.ts';
import { reviewView } from './reviews.ts';

/** Site settings as everybody may see them. Amounts in dong are decimal strings. */
export const siteView = z.object({
  domain: z.string(),
  title: z.string(),
  email: z.string(),
  notice: z.string(),
  allowBuy: z.boolean(),
  allowSell: z.boolean(),
  allowExchange: z.boolean(),
  requiredLoginToBuySell: z.boolean(),
  requiredLoginToExchange: z.boolean(),
  requiredVerify: z.boolean(),
  minOrderLogin: z.string(),
  minOrderKyc: z.string(),
  /** Whether customers may withdraw from their balances. */
  allowWithdraw: z.boolean(),
  /** Smallest withdrawal, by its worth in dong. */
  minWithdraw: z.string(),
  timerSeconds: z.number().int(),
  supportHours: z.string(),
  /** Names of support's accounts in messengers; empty: none. */
  zalo: z.string(),
  telegram: z.string(),
  messenger: z.string(),
  /** Property and widget of support's live chat at tawk.to; empty: none. */
  liveChat: z.string(),
  /** Who runs the site: the company's name, registration number and address; empty: not told. */
  company: z.string(),
  /** Address of a film that shows how to trade; empty: none. */
  videoLink: z.string(),
});

/** A traded currency: what never changes and what an operator set. Quantities are decimal strings in the currency. */
export const currencyView = z.object({
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  scale: z.number().int(),
  /** Code of its network. */
  network: z.string(),
  reserve: z.string(),
  isUsdt: z.boolean(),
  isShow: z.boolean(),
  allowBuy: z.boolean(),
  allowSell: z.boolean(),
  /** Whether money in it can come in and go out now; a swap needs the first of its source and the second of its target. */
  canPayIn: z.boolean(),
  canPayOut: z.boolean(),
  /** Its network is switched off or has no rail; shown as 'Hệ thống đang Bảo Trì'. */
  maintenance: z.boolean(),
  needsHolderName: z.boolean(),
  minOrder: z.string(),
  maxBalance: z.string(),
  addressExample: z.string(),
});

/** Price of one unit, and the fee; decimal text, percentages in percent. */
const price = {
  value: z.string(),
  fee: z.string(),
  percentFee: z.string(),
  maxFee: z.string().nullable(),
  minQuantity: z.string().nullable(),
  /** Highest fee where it follows the network's cost; null where operators set it. */
  automaticFeeMax: z.string().nullable(),
  /** Version of the rate; send it back with the order. */
  version: z.number().int(),
};

/** Price of buying or selling one unit in dong. */
export const rateView = z.object({ code: z.string(), kind: z.enum(['buy', 'sell']), ...price });

/** Price of one unit of `from` in `to`. */
export const pairView = z.object({ from: z.string(), to: z.string(), ...price });

/** A bank that customers can choose. */
export const bankView = z.object({
  code: z.string(),
  bin: z.string().nullable(),
  shortName: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  /** Regular expression of an acceptable account number. */
  accountPattern: z.string(),
  canLookup: z.boolean(),
  /** Dong that a transfer to it costs the customer, decimal text. */
  payoutFee: z.string(),
});

/** What operators set: rebuilt when one of them changes something. */
export const configView = z.object({
  version: z.string(),
  site: siteView,
  currencies: z.array(currencyView),
  rates: z.array(rateView),
  pairs: z.array(pairView),
  banks: z.array(bankView),
  networks: z.array(networkView),
  /** Codes of the networks whose payments are noticed late, because their providers cannot be read now. */
  delayedNetworks: z.array(z.string()),
});

/** A finished trade with nobody's name on it. Amounts are decimal strings. */
export const tradeView = z.object({
  kind: z.enum(['buy', 'sell', 'ex']),
  from: z.string(),
  to: z.string(),
  amountSent: z.string(),
  amountReceived: z.string(),
  at: z.string(),
});

/** A rate as it was some time ago. */
export const earlierRateView = z.object({ code: z.string(), kind: z.enum(['buy', 'sell']), value: z.string() });

/** Live data: reserves, rates an hour ago, recent trades and reviews. Rebuilt at most once a second. */
export const liveView = z.object({
  version: z.string(),
  /** Spendable money per reserve, as decimal strings. */
  reserves: z.array(z.object({ code: z.string(), available: z.string() })),
  /** The rates whose value an hour ago was another one, with that value. */
  hourAgo: z.array(earlierRateView),
  recentTrades: z.array(tradeView),
  /** The newest approved reviews. */
  reviews: z.array(reviewView),
});

/** Periods that a chart of a market price shows. */
const CHART_PERIODS = ['day', 'month'] as const;

/** What a chart is asked for: a currency, and how far back. */
const priceChartInput = z.object({ code: codeText, period: z.enum(CHART_PERIODS).default('day') });

/** Market price of a currency in dong, decimal text, oldest first: every quarter of an hour of a day, or every four hours of a month. Gaps are left out. */
const priceChartView = z.object({ points: z.array(z.object({ at: z.string(), value: z.string() })) });

/** How orders of a currency were delivered in the last 24 hours, or the part of them that went to one bank. */
const deliveryView = z.object({
  currency: z.string(),
  /** Bank of the recipients; null for all orders of the currency. */
  bank: z.string().nullable(),
  /** The last delivery, ISO 8601, cut to the minute. */
  lastAt: z.string(),
  /** Deliveries of the last hour, and the median of their times from paid to delivered; null if there were none. */
  lastHour: z.object({ count: z.number().int(), medianSeconds: z.number().int() }).nullable(),
});

/** Currencies and banks without a row had no delivery in the last 24 hours. */
const deliveriesView = z.object({ deliveries: z.array(deliveryView) });

/** Procedures of `config`. The fast path answers `get` and `live` from encoded snapshots; the use cases return the same objects. */
export const configProcedures = procedures({
  get: { kind: 'query', access: 'anyone', limit: { class: 'poll', cost: 1 }, audit: false, input: z.void(), output: configView },
  live: { kind: 'query', access: 'anyone', limit: { class: 'poll', cost: 1 }, audit: false, input: z.void(), output: liveView },
  /** The market price that automatic rates follow, whether or not the currency's are. Errors: CURRENCY_NOT_SUPPORTED. */
  priceChart: { kind: 'query', access: 'anyone', limit: { class: 'poll', cost: 1 }, audit: false, input: priceChartInput, output: priceChartView },
  /** How soon orders are delivered, by currency and bank. Read at most once a minute. */
  deliveries: { kind: 'query', access: 'anyone', limit: { class: 'poll', cost: 1 }, audit: false, input: z.void(), output: deliveriesView },
});

export type PriceChartInput = z.output<typeof priceChartInput>;
export type PriceChartView = z.output<typeof priceChartView>;
export type DeliveriesView = z.output<typeof deliveriesView>;
export type DeliveryView = z.output<typeof deliveryView>;
export type ConfigView = z.output<typeof configView>;
export type LiveView = z.output<typeof liveView>;
export type SiteView = z.output<typeof siteView>;
export type CurrencyView = z.output<typeof currencyView>;
export type RateView = z.output<typeof rateView>;
export type PairView = z.output<typeof pairView>;
export type BankView = z.output<typeof bankView>;
export type TradeView = z.output<typeof tradeView>;
