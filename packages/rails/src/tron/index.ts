import { DROPPED_AFTER_SECONDS } from '@quydoi/domain/constants';
import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import { createBlockSources } from '../chain/block-sources.ts';
import { broadcastToAll } from '../chain/broadcast.ts';
import { BALANCE_OF } from '../chain/erc20.ts';
import { askFirstAble, askUntilFound, checkedFirst, requireFreshHead } from '../chain/fail-over.ts';
import { requireCurrency } from '../chain/require-currency.ts';
import { severalNodes } from '../chain/several-nodes.ts';
import { suspensionOfSweep } from '../chain/tether.ts';
import type { FirstHand } from '../first-hand.ts';
import type { PayoutRequest } from '../payout.ts';
import type { Rail } from '../rail.ts';
import { RailError } from '../rail-error.ts';
import type { PricedFeeCoin, SignedPayouts } from '../signed-payout.ts';
import type { BlockSource, HeadSource } from '../source.ts';
import type { DepositSweeps } from '../sweeps.ts';
import { addressWord } from './abi.ts';
import { hexOf } from './address.ts';
import { type BuildOptions, feeCoinOf, missingFeeSun, signTokens, signTrx, type TokenOrder, type TronTransfer } from './build.ts';
import { depositAddresses, type TronKey, type TronKeys, type TronSecret, tronKeys } from './keys.ts';
import { createNode, type TronNode } from './node.ts';
import { CALLS_A_DAY, paceWithin } from './pace.ts';
import { paymentsAt, readableChain } from './readable-chain.ts';
import { requireSigned, statusOf } from './status.ts';
import { readSuspension, readSwitchOn } from './suspension.ts';

/** Options of the TRON rail. They determine the capabilities that the rail has. */
export interface TronRailOptions {
  /** `https://api.trongrid.io`; without a node the rail only derives addresses. */
  readonly node?: TronNodeAccess;
  /** A second, independent node: transfers count as expired only when both nodes agree. It is asked when the first fails or is stalled. */
  readonly secondNode?: TronNodeAccess;
  /** Spending secret, for the signer only. Enables `payouts` and, for a mnemonic or seed, `sweeps` and `addresses`; a single key is the hot wallet's only. */
  readonly secret?: TronSecret;
  /** Extended public key of the deposit account; enables `addresses`, as a mnemonic or seed does. */
  readonly xpub?: string;
  /** The USDT contract; by default the main network's. */
  readonly contract?: string;
  /** Maximum energy fee of one transfer, in sun. */
  readonly feeLimitSunMax?: number;
  /** Validity of a signed transfer, counted from the irreversible head's time. */
  readonly validityMs?: number;
  /** Minimum lead of the irreversible head over the expiration before a transfer counts as expired. */
  readonly expiryMarginMs?: number;
  /** Maximum difference between the time of a node's newest irreversible block and our clock; a node whose block is older is stalled. */
  readonly headSkewMsMax?: number;
  /** Maximum blocks per page of deposits. */
  readonly blocksMax?: number;
  /** Daily call quota of the node; the pauses between reads of the chain derive from it. Default 100,000. */
  readonly callsADay?: number;
  /** Fixed pause between reads of the chain, instead of those that derive from `callsADay`. */
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
/** Minor units of USDT: 100 USDT. */
const SWEEP_MIN = 100_000_000n;
/** Token units that a sweep leaves at the address: the next transfer to an address with a balance costs its sender half the energy. */
const REST = 1n;
/** The only currency of this rail. */
const TOKEN = 'trc20' satisfies CurrencyCode;

/** Payouts in USDT from the hot wallet. */
export interface TronPayouts extends SignedPayouts {
  sign(request: PayoutRequest, now: Date): Promise<TronTransfer>;
  suspension(now: Date): Promise<string | null>;
  feeCoin(now: Date): Promise<PricedFeeCoin>;
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
  const nodes: Nodes | null = node ? [node, ...(second ? [second] : [])] : null;
  const marginMs = options.expiryMarginMs ?? EXPIRY_MARGIN_MS;
  return {
    code: 'tron',
    ...addressesOf(options.xpub, keys),
    ...ownAccountsOf(keys?.hotWallet.address ?? options.wallet),
    ...(nodes ? { sources: sourcesOf(nodes, contractHex, build.headSkewMsMax, options) } : {}),
    ...(nodes ? { firstHand: firstHandOf(nodes, contractHex, build.headSkewMsMax) } : {}),
    ...(nodes ? severalNodes(nodes, (one, now) => requireFreshNode(one, build.headSkewMsMax, now)) : {}),
    ...(nodes && keys ? { payouts: payoutsOf(nodes, build, keys.hotWallet, marginMs) } : {}),
    ...(nodes && keys?.deposit ? { sweeps: sweepsOf(nodes, build, keys.hotWallet, keys.deposit, options.sweepMin ?? SWEEP_MIN) } : {}),
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

/** Our nodes, in the order in which they are asked. */
type Nodes = readonly [TronNode, ...TronNode[]];

function firstHandOf(nodes: Nodes, contract: string, headAgeMsMax: number): FirstHand {
  const findAt = async (node: TronNode, reference: string, now: Date) => {
    const facts = await paymentsAt(node, contract, reference);
    // A stalled node may lack the payment.
    if (facts.length === 0) await requireFreshNode(node, headAgeMsMax, now);
    return facts;
  };
  return {
    by: 'reference',
    absent: `${'0'.repeat(64)}:0`,
    find: (reference, now) => askFirstAble('tron', nodes, (node) => findAt(node, reference, now)),
    findAtAny: (reference, now) => askUntilFound('tron', nodes, (node) => findAt(node, reference, now)),
  };
}

function payoutsOf(nodes: Nodes, build: BuildOptions, key: TronKey, marginMs: number): TronPayouts {
  const contract = requireHex(build.contract);
  const owner = requireHex(key.address);
  const askFresh = <T>(now: Date, ask: (node: TronNode) => Promise<T>) => askFreshNode(nodes, build.headSkewMsMax, now, ask);
  return {
    kind: 'signed',
    address: key.address,
    maxFee: () => 0n,
    async sign({ key: id, currency, destination, amount }, now) {
      requireCurrency('tron', TOKEN, currency);
      return askFirstAble('tron', nodes, (node) => {
        const suspension = () => readSuspension(node, contract, owner);
        return signTokens(node, build, key, { key: id, to: destination, amount, suspension }, now);
      });
    },
    suspension: (now) => askFresh(now, (node) => readSuspension(node, contract, owner)),
    feeCoin: (now) => askFresh(now, (node) => feeCoinOf(node, build, key.address)),
    async broadcast(transfer) {
      const transaction = requireSigned(transfer);
      await broadcastToAll(nodes, (node) => node.broadcast(transaction));
    },
    status: (transfers) => statusOf(nodes, marginMs, transfers),
    balances: (now) =>
      askFresh(now, async (node) => {
        const [tokens, sun] = await Promise.all([tokenBalance(node, build.contract, key.address), node.trxSun(owner)]);
        return new Map([
          [CURRENCIES[TOKEN].reserve, tokens],
          ['trx', BigInt(sun)],
        ]);
      }),
  };
}

/** Asks nodes in turn until one that is not stalled answers. The check for a stalled node and the question run concurrently. */
function askFreshNode<T>(nodes: Nodes, ageMsMax: number, now: Date, ask: (node: TronNode) => Promise<T>): Promise<T> {
  return askFirstAble('tron', nodes, async (node) => {
    const [, answer] = await checkedFirst(requireFreshNode(node, ageMsMax, now), ask(node));
    return answer;
  });
}

async function requireFreshNode(node: TronNode, ageMsMax: number, now: Date): Promise<void> {
  const { at } = await node.head('walletsolidity');
  requireFreshHead('tron', new Date(at), ageMsMax, now);
}

function sourcesOf(nodes: Nodes, contract: string, headAgeMsMax: number, options: TronRailOptions): readonly [BlockSource, HeadSource] {
  const { blocksMax = BLOCKS_MAX, scanMs, callsADay = CALLS_A_DAY, dropAfterMs = DROPPED_AFTER_SECONDS * 1_000 } = options;
  const pace = scanMs === undefined ? paceWithin(callsADay) : { pollMs: scanMs, idlePollMs: scanMs };
  const [first, ...others] = nodes;
  const chains = [readableChain(first, contract), ...others.map((node) => readableChain(node, contract))] as const;
  return createBlockSources(chains, { ...pace, blocksMax, dropAfterMs, headBlocksMax: HEAD_BLOCKS_MAX, headAgeMsMax });
}

function sweepsOf(nodes: Nodes, build: BuildOptions, hotWallet: TronKey, keyOf: NonNullable<TronKeys['deposit']>, min: bigint): TronSweeps {
  const ask = <T>(work: (node: TronNode) => Promise<T>, now?: Date) =>
    now === undefined ? askFirstAble('tron', nodes, work) : askFreshNode(nodes, build.headSkewMsMax, now, work);
  const balance = (node: TronNode, index: number) => tokenBalance(node, build.contract, keyOf(index).address);
  const orderOf = (node: TronNode, index: number, amount: bigint, key: string): TokenOrder => ({
    key,
    to: hotWallet.address,
    amount,
    suspension: async () => suspensionOfSweep('tron', await readSwitchOn(node, requireHex(build.contract), requireHex(keyOf(index).address))),
  });
  return {
    pollMs: SWEEP_MS,
    terms: new Map([[TOKEN, { min, rest: REST }]]),
    async balance(currency, index, now) {
      requireCurrency('tron', TOKEN, currency);
      return ask((node) => balance(node, index), now);
    },
    async feeMissing(currency, index, amount, _feeBudget, now) {
      requireCurrency('tron', TOKEN, currency);
      return BigInt(await ask((node) => missingFeeSun(node, build, keyOf(index), orderOf(node, index, amount, '')), now));
    },
    async signSweep(currency, index, amount, now) {
      requireCurrency('tron', TOKEN, currency);
      return ask(async (node) => {
        if (amount > (await balance(node, index)) - REST) throw new RailError('tron', 'refused', 'not-done', 'a sweep has to leave one unit');
        return signTokens(node, build, keyOf(index), orderOf(node, index, amount, `sweep ${index}`), now);
      }, now);
    },
    signFund: (index, amountSun, now) =>
      ask((node) => signTrx(node, build, hotWallet, { key: `fund ${index}`, to: keyOf(index).address, amountSun: Number(amountSun) }, now), now),
  };
}

/** Token balance at the irreversible head: settled payouts have left it, credited deposits are in it. */
async function tokenBalance(node: TronNode, contract: string, address: string): Promise<bigint> {
  const owner = requireHex(address);
  const call = { owner, contract: requireHex(contract), signature: BALANCE_OF.signature, parameters: addressWord(owner) };
  const [word] = (await node.call('walletsolidity', call)).words;
  if (word === undefined || word.length !== 64) throw new RailError('tron', 'malformed', 'not-done', 'the contract tells no balance');
  return BigInt(`0x${word}`);
}

function requireHex(address: string): string {
  const hex = hexOf(address);
  if (hex === null) throw new Error(`no TRON address: ${address}`);
  return hex;
}
