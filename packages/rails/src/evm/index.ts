import { DROPPED_AFTER_SECONDS } from '@quydoi/domain/constants';
import { CURRENCIES } from '@quydoi/domain/currencies';
import type { LedgerUnit } from '@quydoi/domain/ledger/accounts';
import { NETWORKS } from '@quydoi/domain/networks';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { createBlockSources } from '../chain/block-sources.ts';
import { broadcastToAll } from '../chain/broadcast.ts';
import { askFirstAble, checkedFirst, requireFreshHead } from '../chain/fail-over.ts';
import type { ChainKey, ChainSecret } from '../chain/hd-keys.ts';
import { severalNodes } from '../chain/several-nodes.ts';
import type { FirstHand } from '../first-hand.ts';
import type { Rail } from '../rail.ts';
import { RailError } from '../rail-error.ts';
import type { SignedPayouts } from '../signed-payout.ts';
import type { BlockSource, HeadSource } from '../source.ts';
import type { StrayCoins } from '../stray-coins.ts';
import { type BuildOptions, feeCoinOf, signReplacement, signTokens, tokenBalance } from './build.ts';
import { EVM_CHAINS, type EvmChain, type EvmNetwork, isCoin } from './chains.ts';
import { signCoinPayout, signCoinReplacement } from './coin-transfers.ts';
import { gasPriceMax, unitsIn } from './fees.ts';
import type { EvmNodes } from './internal-movements.ts';
import { depositAddresses, evmKeys } from './keys.ts';
import { createNode, type EvmNode } from './node.ts';
import { paymentsAt, readableChain, readHeads, withoutFailed } from './readable-chain.ts';
import { statusOf } from './status.ts';
import { readSuspension } from './suspension.ts';
import { sweepsOf } from './sweeps.ts';
import { requireContent } from './transaction.ts';

/** Options of the rail of a chain of Ethereum's kind. They determine the capabilities that the rail has. */
export interface EvmRailOptions {
  readonly network: EvmNetwork;
  /** JSON-RPC of our node; without one the rail only derives addresses. */
  readonly url?: string;
  /** A second, independent node: payments count, and transfers count as expired, only when both agree. It answers the rest where the first fails. */
  readonly secondUrl?: string;
  /** Spending secret, for the signer only. Enables `payouts` and, for a mnemonic or seed, `addresses` and `sweeps`. */
  readonly secret?: ChainSecret;
  /** Extended public key of the deposit account; enables `addresses`, as a mnemonic or seed does. */
  readonly xpub?: string;
  /** Our hot wallet, for a process without its key. */
  readonly wallet?: string;
  /** Blocks on top of a finalized one that are required besides, where not the chain's usual number. */
  readonly confirmations?: number;
  /** Highest price of gas that is paid, in gwei. */
  readonly gasGweiMax?: number;
  /** Minimum balance of a deposit address that is swept, in minor units. */
  readonly sweepMin?: bigint;
  /** Whether deposits of the token are swept several at once (EIP-7702), where the chain offers it; true by default. */
  readonly hasSweepBatches?: boolean;
  /** Maximum age of a node's newest block; a node with older ones is stalled. */
  readonly headAgeMsMax?: number;
  /** Pause between reads of the chain. */
  readonly scanMs?: number;
  /** Minimum lead of the irreversible head over an unconfirmed deposit before the deposit is dropped. */
  readonly dropAfterMs?: number;
  readonly fetch?: typeof fetch;
  /** Deadline of one request. */
  readonly timeoutMs: number;
}

const HEAD_AGE_MS_MAX = 5 * 60_000;
const SCAN_MS = 3_000;
const IDLE_SCAN_MS = 15_000;
/** Minor units of USDT: 500 USDT. */
const SWEEP_MIN = 500_000_000n;
/** Pause between looks for stray coins. Nobody waits for it: a customer who sent the wrong coin writes to us. */
const STRAY_MS = 5 * 60_000;

/** Payouts of the token and of the coin from the hot wallet. */
export interface EvmPayouts extends SignedPayouts {
  readonly replace: NonNullable<SignedPayouts['replace']>;
  readonly suspension: NonNullable<SignedPayouts['suspension']>;
  readonly feeCoin: NonNullable<SignedPayouts['feeCoin']>;
  /** The hot wallet. */
  readonly address: string;
}

/** The rail of a chain of Ethereum's kind. */
export interface EvmRail extends Rail {
  readonly payouts?: EvmPayouts;
  readonly sources?: readonly [BlockSource, HeadSource];
}

/** A chain with our nodes, of which the second one answers where the first cannot. */
interface Access {
  readonly chain: EvmChain;
  readonly nodes: EvmNodes;
  readonly headAgeMsMax: number;
}

/** Makes the rail of a chain of Ethereum's kind. Opens no connection. @throws Error for a malformed key */
export function createEvmRail(options: EvmRailOptions): EvmRail {
  const { network, url, secondUrl, secret, xpub, headAgeMsMax = HEAD_AGE_MS_MAX } = options;
  const chain = chainOf(options);
  const keys = secret && evmKeys(chain, secret);
  const access = url === undefined ? null : { chain, headAgeMsMax, nodes: nodesOf(chain, options, url, secondUrl) };
  const deposit = keys?.deposit;
  const wallet = keys?.hotWallet.address ?? options.wallet;
  const priceMax = gasPriceMax(options.gasGweiMax ?? chain.gasGweiMax);
  return {
    code: network,
    ...(xpub !== undefined ? { addresses: depositAddresses(chain, xpub) } : {}),
    // The signer trusts only addresses that it can derive.
    ...(xpub === undefined && deposit ? { addresses: { derive: (index: number) => deposit(index).address } } : {}),
    ...(wallet === undefined ? {} : { ownAccounts: [wallet] }),
    ...(access ? { sources: sourcesOf(access, options), firstHand: firstHandOf(access, wallet ?? null), strayCoins: strayCoinsOf(access) } : {}),
    ...(access ? severalNodes(access.nodes, (node, now) => requireFreshNode(chain, node, headAgeMsMax, now)) : {}),
    ...(access && keys ? { payouts: payoutsOf(access, keys.hotWallet, priceMax) } : {}),
    ...(access && keys && deposit
      ? {
          sweeps: sweepsOf(chain, {
            hotWallet: keys.hotWallet,
            keyOf: deposit,
            min: options.sweepMin ?? SWEEP_MIN,
            hasBatches: options.hasSweepBatches ?? true,
            gasPriceMax: priceMax,
            nodes: access.nodes,
            ask: (work, now) => (now === undefined ? askFirstAble(network, access.nodes, work) : askFreshNode(access, now, work)),
          }),
        }
      : {}),
  };
}

function chainOf({ network, confirmations }: EvmRailOptions): EvmChain {
  const chain = EVM_CHAINS[network];
  if (confirmations === undefined) return chain;
  const { stalledDepth } = chain.finality;
  // Whoever asks for more blocks means them also while finality stalls.
  return { ...chain, finality: { depthMin: confirmations, stalledDepth: stalledDepth === null ? null : Math.max(stalledDepth, confirmations) } };
}

function nodesOf(chain: EvmChain, { timeoutMs, fetch }: EvmRailOptions, url: string, secondUrl: string | undefined): Access['nodes'] {
  const open = (one: string) => createNode(chain, { url: one, timeoutMs, ...(fetch ? { fetch } : {}) });
  return [open(url), ...(secondUrl === undefined ? [] : [open(secondUrl)])];
}

function sourcesOf({ chain, nodes, headAgeMsMax }: Access, options: EvmRailOptions): readonly [BlockSource, HeadSource] {
  const { scanMs, dropAfterMs = DROPPED_AFTER_SECONDS * 1_000 } = options;
  const { blocksMax, headBlocksMax, finalAgeMsMax } = chain;
  const [, ...others] = nodes;
  const chains = [readableChain(chain, nodes), ...others.map((node) => readableChain(chain, startingWith(node, nodes)))] as const;
  const pace = { pollMs: scanMs ?? SCAN_MS, idlePollMs: scanMs ?? IDLE_SCAN_MS };
  const [blocks, head] = createBlockSources(chains, { ...pace, blocksMax, headBlocksMax, dropAfterMs, headAgeMsMax, finalAgeMsMax });
  if (chain.coin === null) return [blocks, head];
  const proven: Pick<BlockSource, 'withoutFailed'> = {
    withoutFailed: (facts) => askFirstAble(chain.code, nodes, (node) => withoutFailed(chain, node, facts)),
  };
  return [
    { ...blocks, ...proven },
    { ...head, ...proven },
  ];
}

function firstHandOf({ chain, nodes, headAgeMsMax }: Access, hotWallet: string | null): FirstHand {
  return {
    by: 'reference',
    absent: `0x${'0'.repeat(64)}:0`,
    async find(reference, now) {
      const told = await Promise.all(
        nodes.map(async (node) => {
          const facts = await paymentsAt(chain, startingWith(node, nodes), reference, hotWallet);
          // A stalled node may lack the payment.
          if (facts.length === 0) await requireFreshNode(chain, node, headAgeMsMax, now);
          return facts;
        }),
      );
      return agreedPayments(chain, told);
    },
  };
}

/**
 * Payments that every node tells: one alone, on a branch of its own or in the hands of a thief, must not make us pay. Payers may differ: not every
 * node traces them.
 * @throws RailError `busy` when nodes tell different payments
 */
function agreedPayments({ code }: EvmChain, told: readonly (readonly PaymentFact[])[]): readonly PaymentFact[] {
  const [first = [], ...others] = told;
  if (told.some((facts) => facts.length === 0)) return [];
  const textOf = (facts: readonly PaymentFact[]) =>
    facts.map(({ reference, account, unit, amount, paidAt }) => [reference, account, unit, amount, paidAt.getTime()].join()).join();
  if (others.some((facts) => textOf(facts) !== textOf(first))) throw new RailError(code, 'busy', 'not-done', 'the nodes tell different payments');
  return first;
}

function strayCoinsOf({ chain, nodes }: Access): StrayCoins {
  return {
    pollMs: STRAY_MS,
    balances: (addresses) =>
      askFirstAble(chain.code, nodes, async (node) => {
        const { final } = await readHeads(chain, node);
        return (await node.coinsAt(addresses.map((wallet) => ({ wallet, at: final.number })))).map(unitsIn);
      }),
  };
}

function payoutsOf({ chain, nodes, headAgeMsMax }: Access, key: ChainKey, priceMax: bigint): EvmPayouts {
  const askFresh = <T>(now: Date, ask: (node: EvmNode) => Promise<T>) => askFreshNode({ chain, nodes, headAgeMsMax }, now, ask);
  const suspension = (node: EvmNode) => readSuspension(chain, node, key.address);
  const build: BuildOptions = { gasPriceMax: priceMax, suspension, nodes };
  return {
    kind: 'signed',
    address: key.address,
    maxFee: () => 0n,
    async sign({ key: id, currency, destination, amount }, now, slotsInUse) {
      const order = { key: id, to: destination, amount };
      return isCoin(chain, currency)
        ? askFresh(now, (node) => signCoinPayout(chain, node, key, order, slotsInUse, build))
        : askFresh(now, (node) => signTokens(chain, node, key, order, slotsInUse, build));
    },
    async replace({ key: id, currency, destination, amount }, transfers, now) {
      const order = { key: id, to: destination, amount };
      const isOfCoin = isCoin(chain, currency);
      const newest = transfers.at(-1);
      if (!newest) return null;
      return isOfCoin
        ? askFresh(now, (node) => signCoinReplacement(chain, node, key, order, newest, priceMax))
        : askFresh(now, (node) => signReplacement(chain, node, key, order, newest, build));
    },
    suspension: (now) => askFresh(now, suspension),
    feeCoin: (now) => askFresh(now, (node) => feeCoinOf(chain, node, key.address, priceMax)),
    async broadcast(transfer) {
      requireContent(chain, transfer);
      await broadcastToAll(nodes, (node) => node.broadcast(transfer.raw));
    },
    status: (transfers) => statusOf(chain, nodes, transfers),
    balances: (now) =>
      askFresh(now, async (node) => {
        const { final } = await readHeads(chain, node);
        const [tokens, coins] = await Promise.all([tokenBalance(chain, node, key.address, final.number), node.coins(key.address)]);
        return new Map<LedgerUnit, bigint>([
          [CURRENCIES[chain.token].reserve, tokens],
          [NETWORKS[chain.code].feeCoin?.unit as LedgerUnit, unitsIn(coins)],
        ]);
      }),
  };
}

/** Asks nodes in turn until one that is not stalled answers. The check for a stalled node and the question run concurrently. */
function askFreshNode<T>({ chain, nodes, headAgeMsMax }: Access, now: Date, ask: (node: EvmNode) => Promise<T>): Promise<T> {
  return askFirstAble(chain.code, nodes, async (node) => {
    const [, answer] = await checkedFirst(requireFreshNode(chain, node, headAgeMsMax, now), ask(node));
    return answer;
  });
}

/** Nodes with one of them as the first. */
function startingWith(node: EvmNode, nodes: EvmNodes): EvmNodes {
  return [node, ...nodes.filter((other) => other !== node)];
}

async function requireFreshNode({ code }: EvmChain, node: EvmNode, ageMsMax: number, now: Date): Promise<void> {
  const { latest } = await node.heads();
  requireFreshHead(code, new Date(latest.timestamp * 1_000), ageMsMax, now);
}
