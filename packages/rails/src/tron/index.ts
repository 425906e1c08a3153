import { DROPPED_AFTER_SECONDS } from '@quydoi/domain/constants';
import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import type { FeeCoin } from '@quydoi/domain/fee-coin';
import { createBlockSources } from '../chain/block-sources.ts';
import { BALANCE_OF } from '../chain/erc20.ts';
import type { FirstHand } from '../first-hand.ts';
import type { PayoutRequest } from '../payout.ts';
import type { Rail } from '../rail.ts';
import { RailError } from '../rail-error.ts';
import type { SignedPayouts } from '../signed-payout.ts';
import type { BlockSource, HeadSource } from '../source.ts';
import type { DepositSweeps } from '../sweeps.ts';
import { addressWord } from './abi.ts';
import { hexOf } from './address.ts';
import { type BuildOptions, feeCoinOf, missingFeeSun, signTokens, signTrx, type TronTransfer } from './build.ts';
import { askFirstAble } from './fail-over.ts';
import { depositAddresses, type TronKey, type TronKeys, type TronSecret, tronKeys } from './keys.ts';
import { createNode, type TronNode } from './node.ts';
import { CALLS_A_DAY, paceWithin } from './pace.ts';
import { paymentsAt, readableChain } from './readable-chain.ts';
import { requireSigned, statusOf } from './status.ts';
import { readSuspension } from './suspension.ts';

/** Options of the TRON rail. They determine the capabilities that the rail has. */
export interface TronRailOptions {
  /** `https://api.trongrid.io`; without a node the rail only derives addresses. */
  readonly node?: TronNodeAccess;
  /** A second, independent node: transfers count as expired only when both nodes agree. */
  readonly secondNode?: TronNodeAccess;
  /** Spending secret, for the signer only. Enables `payouts` and, for a mnemonic or seed, `sweeps` and `addresses`; a single key is the hot wallet's only. */
  readonly secret?: TronSecret;
  /** Extended public key of the deposit account; enables `addresses`, as a mnemonic or seed does. */
  readonly xpub?: string;
  /** The USDT contract, where it is not the main network's. */
  readonly contract?: string;
  /** Maximum energy fee of one transfer, in sun. */
  readonly feeLimitSunMax?: number;
  /** Validity of a signed transfer, from the irreversible head's time on. */
  readonly validityMs?: number;
  /** Minimum lead of the irreversible head over the expiration before a transfer counts as expired. */
  readonly expiryMarginMs?: number;
  /** Maximum skew between the irreversible head and our clock when signing. */
  readonly headSkewMsMax?: number;
  /** Maximum blocks per page of deposits. */
  readonly blocksMax?: number;
  /** Calls that the node takes a day; the pauses between reads of the chain derive from it. Default 100,000. */
  readonly callsADay?: number;
  /** Pause between reads of the chain at any time, instead of those that derive from `callsADay`. */
  readonly scanMs?: number;
  /** Minimum lead of the irreversible head over an unconfirmed deposit before the deposit is dropped. */
  readonly dropAfterMs?: number;
  /** Minimum balance of a deposit address that is swept, in minor units. */
  readonly sweepMin?: bigint;
  /** Our hot wallet, for a process without its key. */
  readonly wallet?: string;
  readonly fetch?: typeof fetch;
  /** Deadline of one node call. */
  readonly timeoutMs: number;
}

/** Address and credentials of a node. */
export interface TronNodeAccess {
  readonly baseUrl: string;
  readonly apiKey?: string;
}

/** 1 TRX is 1,000,000 sun. A transfer to a new holder is about 13 TRX. */
const FEE_LIMIT_SUN_MAX = 30_000_000;
const VALIDITY_MS = 5 * 60_000;
const EXPIRY_MARGIN_MS = 30_000;
/** Includes the irreversible head's usual lag of about a minute. */
const HEAD_SKEW_MS_MAX = 5 * 60_000;
const BLOCKS_MAX = 20;
/** Lookback into the newest blocks: about 19 are not irreversible yet. */
const HEAD_BLOCKS_MAX = 25;
const SWEEP_MS = 5_000;
const SWEEP_MIN = 100_000_000n;
/** A token balance above zero costs the next customer half the energy of an empty one. */
const REST = 1n;
/** The only currency of this rail. */
const TOKEN = 'trc20' satisfies CurrencyCode;

/** Payouts in USDT from the hot wallet. */
export interface TronPayouts extends SignedPayouts {
  sign(request: PayoutRequest, now: Date): Promise<TronTransfer>;
  suspension(): Promise<string | null>;
  feeCoin(): Promise<FeeCoin>;
  /** The hot wallet. */
  readonly address: string;
}

/** Sweeps of USDT; TRON has no slots. */
export interface TronSweeps extends DepositSweeps {
  signSweep(currency: CurrencyCode, index: number, amount: bigint, now: Date): Promise<TronTransfer>;
  signFund(index: number, amountSun: bigint, now: Date): Promise<TronTransfer>;
}

/** The rail of USDT on TRON. */
export interface TronRail extends Rail {
  readonly payouts?: TronPayouts;
  readonly sources?: readonly [BlockSource, HeadSource];
  readonly sweeps?: TronSweeps;
}

/** Makes the rail of USDT on TRON. Opens no connection. @throws Error for a malformed key */
export function createTronRail(options: TronRailOptions): TronRail {
  const contract = options.contract ?? CURRENCIES.trc20.contract;
  const contractHex = requireHex(contract);
  const node = options.node && nodeOf(options, options.node);
  const second = options.secondNode && nodeOf(options, options.secondNode);
  const build: BuildOptions = {
    contract,
    feeLimitSunMax: options.feeLimitSunMax ?? FEE_LIMIT_SUN_MAX,
    validityMs: options.validityMs ?? VALIDITY_MS,
    headSkewMsMax: options.headSkewMsMax ?? HEAD_SKEW_MS_MAX,
  };
  const keys = options.secret && tronKeys(options.secret);
  const nodes = [node, second].filter((one) => one !== undefined);
  const marginMs = options.expiryMarginMs ?? EXPIRY_MARGIN_MS;
  return {
    code: 'tron',
    ...addressesOf(options.xpub, keys),
    ...ownAccountsOf(keys?.hotWallet.address ?? options.wallet),
    ...(node ? { sources: sourcesOf(node, contractHex, options) } : {}),
    ...(node ? { firstHand: firstHandOf(nodes, contractHex) } : {}),
    ...(node && keys ? { payouts: payoutsOf(node, nodes, build, keys.hotWallet, marginMs) } : {}),
    ...(node && keys?.deposit ? { sweeps: sweepsOf(node, build, keys.hotWallet, keys.deposit, options.sweepMin ?? SWEEP_MIN) } : {}),
  };
}

/** Derives addresses from the public key, else from the secret: the signer trusts only addresses that it can derive. */
function addressesOf(xpub: string | undefined, keys: TronKeys | undefined): Pick<Rail, 'addresses'> {
  if (xpub !== undefined) return { addresses: depositAddresses(xpub) };
  const deposit = keys?.deposit;
  return deposit ? { addresses: { derive: (index) => deposit(index).address } } : {};
}

function ownAccountsOf(wallet: string | undefined): Pick<Rail, 'ownAccounts'> {
  return wallet === undefined ? {} : { ownAccounts: [wallet] };
}

function nodeOf({ timeoutMs, fetch }: TronRailOptions, access: TronNodeAccess): TronNode {
  return createNode({ ...access, timeoutMs, ...(fetch ? { fetch } : {}) });
}

/** Either node is ours: the second one answers where the first cannot. */
function firstHandOf(nodes: readonly TronNode[], contract: string): FirstHand {
  return { by: 'reference', find: (reference) => askFirstAble(nodes, (node) => paymentsAt(node, contract, reference)) };
}

function payoutsOf(node: TronNode, nodes: readonly TronNode[], build: BuildOptions, key: TronKey, marginMs: number): TronPayouts {
  const suspension = () => readSuspension(node, requireHex(build.contract), requireHex(key.address));
  return {
    kind: 'signed',
    address: key.address,
    maxFee: () => 0n,
    async sign({ key: id, currency, destination, amount }, now) {
      requireToken(currency);
      return signTokens(node, build, key, { key: id, to: destination, amount, suspension }, now);
    },
    suspension,
    feeCoin: () => feeCoinOf(node, key.address),
    broadcast: async (transfer) => node.broadcast(requireSigned(transfer)),
    status: (transfers) => statusOf(nodes, marginMs, transfers),
    async balances() {
      const [tokens, sun] = await Promise.all([tokenBalance(node, build.contract, key.address), node.trxSun(requireHex(key.address))]);
      return new Map([
        [CURRENCIES[TOKEN].reserve, tokens],
        ['trx', BigInt(sun)],
      ]);
    },
  };
}

function sourcesOf(node: TronNode, contract: string, options: TronRailOptions): readonly [BlockSource, HeadSource] {
  const { blocksMax = BLOCKS_MAX, scanMs, callsADay = CALLS_A_DAY, dropAfterMs = DROPPED_AFTER_SECONDS * 1_000 } = options;
  const pace = scanMs === undefined ? paceWithin(callsADay) : { pollMs: scanMs, idlePollMs: scanMs };
  return createBlockSources(readableChain(node, contract), { ...pace, blocksMax, dropAfterMs, headBlocksMax: HEAD_BLOCKS_MAX });
}

function sweepsOf(node: TronNode, build: BuildOptions, hotWallet: TronKey, keyOf: NonNullable<TronKeys['deposit']>, min: bigint): TronSweeps {
  const balance = (index: number) => tokenBalance(node, build.contract, keyOf(index).address);
  return {
    pollMs: SWEEP_MS,
    terms: new Map([[TOKEN, { min, rest: REST }]]),
    async balance(currency, index) {
      requireToken(currency);
      return balance(index);
    },
    async feeMissing(currency, index, amount) {
      requireToken(currency);
      return BigInt(await missingFeeSun(node, build, keyOf(index), { key: '', to: hotWallet.address, amount }));
    },
    async signSweep(currency, index, amount, now) {
      requireToken(currency);
      if (amount > (await balance(index)) - REST) throw new RailError('tron', 'refused', 'not-done', 'a sweep has to leave one unit');
      return signTokens(node, build, keyOf(index), { key: `sweep ${index}`, to: hotWallet.address, amount }, now);
    },
    signFund: (index, amountSun, now) =>
      signTrx(node, build, hotWallet, { key: `fund ${index}`, to: keyOf(index).address, amountSun: Number(amountSun) }, now),
  };
}

function requireToken(currency: CurrencyCode): void {
  if (currency !== TOKEN) throw new RailError('tron', 'refused', 'not-done', `${currency} is not carried by this rail`);
}

/** Token balance on the irreversible side: without settled payouts, with credited deposits. */
async function tokenBalance(node: TronNode, contract: string, address: string): Promise<bigint> {
  const owner = requireHex(address);
  const call = { owner, contract: requireHex(contract), signature: BALANCE_OF, parameters: addressWord(owner) };
  const [word] = (await node.call('walletsolidity', call)).words;
  if (word === undefined || word.length !== 64) throw new RailError('tron', 'malformed', 'not-done', 'the contract tells no balance');
  return BigInt(`0x${word}`);
}

function requireHex(address: string): string {
  const hex = hexOf(address);
  if (hex === null) throw new Error(`no TRON address: ${address}`);
  return hex;
}
