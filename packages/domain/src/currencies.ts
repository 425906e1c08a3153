import type { Network } from './network.ts';
import { NETWORKS, type NetworkCode } from './networks.ts';
import type { ReferenceCode } from './price/references.ts';

/** Static facts about a currency. Values that operators set (rates, limits, sort order) are in the settings. */
interface CurrencyFacts {
  /** Display name. */
  readonly name: string;
  /** Unit symbol shown after amounts. */
  readonly unit: string;
  /** Decimals of amounts: an amount is an integer of 10^-scale units (minor units). */
  readonly scale: number;
  readonly network: NetworkCode;
  /** Token contract; absent for native coins and networks without a chain. */
  readonly contract?: string;
  /** Decimals on the chain or in the token contract; absent for networks without a chain. */
  readonly chainDecimals?: number;
  /** Reserve that payouts are made from. Several currencies of one network may share a reserve. */
  readonly reserve: string;
  /** Decimals that the result of a swap into this currency is rounded to. */
  readonly swapScale: number;
  /** Upper bound of the network's pay-in tolerance in minor units, about one US dollar. Absent: amounts are exact. */
  readonly toleranceMax?: bigint;
  /** Maximum network fee of one payout in minor units, where the reserve pays the fee: held with the amount, never exceeded. Absent elsewhere. */
  readonly payoutFeeMax?: bigint;
  /** Minimum payment on a chain that is reported, in minor units: smaller ones are spam (dust). Absent: no minimum. */
  readonly paymentMin?: bigint;
  /** The public price that an automatic rate follows; null for dong. */
  readonly reference: ReferenceCode | null;
  /** Transferred as a voucher code instead of between accounts. */
  readonly isVoucher?: true;
  /** Directions that the network's rail implements. A currency without any is priced, validated and, if switched on, shown as under maintenance. */
  readonly directions: readonly ('in' | 'out')[];
}

const BOTH = ['in', 'out'] as const;

/** Facts of USDT on every network. */
const USDT = { unit: 'USDT', scale: 6, swapScale: 2, reference: 'usdt', toleranceMax: 1_000_000n, paymentMin: 10_000n } as const;
const DOLLARS = { unit: 'USD', scale: 2, network: 'perfect-money', reserve: 'pm', swapScale: 2, reference: 'usd' } as const;
const TRC20_CONTRACT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const BEP20_CONTRACT = '0x55d398326f99059fF775485246999027B3197955';
const ERC20_CONTRACT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

const ROWS = {
  pm: { name: 'Perfect Money', ...DOLLARS, directions: BOTH },
  'e-voucher': { name: 'PM e-Voucher', ...DOLLARS, isVoucher: true, directions: BOTH },
  wmz: { name: 'WebMoney WMZ', unit: 'WMZ', scale: 2, network: 'webmoney', reserve: 'wmz', swapScale: 2, reference: 'usd', directions: BOTH },
  trc20: { name: 'USDT (TRC20)', ...USDT, network: 'tron', contract: TRC20_CONTRACT, chainDecimals: 6, reserve: 'usdt-tron', directions: BOTH },
  bep20: { name: 'USDT (BEP20)', ...USDT, network: 'bsc', contract: BEP20_CONTRACT, chainDecimals: 18, reserve: 'usdt-bsc', directions: BOTH },
  erc20: { name: 'USDT (ERC20)', ...USDT, network: 'ethereum', contract: ERC20_CONTRACT, chainDecimals: 6, reserve: 'usdt-eth', directions: BOTH },
  eth: {
    name: 'Ethereum',
    unit: 'ETH',
    scale: 8,
    network: 'ethereum',
    chainDecimals: 18,
    reserve: 'eth',
    swapScale: 6,
    toleranceMax: 20_000n,
    // 65 000 gas at 30 gwei, for a recipient that is a contract.
    payoutFeeMax: 200_000n,
    paymentMin: 1_000n,
    reference: 'eth',
    directions: BOTH,
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
    // A transaction of two inputs at 150 satoshi per vbyte, or of thirty at ten.
    payoutFeeMax: 50_000n,
    reference: 'btc',
    directions: BOTH,
  },
  vnd: { name: 'Việt Nam đồng', unit: 'đ', scale: 0, network: 'bank', reserve: 'vnd', swapScale: 0, reference: null, directions: BOTH },
} as const satisfies Record<string, CurrencyFacts>;

/** All currencies in display order; dong last. */
export const CURRENCIES: { readonly [C in keyof typeof ROWS]: CurrencyFacts & (typeof ROWS)[C] } = ROWS;

/** Code of a currency, dong included. */
export type CurrencyCode = keyof typeof CURRENCIES;

/** Code of a currency that customers buy, sell and swap (all but dong). */
export type TradedCode = Exclude<CurrencyCode, 'vnd'>;

/** All currency codes, dong last. */
export const CURRENCY_CODES = Object.keys(CURRENCIES) as CurrencyCode[];

/** The traded currency codes in display order. */
export const TRADED_CODES = /* @__PURE__ */ CURRENCY_CODES.filter((code): code is TradedCode => code !== 'vnd');

/** Whether an untrusted string is a currency code. */
export function isCurrencyCode(value: string): value is CurrencyCode {
  return Object.hasOwn(CURRENCIES, value);
}

/** Whether an untrusted string is the code of a traded currency. */
export function isTradedCode(value: string): value is TradedCode {
  return value !== 'vnd' && isCurrencyCode(value);
}

/** Whether a currency is USDT on some network. */
export function isUsdt(code: CurrencyCode): boolean {
  return CURRENCIES[code].unit === USDT.unit;
}

/** Network of a currency. */
export function networkOf(code: CurrencyCode): Network {
  return NETWORKS[CURRENCIES[code].network];
}

/** Smallest amount that the network of a currency transfers by itself, in minor units; zero where it has no minimum. */
export function smallestTransfer(code: CurrencyCode): bigint {
  return networkOf(code).transferLimits?.min ?? 0n;
}

/** Whether a network has a currency with at least one implemented direction. */
export function isImplemented(network: NetworkCode): boolean {
  return CURRENCY_CODES.some((code) => CURRENCIES[code].network === network && CURRENCIES[code].directions.length > 0);
}

/** Whether a network has a currency that is transferred as vouchers. */
export function hasVouchers(network: NetworkCode): boolean {
  return CURRENCY_CODES.some((code) => CURRENCIES[code].network === network && CURRENCIES[code].isVoucher === true);
}

/** Whether the account holder's name must be known before a payout in this currency. */
export function needsHolderName(code: CurrencyCode): boolean {
  return networkOf(code).holderName === 'required' && !CURRENCIES[code].isVoucher;
}

/** Code of a reserve: the spendable money in one wallet or account. Also the ledger's unit for that money. */
export type ReserveCode = (typeof CURRENCIES)[CurrencyCode]['reserve'];

/** All reserves with their network and the decimals of their amounts. */
export const RESERVES = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ CURRENCY_CODES.map((code) => [CURRENCIES[code].reserve, { scale: CURRENCIES[code].scale, network: CURRENCIES[code].network }]),
) as Readonly<Record<ReserveCode, { readonly scale: number; readonly network: NetworkCode }>>;

/** All reserve codes. */
export const RESERVE_CODES = Object.keys(RESERVES) as ReserveCode[];

/** Network of a reserve. */
export function networkOfReserve(reserve: ReserveCode): Network {
  return NETWORKS[RESERVES[reserve].network];
}
