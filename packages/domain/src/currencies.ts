import type { NetworkCode } from './networks.ts';

/** What never changes about a currency. What an operator sets (rates, limits, order) lives in the database. */
interface CurrencyFacts {
  /** Name as customers see it. */
  readonly name: string;
  /** Short unit beside an amount. */
  readonly unit: string;
  /** Decimals of the amounts that customers trade in; every amount is an integer of 10^-scale units. */
  readonly scale: number;
  readonly rail: NetworkCode;
  /** EVM chain id, where the rail serves several chains. */
  readonly chainId?: number;
  /** Decimals on the chain or token contract; absent where the provider has no chain. */
  readonly chainDecimals?: number;
  /** The reserve that pays this currency out; several currencies may draw on one. */
  readonly reserve: string;
  /** Decimals of a swap result into this currency. */
  readonly swapScale: number;
}

/** Every currency that the exchange knows, in display order; dong last. */
export const CURRENCIES = {
  pm: { name: 'Perfect Money', unit: 'USD', scale: 2, rail: 'perfect-money', reserve: 'pm', swapScale: 2 },
  'e-voucher': { name: 'PM e-Voucher', unit: 'USD', scale: 2, rail: 'perfect-money', reserve: 'pm', swapScale: 2 },
  wmz: { name: 'WebMoney WMZ', unit: 'WMZ', scale: 2, rail: 'webmoney', reserve: 'wmz', swapScale: 2 },
  trc20: { name: 'USDT (TRC20)', unit: 'USDT', scale: 6, rail: 'tron', chainDecimals: 6, reserve: 'usdt-tron', swapScale: 2 },
  bep20: { name: 'USDT (BEP20)', unit: 'USDT', scale: 6, rail: 'evm', chainId: 56, chainDecimals: 18, reserve: 'usdt-bsc', swapScale: 2 },
  erc20: { name: 'USDT (ERC20)', unit: 'USDT', scale: 6, rail: 'evm', chainId: 1, chainDecimals: 6, reserve: 'usdt-eth', swapScale: 2 },
  eth: { name: 'Ethereum', unit: 'ETH', scale: 8, rail: 'evm', chainId: 1, chainDecimals: 18, reserve: 'eth', swapScale: 6 },
  btc: { name: 'Bitcoin', unit: 'BTC', scale: 8, rail: 'bitcoin', chainDecimals: 8, reserve: 'btc', swapScale: 8 },
  vnd: { name: 'Việt Nam đồng', unit: 'đ', scale: 0, rail: 'bank', reserve: 'vnd', swapScale: 0 },
} as const satisfies Record<string, CurrencyFacts>;

/** Code of a currency, dong included. */
export type CurrencyCode = keyof typeof CURRENCIES;

/** Code of a currency that customers buy, sell and swap (all but dong). */
export type TradedCode = Exclude<CurrencyCode, 'vnd'>;

/** All currency codes, dong last. */
export const CURRENCY_CODES = Object.keys(CURRENCIES) as CurrencyCode[];

/** The traded currency codes in display order. */
export const TRADED_CODES = CURRENCY_CODES.filter((code): code is TradedCode => code !== 'vnd');

/** The USDT networks, in display order. */
export const USDT_CODES = ['trc20', 'bep20', 'erc20'] as const satisfies readonly TradedCode[];

/** Whether a string read from outside names a currency. */
export function isCurrencyCode(value: string): value is CurrencyCode {
  return Object.hasOwn(CURRENCIES, value);
}

/** Whether a string read from outside names a traded currency. */
export function isTradedCode(value: string): value is TradedCode {
  return value !== 'vnd' && isCurrencyCode(value);
}

/** Whether a currency is one of the USDT networks. */
export function isUsdt(code: CurrencyCode): boolean {
  return (USDT_CODES as readonly string[]).includes(code);
}

/** Code of a reserve: spendable money in one wallet or account. Also the ledger's unit for that money. */
export type ReserveCode = (typeof CURRENCIES)[CurrencyCode]['reserve'];

/** Every reserve with the decimals of its amounts. */
export const RESERVES = Object.fromEntries(CURRENCY_CODES.map((code) => [CURRENCIES[code].reserve, { scale: CURRENCIES[code].scale }])) as Record<
  ReserveCode,
  { readonly scale: number }
>;

/** All reserve codes. */
export const RESERVE_CODES = Object.keys(RESERVES) as ReserveCode[];
