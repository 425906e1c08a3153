import { RailError } from '../rail-error.ts';
import type { EvmChain } from './chains.ts';
import { type CoinMovement, internalMovement, payerAmong, smallestWei } from './coin-payments.ts';
import { isContract } from './delegation.ts';
import type { EvmNode } from './node.ts';
import { StateGone, Untraced } from './node-errors.ts';
import { openRangeReader } from './range-reader.ts';
import { type InnerMove, innerMove, lastingMoves, type Trace } from './traces.ts';
import type { Block, Transaction } from './wire.ts';

/** Movements found by traces, and watched addresses that are contracts. */
export interface TracedRead {
  readonly movements: readonly CoinMovement[];
  readonly contracts: readonly string[];
  /** Blocks that the node did not tell. */
  readonly left: readonly Block[];
  /** Trouble that keeps some of them from being read now; null when they never can be. */
  readonly trouble: RailError | null;
}

/**
 * Reads what contracts moved to addresses from a node's traces, where no states are left to compare balances at. Tells the same amounts.
 * @param watched addresses in lower case
 * @throws StateGone when the node traces nothing
 */
export type TraceReader = (blocks: readonly Block[], watched: readonly string[]) => Promise<TracedRead>;

/** What came to an address in a block besides what transactions themselves pay; from null where it was paid out of a stake. */
interface Arrival extends Omit<InnerMove, 'from'> {
  readonly block: Block;
  readonly from: string | null;
  readonly txid: string | null;
}

/** Gas of a transfer that calls no contract. */
const TRANSFER_GAS = 21_000n;
const WEI_PER_GWEI = 10n ** 9n;

/**
 * Opens a reader of a node's traces that remembers how many blocks the node answers at once. Anybody can fill a block with calls to our addresses: one
 * that is too much for the node is left, and dust is not looked into.
 */
export function openTraceReader(chain: EvmChain, node: EvmNode): TraceReader {
  const readRange = openRangeReader(chain.code, chain.blocksMax);
  return async (blocks, addresses) => {
    const watched = new Set(addresses);
    // No trace tells a block's fees.
    const left = new Set(blocks.filter(({ miner }) => watched.has(miner)).map(({ number }) => number));
    const [first, last] = [blocks[0]?.number ?? 0, blocks.at(-1)?.number ?? -1];
    const inRange = (from: number, to: number) => blocks.filter(({ number }) => number >= from && number <= to && !left.has(number));
    let trouble: RailError | null = null;
    const read = async (from: number, to: number) => {
      try {
        return await readMovements(chain, node, inRange(from, to), watched);
      } catch (error) {
        if (from !== to || !(error instanceof RailError) || error instanceof StateGone) throw error;
        left.add(from);
        if (!(error instanceof Untraced && error.isGone)) trouble = error;
        return [];
      }
    };
    const told = (await readRange(first, last, read)).toSorted((a, b) => a.time - b.time);
    const accounts = [...new Set(told.map(({ account }) => account))];
    const codes = await node.codes(accounts.map((wallet) => ({ wallet, at: 'latest' })));
    const contracts = accounts.filter((_, index) => isContract(codes[index] ?? '0x'));
    return {
      movements: told.filter(({ account }) => !contracts.includes(account)),
      contracts,
      left: blocks.filter(({ number }) => left.has(number)),
      trouble,
    };
  };
}

async function readMovements(
  chain: EvmChain,
  node: EvmNode,
  blocks: readonly Block[],
  watched: ReadonlySet<string>,
): Promise<readonly CoinMovement[]> {
  const min = smallestWei(chain);
  const withdrawn = blocks.flatMap((block) => withdrawalsIn(block, watched));
  const suspects = await findSuspects(chain, node, blocks, { watched, withdrawn, min });
  const traced = await node.tracesOf([...suspects.keys()]);
  const moved = [...suspects].flatMap(([txid, block], index) => {
    const entries = traced[index] ?? [];
    requireTold(chain, entries, block, txid);
    return lastingMoves(entries, watched).map((move): Arrival => ({ ...move, block, txid }));
  });
  return reaching([...withdrawn, ...moved], min).map(movementOf);
}

/** What transactions are looked for by. */
interface Wanted {
  readonly watched: ReadonlySet<string>;
  readonly withdrawn: readonly Arrival[];
  readonly min: bigint;
}

/**
 * Finds the transactions by which contracts may have moved as much as is told. Each block has to be told by one of its transactions that the node is
 * asked for besides: nodes that lack a block, or have dropped it from their index, answer as if nothing was in it.
 * @returns their blocks by id
 */
async function findSuspects(
  chain: EvmChain,
  node: EvmNode,
  blocks: readonly Block[],
  { watched, withdrawn, min }: Wanted,
): Promise<ReadonlyMap<string, Block>> {
  const used = blocks.filter(({ transactions }) => transactions.length > 0);
  const [first, last] = [used[0], used.at(-1)];
  if (!first || !last) return new Map();
  const witnesses = new Map(used.map((block) => [block, witnessOf(block)]));
  const addresses = [...new Set([...watched, ...[...witnesses.values()].flatMap((witness) => witness?.to ?? [])])];
  const byBlock = Map.groupBy(await node.tracesTo(first.number, last.number, addresses), ({ blockHash }) => blockHash);
  const seen = used.flatMap((block) => {
    const entries = byBlock.get(block.hash) ?? [];
    const witness = witnesses.get(block);
    if (witness) requireTold(chain, entries, block, witness.hash);
    return entries.flatMap((entry) => arrivalOf(entry, block, watched) ?? []);
  });
  // No more than what was seen can have come: what a call moved is taken back if one above it failed.
  const large = reaching([...withdrawn, ...seen], min).flat();
  const unwitnessed = used.filter((block) => !witnesses.get(block)).flatMap((block) => block.transactions.map(({ hash }) => [hash, block] as const));
  return new Map([...unwitnessed, ...large.flatMap(({ txid, block }) => (txid === null ? [] : [[txid, block] as const]))]);
}

/** A transaction by which a node proves that it told a block's traces, preferably one that brings few of them; none where all create contracts. */
function witnessOf({ transactions }: Block): Transaction | null {
  const calls = transactions.filter(({ to }) => to !== null);
  return calls.find(({ gas }) => gas === TRANSFER_GAS) ?? calls.find(({ value }) => value > 0n) ?? calls[0] ?? null;
}

/** Requires a transaction's own entry, of its block, to be among others. */
function requireTold({ code }: EvmChain, entries: readonly Trace[], { hash, number }: Block, txid: string): void {
  const isTold = entries.some((one) => one.transactionHash === txid && one.traceAddress.length === 0 && one.blockHash === hash);
  if (!isTold) throw new Untraced(code, `the trace of ${txid} in block ${number} is missing`);
}

function arrivalOf(entry: Trace, block: Block, watched: ReadonlySet<string>): Arrival | null {
  const move = innerMove(entry);
  return move && watched.has(move.to) ? { ...move, block, txid: entry.transactionHash ?? null } : null;
}

function withdrawalsIn(block: Block, watched: ReadonlySet<string>): readonly Arrival[] {
  const own = block.withdrawals.filter(({ address }) => watched.has(address));
  return own.map(({ address, amount }) => ({ block, from: null, to: address, wei: amount * WEI_PER_GWEI, txid: null }));
}

/** All that came to an address in a block, where it is as much as is told. */
function reaching(arrivals: readonly Arrival[], min: bigint): readonly (readonly [Arrival, ...Arrival[]])[] {
  return [...Map.groupBy(arrivals, ({ block, to }) => `${block.number}:${to}`).values()].flatMap(([one, ...more]) =>
    one && sumOf([one, ...more]) >= min ? [[one, ...more] as const] : [],
  );
}

function movementOf(all: readonly [Arrival, ...Arrival[]]): CoinMovement {
  const [{ block, to }] = all;
  const payer = payerAmong(all.map(({ from }) => from));
  return internalMovement(block.number, to, sumOf(all), payer, block.timestamp);
}

function sumOf(arrivals: readonly Arrival[]): bigint {
  return arrivals.reduce((sum, { wei }) => sum + wei, 0n);
}
