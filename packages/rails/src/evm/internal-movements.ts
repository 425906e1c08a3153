import { askFirstAble } from '../chain/fail-over.ts';
import { RailError } from '../rail-error.ts';
import { type BalanceReader, openBalanceReader } from './balance-rises.ts';
import type { EvmChain } from './chains.ts';
import type { CoinMovement } from './coin-payments.ts';
import type { EvmNode } from './node.ts';
import { StateGone } from './node-errors.ts';
import { openTraceReader, type TraceReader } from './traced-movements.ts';
import type { Block } from './wire.ts';

/** Our nodes of a chain: the one whose blocks are read, and those that are asked for what it does not have. */
export type EvmNodes = readonly [EvmNode, ...EvmNode[]];

/** Movements by contracts to the watched addresses; `unreadable` names blocks that could not be read, and addresses that are contracts themselves. */
export interface InternalRead {
  readonly movements: readonly CoinMovement[];
  readonly unreadable: readonly string[];
}

/**
 * Reads what contracts moved to addresses within transactions, which leaves no log and no transaction to the address: by balances, or by traces where all
 * nodes have dropped the states. Both tell the same amounts.
 * @param blocks irreversible and consecutive
 * @param watched addresses in lower case
 */
export type InternalReader = (blocks: readonly Block[], watched: readonly string[]) => Promise<InternalRead>;

/** Readers of one node. */
interface NodeReader {
  readonly node: EvmNode;
  readonly byBalances: BalanceReader;
  readonly byTraces: TraceReader;
}

/** The answers of all nodes together. */
interface Told {
  readonly movements: readonly CoinMovement[];
  readonly contracts: readonly string[];
  /** Blocks that no node tells of. */
  readonly left: readonly Block[];
  /** Trouble that keeps some of them from being read now; null when they never can be. */
  readonly trouble: RailError | null;
  /** Whether a node may have their states, and could not be asked for them. */
  readonly isAway: boolean;
}

/** Reads of a page that may yet be told of, after which its blocks are left out: what a stranger put into them must not stop the reading for good. */
const TRIES_MAX = 10;
/** The same while a node is away, which no stranger causes: it restarts within ten minutes, or so many time-outs. */
const AWAY_TRIES_MAX = 200;

/** Opens a reader that remembers the balances at the last block, and how often it tried. */
export function openInternalReader(chain: EvmChain, nodes: EvmNodes): InternalReader {
  const readers = nodes.map((node) => openNodeReader(chain, node));
  let failed = { from: -1, times: 0 };
  return async (blocks, watched) => {
    const [first] = blocks;
    if (!first || watched.length === 0) return { movements: [], unreadable: [] };
    const { movements, contracts, left, trouble, isAway } = await readInternal(chain, readers, blocks, watched);
    if (trouble) {
      failed = { from: first.number, times: failed.from === first.number ? failed.times + 1 : 1 };
      if (failed.times < (isAway ? AWAY_TRIES_MAX : TRIES_MAX)) throw trouble;
    }
    return { movements, unreadable: [...contracts.map((account) => `balance of the contract ${account}`), ...rangesOf(left)] };
  };
}

/** What contracts moved to an address in a block. @throws RailError when no node has the block's state or traces; `refused` when none ever will */
export async function internalAt(chain: EvmChain, nodes: EvmNodes, block: Block, account: string): Promise<readonly CoinMovement[]> {
  const readers = nodes.map((node) => openNodeReader(chain, node));
  const { movements, left, trouble } = await readInternal(chain, readers, [block], [account]);
  if (left.length > 0) throw trouble ?? new RailError(chain.code, 'refused', 'not-done', `no node has the state or traces of block ${block.number}`);
  return movements;
}

function openNodeReader(chain: EvmChain, node: EvmNode): NodeReader {
  return { node, byBalances: openBalanceReader(chain, node), byTraces: openTraceReader(chain, node) };
}

async function readInternal(chain: EvmChain, readers: readonly NodeReader[], blocks: readonly Block[], watched: readonly string[]): Promise<Told> {
  const failures: RailError[] = [];
  try {
    const read = await askFirstAble(chain.code, readers, async (reader) => {
      try {
        if (reader !== readers[0]) await requireSameChain(chain, reader.node, blocks);
        const told = await reader.byBalances(blocks, watched);
        // Balances are told by a block's number: one that was replaced meanwhile would make a transaction's payment one of a contract besides.
        if (told.movements.length > 0) await requireSameChain(chain, reader.node, blocks);
        return told;
      } catch (error) {
        if (error instanceof RailError) failures.push(error);
        throw error;
      }
    });
    return { ...read, left: [], trouble: null, isAway: false };
  } catch (error) {
    if (!(error instanceof RailError) || !failures.some(isGone)) throw error;
    const told = await readTraces(readers, blocks, watched);
    const away = failures.find((failure) => !isGone(failure)) ?? null;
    return told.left.length > 0 ? { ...told, trouble: told.trouble ?? away, isAway: away !== null } : { ...told, isAway: false };
  }
}

function isGone(error: unknown): boolean {
  return error instanceof StateGone;
}

/** Reads traces, of each node those that the ones before it did not tell. */
async function readTraces(readers: readonly NodeReader[], blocks: readonly Block[], watched: readonly string[]): Promise<Omit<Told, 'isAway'>> {
  const [movements, contracts]: [CoinMovement[], string[]] = [[], []];
  let left = blocks;
  let trouble: RailError | null = null;
  for (const { byTraces } of readers) {
    if (left.length === 0) break;
    try {
      const told = await byTraces(left, watched);
      movements.push(...told.movements);
      contracts.push(...told.contracts);
      left = told.left;
      trouble ??= told.trouble;
    } catch (error) {
      if (!(error instanceof RailError)) throw error;
      if (!isGone(error)) trouble ??= error;
    }
  }
  return { movements, contracts: [...new Set(contracts)], left, trouble: left.length > 0 ? trouble : null };
}

/** Requires a node to be of the chain that blocks were read from, up to the last of them. @throws RailError `busy` when it is not */
async function requireSameChain({ code }: EvmChain, node: EvmNode, blocks: readonly Block[]): Promise<void> {
  const end = blocks.at(-1);
  const [own] = end ? await node.headers(end.number, end.number) : [];
  if (own?.hash !== end?.hash) throw new RailError(code, 'busy', 'not-done', 'the nodes tell different chains');
}

/** Names consecutive blocks. */
function rangesOf(blocks: readonly Block[]): readonly string[] {
  const starts = blocks.filter(({ number }, index) => number - 1 !== blocks[index - 1]?.number);
  const ends = blocks.filter(({ number }, index) => number + 1 !== blocks[index + 1]?.number);
  return starts.map(({ number }, index) => `balances of blocks ${number} to ${ends[index]?.number ?? number}`);
}
