import { CLOCK_SKEW_SECONDS, FAST_TRANSFER_MAX_VND, FAST_TRANSFER_MIN_VND } from './constants.ts';
import { MINUTE_MS, SECOND_MS } from './durations.ts';
import type { Network } from './network.ts';

/**
 * Idle time of a deposit address after its lease, on account-based chains (not UTXO): a late payment in this time still belongs to the last lease.
 */
const ADDRESS_IDLE_DAYS = 7;
/** Covers senders' fees and rounding on chains. */
const CHAIN_TOLERANCE_PER_MILLE = 5;
const HEX_ID = '^0x[0-9a-f]{64}$';
const PLAIN_HEX_ID = '^[0-9a-f]{64}$';

/** Attribution on chains whose block times follow the clocks of their validators. */
const LEASED = { by: 'address', idleDays: ADDRESS_IDLE_DAYS, antedatedSecondsMax: CLOCK_SKEW_SECONDS } as const;

/** Facts shared by all chains. */
const CHAIN = {
  holderName: 'unavailable',
  dayStartsAtUtcHour: null,
  timeStepMs: SECOND_MS,
  repeatsReferences: false,
  authenticatesPayer: false,
  payout: 'signed',
  payoutCharge: null,
  tolerancePerMille: CHAIN_TOLERANCE_PER_MILLE,
  transferLimits: null,
} as const;

const ROWS = {
  bank: {
    name: 'Bank',
    attribution: { by: 'memo' },
    finality: { by: 'record' },
    feeCoin: null,
    address: { family: 'bank' },
    explorer: null,
    holderName: 'required',
    // Midnight in Vietnam.
    dayStartsAtUtcHour: 17,
    timeStepMs: SECOND_MS,
    repeatsReferences: true,
    authenticatesPayer: false,
    collection: 'collection',
    payout: 'keyed',
    payoutCharge: null,
    tolerancePerMille: null,
    transferLimits: { min: FAST_TRANSFER_MIN_VND, max: FAST_TRANSFER_MAX_VND },
  },
  'perfect-money': {
    name: 'Perfect Money',
    attribution: { by: 'memo' },
    finality: { by: 'record' },
    feeCoin: null,
    // Accounts in euro, gold and bitcoin start with other letters.
    address: { family: 'wallet', letter: 'U', pattern: '^U\\d{5,9}$', untraded: '^[EGB]\\d{5,9}$', hint: 'U and 5 to 9 digits' },
    explorer: null,
    holderName: 'required',
    dayStartsAtUtcHour: null,
    // The history's times are without seconds.
    timeStepMs: MINUTE_MS,
    repeatsReferences: false,
    authenticatesPayer: true,
    collection: null,
    payout: 'one-shot',
    payoutCharge: { verified: 50n, unverified: 200n, max: null },
    tolerancePerMille: null,
    transferLimits: null,
  },
  webmoney: {
    name: 'WebMoney',
    attribution: { by: 'memo' },
    finality: { by: 'record' },
    feeCoin: null,
    address: { family: 'wallet', letter: 'Z', pattern: '^Z\\d{12}$', untraded: '^[A-Z]\\d{12}$', hint: 'Z and 12 digits' },
    explorer: null,
    holderName: 'required',
    dayStartsAtUtcHour: null,
    timeStepMs: SECOND_MS,
    repeatsReferences: false,
    authenticatesPayer: true,
    collection: null,
    payout: 'keyed',
    payoutCharge: { verified: 80n, unverified: 80n, max: 5_000n },
    tolerancePerMille: null,
    transferLimits: null,
  },
  tron: {
    ...CHAIN,
    name: 'TRON',
    attribution: LEASED,
    finality: { by: 'solid-block', blocks: 19, blockMs: 3_000 },
    feeCoin: { unit: 'trx', scale: 6 },
    address: { family: 'base58check', version: 0x41, pattern: '^T[1-9A-HJ-NP-Za-km-z]{33}$', hint: 'T and 33 letters and digits' },
    linkSchemes: ['tron'],
    tokenStandard: 'TRC20',
    explorer: { name: 'Tronscan', url: 'https://tronscan.org/#/transaction/{id}', idPattern: PLAIN_HEX_ID },
    collection: 'deposits',
  },
  ethereum: {
    ...CHAIN,
    name: 'Ethereum',
    attribution: LEASED,
    // Two epochs of 32 slots.
    finality: { by: 'finalized-block', blocks: 64, blockMs: 12_000 },
    feeCoin: { unit: 'eth', scale: 8 },
    address: { family: 'evm' },
    chainId: 1,
    linkSchemes: ['ethereum'],
    tokenStandard: 'ERC20',
    explorer: { name: 'Etherscan', url: 'https://etherscan.io/tx/{id}', idPattern: HEX_ID },
    collection: 'deposits',
  },
  bsc: {
    ...CHAIN,
    name: 'BNB Smart Chain',
    attribution: LEASED,
    // Fast finality is two blocks; one validator makes up to 16 in a row.
    finality: { by: 'finalized-block', blocks: 16, blockMs: 450 },
    feeCoin: { unit: 'bnb', scale: 8 },
    address: { family: 'evm' },
    chainId: 56,
    linkSchemes: ['bnb', 'bsc', 'smartchain'],
    tokenStandard: 'BEP20',
    explorer: { name: 'BscScan', url: 'https://bscscan.com/tx/{id}', idPattern: HEX_ID },
    collection: 'deposits',
  },
  bitcoin: {
    ...CHAIN,
    name: 'Bitcoin',
    attribution: { by: 'address', idleDays: null, antedatedSecondsMax: 7_200 },
    finality: { by: 'confirmations', blocks: 2, blockMs: 600_000 },
    feeCoin: null,
    address: { family: 'bitcoin' },
    linkSchemes: ['bitcoin'],
    // The minimum is above the dust limit, below which nodes relay no output, and is worth the fee of its own transfer.
    transferLimits: { min: 10_000n, max: 10_000_000_000n },
    explorer: { name: 'mempool.space', url: 'https://mempool.space/tx/{id}', idPattern: PLAIN_HEX_ID },
    // Payouts spend deposits directly: nothing is swept.
    collection: null,
  },
} as const satisfies Record<string, Network>;

/** Network rows with their literal types; unions of units and accounts derive from them. */
export type NetworkRows = typeof ROWS;

/** Code of a network, as stored in orders, payments and settings. A network without a line in `rails/registry.ts` is not traded. */
export type NetworkCode = keyof NetworkRows;

/** All payment networks. CONTRIBUTING.md explains how to add one. */
export const NETWORKS: Readonly<Record<NetworkCode, Network>> = ROWS;

/** All network codes. */
export const NETWORK_CODES = Object.keys(ROWS) as NetworkCode[];

/** Whether an untrusted string is a network code. */
export function isNetworkCode(value: string): value is NetworkCode {
  return Object.hasOwn(ROWS, value);
}

/** Whether each order on this network leases its own deposit address. */
export function leasesAddresses(code: NetworkCode): boolean {
  return NETWORKS[code].attribution.by === 'address';
}

/** Code of a coin that network fees are paid in. */
export type FeeUnit = { [N in NetworkCode]: NetworkRows[N]['feeCoin'] extends { readonly unit: infer U extends string } ? U : never }[NetworkCode];

/** All fee coins with the decimals of their amounts. */
export const FEE_UNITS = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ NETWORK_CODES.flatMap((code) => {
    const { feeCoin } = NETWORKS[code];
    return feeCoin ? [[feeCoin.unit, { scale: feeCoin.scale }]] : [];
  }),
) as Readonly<Record<FeeUnit, { readonly scale: number }>>;

/** Codes of all fee coins. */
export const FEE_UNIT_CODES = Object.keys(FEE_UNITS) as FeeUnit[];

/**
 * Explorer URL of a transaction, or null for networks without a public record.
 * @param reference transaction id, optionally with the index of a transfer within the transaction (`id:n`)
 */
export function explorerUrl(code: NetworkCode, reference: string): string | null {
  const { explorer } = NETWORKS[code];
  const [id = ''] = reference.split(':');
  return explorer && new RegExp(explorer.idPattern).test(id) ? explorer.url.replace('{id}', id) : null;
}
