import { FAST_TRANSFER_MAX_VND, FAST_TRANSFER_MIN_VND } from './constants.ts';
import { MINUTE_MS, SECOND_MS } from './durations.ts';

/** How incoming money is attributed to an order. */
export type Attribution =
  /** All orders are paid into one shared account; matched by the reference in the memo, else by exact amount and known sender. */
  | { readonly by: 'memo' }
  /** Each order leases its own deposit address. An address is leased again after it was idle for `idleDays`; null: never. */
  | { readonly by: 'address'; readonly idleDays: number | null };

/** Condition for a payment to be final, that is, irreversible. */
export type Finality =
  /** The payment is in the provider's own records. */
  | { readonly by: 'record' }
  /**
   * The node reports the payment's block as irreversible (`solid-block`, `finalized-block`), or the payment has enough `confirmations`. `blocks`:
   * typical number of blocks until then, `blockMs` apart.
   */
  | { readonly by: 'solid-block' | 'finalized-block' | 'confirmations'; readonly blocks: number; readonly blockMs: number };

/** Parameters of each address family (`address/families.ts`). */
interface AddressParameters {
  readonly bank: object;
  /** Account number at a provider: `pattern` matches the upper-case form, `untraded` the accounts in currencies that are not traded. */
  readonly wallet: { readonly pattern: string; readonly untraded: string; readonly hint: string };
  readonly evm: object;
  /** Base58Check of the byte `version` and 20 bytes; `pattern` matches its text. */
  readonly base58check: { readonly version: number; readonly pattern: string; readonly hint: string };
  readonly bitcoin: object;
}

/** Name of an address family. */
export type AddressFamilyName = keyof AddressParameters;

/** Format of a destination address: selects its validation, with the network's parameters. */
export type AddressFormat<F extends AddressFamilyName = AddressFamilyName> = {
  readonly [K in F]: { readonly family: K } & AddressParameters[K];
}[F];

/**
 * Protection against double payouts. `signed`: only the stored signed transaction is broadcast. `keyed`: the provider deduplicates by
 * idempotency key. `one-shot`: neither, so an attempt is never sent twice.
 */
export type PayoutFamily = 'signed' | 'keyed' | 'one-shot';

/** Block explorer. `name` is its brand; `{id}` in `url` stands for the transaction id, which matches `idPattern` on this network. */
export interface Explorer {
  readonly name: string;
  readonly url: string;
  readonly idPattern: string;
}

/** Static facts about a payment network or provider. Operators' switches are in the settings. */
export interface Network {
  /** Brand name, the same in every language. */
  readonly name: string;
  readonly attribution: Attribution;
  readonly finality: Finality;
  /** Coin that network fees are paid in, with `scale` decimals in the ledger, where it is no reserve; null where fees are paid from the reserve. */
  readonly feeCoin: { readonly unit: string; readonly scale: number } | null;
  readonly address: AddressFormat;
  /** Chain id of signed transactions (EIP-155). */
  readonly chainId?: number;
  /** Name of the token standard, shown after the network's name for tokens. */
  readonly tokenStandard?: string;
  readonly explorer: Explorer | null;
  /** `required`: the holder's name can be looked up, and a payout needs it. `unavailable`: there is no lookup. */
  readonly holderName: 'required' | 'unavailable';
  /**
   * UTC hour at which the provider's day starts, for providers that may report a date without a time; such a date means the day's first second. Null:
   * every timestamp has a time.
   */
  readonly dayStartsAtUtcHour: number | null;
  /** How long the shortest time that the provider tells is, in milliseconds: a payment was made at the time told or up to this much later. */
  readonly timeStepMs: number;
  /** Whether different payments may have the same reference: some banks number payments from 1 to 9999 and start over. */
  readonly repeatsReferences: boolean;
  /** Whether the provider authenticates payers: sellers then declare the account they pay from, and a third-party payer is a risk. */
  readonly authenticatesPayer: boolean;
  /** Suffix of the collection account (`rail:RESERVE-SUFFIX`), where payments arrive outside the reserve; null where they arrive in the reserve. */
  readonly collection: string | null;
  readonly payout: PayoutFamily;
  /** Provider's charge on top of a payout in basis points, depending on whether our wallet is verified. Null: none. */
  readonly payoutCharge: { readonly verified: bigint; readonly unverified: bigint } | null;
  /** Maximum difference between expected and paid amount that is repriced automatically, per mille; null where amounts must be exact. */
  readonly tolerancePerMille: number | null;
  /** Minimum and maximum of a single transfer in minor units; larger payouts are split. Null: unlimited. */
  readonly transferLimits: { readonly min: bigint; readonly max: bigint } | null;
}

/**
 * Idle time of a deposit address after its lease, on chains with accounts (not UTXO): a late payment in this time still belongs to the last lease.
 */
const ADDRESS_IDLE_DAYS = 7;
/** Covers senders' fees and rounding on chains. */
const CHAIN_TOLERANCE_PER_MILLE = 5;
const HEX_ID = '^0x[0-9a-f]{64}$';
const PLAIN_HEX_ID = '^[0-9a-f]{64}$';

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
    address: { family: 'wallet', pattern: '^U\\d{5,9}$', untraded: '^[EGB]\\d{5,9}$', hint: 'U and 5 to 9 digits' },
    explorer: null,
    holderName: 'required',
    dayStartsAtUtcHour: null,
    // The history's times are without seconds.
    timeStepMs: MINUTE_MS,
    repeatsReferences: false,
    authenticatesPayer: true,
    collection: null,
    payout: 'one-shot',
    payoutCharge: { verified: 50n, unverified: 200n },
    tolerancePerMille: null,
    transferLimits: null,
  },
  webmoney: {
    name: 'WebMoney',
    attribution: { by: 'memo' },
    finality: { by: 'record' },
    feeCoin: null,
    address: { family: 'wallet', pattern: '^Z\\d{12}$', untraded: '^[A-Z]\\d{12}$', hint: 'Z and 12 digits' },
    explorer: null,
    holderName: 'required',
    dayStartsAtUtcHour: null,
    timeStepMs: SECOND_MS,
    repeatsReferences: false,
    authenticatesPayer: true,
    collection: null,
    payout: 'keyed',
    payoutCharge: null,
    tolerancePerMille: null,
    transferLimits: null,
  },
  tron: {
    ...CHAIN,
    name: 'TRON',
    attribution: { by: 'address', idleDays: ADDRESS_IDLE_DAYS },
    finality: { by: 'solid-block', blocks: 19, blockMs: 3_000 },
    feeCoin: { unit: 'trx', scale: 6 },
    address: { family: 'base58check', version: 0x41, pattern: '^T[1-9A-HJ-NP-Za-km-z]{33}$', hint: 'T and 33 letters and digits' },
    tokenStandard: 'TRC20',
    explorer: { name: 'Tronscan', url: 'https://tronscan.org/#/transaction/{id}', idPattern: PLAIN_HEX_ID },
    collection: 'deposits',
  },
  ethereum: {
    ...CHAIN,
    name: 'Ethereum',
    attribution: { by: 'address', idleDays: ADDRESS_IDLE_DAYS },
    // Two epochs of 32 slots.
    finality: { by: 'finalized-block', blocks: 64, blockMs: 12_000 },
    feeCoin: { unit: 'eth', scale: 8 },
    address: { family: 'evm' },
    chainId: 1,
    tokenStandard: 'ERC20',
    explorer: { name: 'Etherscan', url: 'https://etherscan.io/tx/{id}', idPattern: HEX_ID },
    collection: 'deposits',
  },
  bsc: {
    ...CHAIN,
    name: 'BNB Smart Chain',
    attribution: { by: 'address', idleDays: ADDRESS_IDLE_DAYS },
    // Fast finality is two blocks; one validator makes up to 16 in a row.
    finality: { by: 'finalized-block', blocks: 16, blockMs: 450 },
    feeCoin: { unit: 'bnb', scale: 8 },
    address: { family: 'evm' },
    chainId: 56,
    tokenStandard: 'BEP20',
    explorer: { name: 'BscScan', url: 'https://bscscan.com/tx/{id}', idPattern: HEX_ID },
    collection: 'deposits',
  },
  bitcoin: {
    ...CHAIN,
    name: 'Bitcoin',
    attribution: { by: 'address', idleDays: null },
    finality: { by: 'confirmations', blocks: 2, blockMs: 600_000 },
    feeCoin: null,
    address: { family: 'bitcoin' },
    // Nodes relay no output that costs more to spend than it is worth; this one is worth its own transfer too.
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

/** All payment networks. CONTRIBUTING.md says how to add one. */
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
  NETWORK_CODES.flatMap((code) => {
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
