import { NETWORKS, type Network, type NetworkCode } from './networks.ts';

/** What never changes about a currency. What an operator sets (rates, limits, order) lives in the database. */
interface CurrencyFacts {
  /** Name as customers see it. */
  readonly name: string;
  /** Short unit beside an amount. */
  readonly unit: string;
  /** Decimals of the amounts that customers trade in; every amount is an integer of 10^-scale units. */
  readonly scale: number;
  readonly network: NetworkCode;
  /** Token contract; absent for a network's own coin and where there is no chain. */
  readonly contract?: string;
  /** Decimals on the chain or token contract; absent where there is no chain. */
  readonly chainDecimals?: number;
  /** The reserve that pays this currency out; several currencies of one network may draw on one. */
  readonly reserve: string;
  /** Decimals of a swap result into this currency. */
  readonly swapScale: number;
  /** Upper bound of the network's pay-in tolerance in minor units, about one US dollar. Absent: amounts are exact. */
  readonly toleranceMax?: bigint;
  /** Paid in and out as a code instead of a transfer between accounts. */
  readonly isVoucher?: true;
  /** Directions that the network's rail implements. A currency with none is priced and checked, and shown under maintenance. */
  readonly directions: readonly ('in' | 'out')[];
}

const BOTH = ['in', 'out'] as const;
const NONE = [] as const;

/** What USDT has in common on every network. */
const USDT = { unit: 'USDT', scale: 6, swapScale: 2, toleranceMax: 1_000_000n } as const;
const DOLLARS = { unit: 'USD', scale: 2, network: 'perfect-money', reserve: 'pm', swapScale: 2 } as const;
const TRC20_CONTRACT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const BEP20_CONTRACT = '0x55d398326f99059fF775485246999027B3197955';
const ERC20_CONTRACT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

const ROWS = {
  pm: { name: 'Perfect Money', ...DOLLARS, directions: BOTH },
  'e-voucher': { name: 'PM e-Voucher', ...DOLLARS, isVoucher: true, directions: NONE },
  wmz: { name: 'WebMoney WMZ', unit: 'WMZ', scale: 2, network: 'webmoney', reserve: 'wmz', swapScale: 2, directions: NONE },
  trc20: { name: 'USDT (TRC20)', ...USDT, network: 'tron', contract: TRC20_CONTRACT, chainDecimals: 6, reserve: 'usdt-tron', directions: BOTH },
  bep20: { name: 'USDT (BEP20)', ...USDT, network: 'bsc', contract: BEP20_CONTRACT, chainDecimals: 18, reserve: 'usdt-bsc', directions: NONE },
  erc20: { name: 'USDT (ERC20)', ...USDT, network: 'ethereum', contract: ERC20_CONTRACT, chainDecimals: 6, reserve: 'usdt-eth', directions: NONE },
  eth: {
    name: 'Ethereum',
    unit: 'ETH',
    scale: 8,
    network: 'ethereum',
    chainDecimals: 18,
    reserve: 'eth',
    swapScale: 6,
    toleranceMax: 20_000n,
    directions: NONE,
  },
  btc: {
    name: 'Bitcoin',
    unit: 'BTC',
    scale: 8,
    network: 'bitcoin',
    chainDecimals: 8,
    reserve: 'btc',
    swapScale: 8,
    toleranceMax: 1_000n,
    directions: NONE,
  },
  vnd: { name: 'Việt Nam đồng', unit: 'đ', scale: 0, network: 'bank', reserve: 'vnd', swapScale: 0, directions: BOTH },
} as const satisfies Record<string, CurrencyFacts>;

/** Every currency that the exchange knows, in display order; dong last. */
export const CURRENCIES: { readonly [C in keyof typeof ROWS]: CurrencyFacts & (typeof ROWS)[C] } = ROWS;

/** Code of a currency, dong included. */
export type CurrencyCode = keyof typeof CURRENCIES;

/** Code of a currency that customers buy, sell and swap (all but dong). */
export type TradedCode = Exclude<CurrencyCode, 'vnd'>;

/** All currency codes, dong last. */
export const CURRENCY_CODES = Object.keys(CURRENCIES) as CurrencyCode[];

/** The traded currency codes in display order. */
export const TRADED_CODES = CURRENCY_CODES.filter((code): code is TradedCode => code !== 'vnd');

/** Whether a string read from outside names a currency. */
export function isCurrencyCode(value: string): value is CurrencyCode {
  return Object.hasOwn(CURRENCIES, value);
}

/** Whether a string read from outside names a traded currency. */
export function isTradedCode(value: string): value is TradedCode {
  return value !== 'vnd' && isCurrencyCode(value);
}

/** Whether a currency is USDT on some network. */
export function isUsdt(code: CurrencyCode): boolean {
  return CURRENCIES[code].unit === USDT.unit;
}

/** The network that a currency moves on. */
export function networkOf(code: CurrencyCode): Network {
  return NETWORKS[CURRENCIES[code].network];
}

/** Whether the holder's name must be known before this currency is sent to an account. */
export function needsHolderName(code: CurrencyCode): boolean {
  return networkOf(code).holderName === 'required' && !CURRENCIES[code].isVoucher;
}

/** Code of a reserve: spendable money in one wallet or account. Also the ledger's unit for that money. */
export type ReserveCode = (typeof CURRENCIES)[CurrencyCode]['reserve'];

/** Every reserve with its network and the decimals of its amounts. */
export const RESERVES = Object.fromEntries(
  CURRENCY_CODES.map((code) => [CURRENCIES[code].reserve, { scale: CURRENCIES[code].scale, network: CURRENCIES[code].network }]),
) as Readonly<Record<ReserveCode, { readonly scale: number; readonly network: NetworkCode }>>;

/** All reserve codes. */
export const RESERVE_CODES = Object.keys(RESERVES) as ReserveCode[];

/** The network that a reserve's money moves on. */
export function networkOfReserve(reserve: ReserveCode): Network {
  return NETWORKS[RESERVES[reserve].network];
}
