import type { TradedCode } from '@quydoi/domain/currencies';
import { MINUTE_MS } from '@quydoi/domain/durations';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { RailError } from '../rail-error.ts';
import type { AssetArrival, BlockSource, HeadSource, PaymentPage } from '../source.ts';
import { askFirstAble, requireFreshHead } from './fail-over.ts';

/** Irreversible blocks, or the newest ones, which can still be reorganized. */
export type ChainSide = 'confirmed' | 'newest';

/** Read access to a chain, for its block sources. Methods throw RailError when a node fails. */
export interface ReadableChain {
  readonly code: NetworkCode;
  /** Newest block of a side. */
  head(side: ChainSide): Promise<ChainHead>;
  /** The chain's own coin, where customers trade it beside a token. */
  readonly coin?: TradedCode;
  /**
   * Reads what moved in the blocks `from` to `to`, to any address.
   * @param watched addresses whose balances tell of payments of the coin, besides transactions; null to leave out the coin, which takes much more
   * reading
   * @throws RailError when the node does not have all of them complete
   */
  read(from: number, to: number, side: ChainSide, watched: readonly string[] | null): Promise<BlocksRead>;
}

/** Newest block of a side of a chain. Times by the chain's clock. */
export interface ChainHead {
  readonly number: number;
  readonly at: Date;
  readonly hash?: string;
  /** Time of the newest block of all, where the irreversible ones may be much older: it shows whether the node is stalled. */
  readonly newestAt?: Date;
}

/** What moved in some blocks. */
export interface BlocksRead {
  readonly facts: readonly PaymentFact[];
  readonly otherAssets: readonly AssetArrival[];
  /** Names of blocks whose other assets could not be read, and are left out. */
  readonly unreadable?: readonly string[];
  /** Time of the last block by the chain's clock; null for the newest blocks. */
  readonly lastAt: Date | null;
  /** Hashes of the block before the first one, and of the last one, on chains where irreversible blocks may be replaced after all. */
  readonly ends?: { readonly before: string; readonly last: string };
}

/** Options of a chain's block sources. */
export interface BlockSourceOptions {
  /** Maximum blocks per page. */
  readonly blocksMax: number;
  /**
   * Lookback into the newest blocks: those not irreversible yet, with a margin. As many irreversible ones are read again when the last one read was
   * replaced.
   */
  readonly headBlocksMax: number;
  readonly pollMs: number;
  /** Pause between reads of the irreversible blocks while no payment is to be confirmed. The newest ones are read only while an order awaits a payment. */
  readonly idlePollMs: number;
  readonly dropAfterMs: number;
  /** Maximum age of a node's newest block; above it the node is stalled. */
  readonly headAgeMsMax: number;
  /** Maximum age of the newest irreversible block, where it may be older than `headAgeMsMax`; above it finality has stalled. */
  readonly finalAgeMsMax?: number;
}

const CURSOR = /^(\d{1,15})(?::(0x[0-9a-f]{64}))?$/;

/** A block that was read. Its hash is known on chains where irreversible blocks may be replaced. */
interface Position {
  readonly number: number;
  readonly hash?: string | undefined;
}

/**
 * Creates a chain's deposit sources. The cursor is the number of the last block read, and its hash where it may be replaced after all: the blocks that
 * came instead are then read too, since they may hold payments which were in none before.
 * @param chains the same chain as each node of ours tells it: if one fails or is stalled, the next one is read
 */
export function createBlockSources(
  chains: readonly [ReadableChain, ...ReadableChain[]],
  options: BlockSourceOptions,
): readonly [BlockSource, HeadSource] {
  const { pollMs, idlePollMs, dropAfterMs } = options;
  const [{ code, coin }] = chains;
  const ofCoin = coin === undefined ? {} : { coin };
  const headIdlePollMs = idlePollMs > pollMs ? Number.POSITIVE_INFINITY : pollMs;
  const readBy =
    (readPage: typeof readConfirmed): BlockSource['read'] =>
    (cursor, now, watched) =>
      askFirstAble(code, chains, (chain) => readPage(chain, options, cursor, now, watched ?? null));
  return [
    { kind: 'blocks', name: `${code}-blocks`, pollMs, idlePollMs, ...ofCoin, read: readBy(readConfirmed) },
    { kind: 'head', name: `${code}-head`, pollMs, idlePollMs: headIdlePollMs, dropAfterMs, ...ofCoin, read: readBy(readNewest) },
  ];
}

async function readConfirmed(
  chain: ReadableChain,
  options: BlockSourceOptions,
  cursor: string | null,
  now: Date,
  watched: readonly string[] | null,
): Promise<PaymentPage> {
  const last = positionOf(chain.code, cursor);
  const head = await movingHead(chain, 'confirmed', options, now);
  if (last === null) return { facts: [], cursor: cursorOf(head), more: false, watermark: head.at };
  requireAhead(chain.code, head.number, last.number, options);
  const from = last.number + 1;
  if (head.number < from) requireFinality(chain.code, head, options, now);
  if (head.number < from) return { facts: [], cursor: cursorOf(last), more: false };
  const read = await readUpTo(chain, options, from, head, watched);
  const isReplaced = last.hash !== undefined && read.ends !== undefined && read.ends.before !== last.hash;
  return pageOf(isReplaced ? await readUpTo(chain, options, Math.max(from - options.headBlocksMax, 1), head, watched) : read, head);
}

/** Irreversible blocks of a page, up to a block. */
interface PageRead extends BlocksRead {
  readonly to: number;
}

async function readUpTo(
  chain: ReadableChain,
  { blocksMax }: BlockSourceOptions,
  from: number,
  head: ChainHead,
  watched: readonly string[] | null,
): Promise<PageRead> {
  const to = Math.min(head.number, from + blocksMax - 1);
  return { ...(await chain.read(from, to, 'confirmed', watched)), to };
}

function pageOf({ to, ends, facts, otherAssets, unreadable = [], lastAt }: PageRead, head: ChainHead): PaymentPage {
  return {
    facts,
    otherAssets,
    ...(unreadable.length > 0 ? { unreadable } : {}),
    cursor: cursorOf({ number: to, hash: ends?.last }),
    more: to < head.number,
    // The watermark is the time of a block that was read: the head's word alone could be wrong.
    ...(lastAt ? { watermark: lastAt } : {}),
  };
}

/** Newest blocks of a page. Where many came at once, such as while this process was away, each page moves the cursor. */
async function readNewest(
  chain: ReadableChain,
  options: BlockSourceOptions,
  cursor: string | null,
  now: Date,
  watched: readonly string[] | null,
): Promise<PaymentPage> {
  const last = positionOf(chain.code, cursor);
  const head = await movingHead(chain, 'newest', options, now);
  const from = Math.max((last ?? head).number + 1, head.number - options.headBlocksMax + 1);
  const to = Math.min(head.number, from + options.blocksMax - 1);
  const facts = from > to ? [] : (await chain.read(from, to, 'newest', watched)).facts;
  return { facts, cursor: String(to), more: to < head.number };
}

async function movingHead(chain: ReadableChain, side: ChainSide, { headAgeMsMax }: BlockSourceOptions, now: Date): Promise<ChainHead> {
  const head = await chain.head(side);
  requireFreshHead(chain.code, head.newestAt ?? head.at, headAgeMsMax, now);
  return head;
}

/**
 * Requires a node's irreversible head not to be far below the last block read: nodes differ by some blocks, but one that has restarted, or is of another
 * chain, would answer well for ever, and tell of nothing.
 * @throws RailError trouble `unreachable`
 */
function requireAhead(code: NetworkCode, head: number, last: number, { headBlocksMax }: BlockSourceOptions): void {
  if (head < last - headBlocksMax) {
    const below = (last - head).toLocaleString('en');
    throw new RailError(code, 'unreachable', 'not-done', `the node’s newest block is ${below} blocks below the last that was read`);
  }
}

/**
 * Requires finality to advance: while it has stalled no payment is confirmed, so no order should be accepted that waits for one. Called only when all
 * irreversible blocks have been read, so that known blocks are read in any case.
 * @throws RailError trouble `unreachable`
 */
function requireFinality(code: NetworkCode, { at }: ChainHead, { finalAgeMsMax }: BlockSourceOptions, now: Date): void {
  const ageMs = now.getTime() - at.getTime();
  if (finalAgeMsMax === undefined || ageMs <= finalAgeMsMax) return;
  const minutes = Math.floor(ageMs / MINUTE_MS);
  throw new RailError(code, 'unreachable', 'not-done', `finality stands still: the newest irreversible block is ${minutes} minutes old`);
}

/** @throws RailError when the cursor is malformed */
function positionOf(code: NetworkCode, cursor: string | null): Position | null {
  if (cursor === null) return null;
  const [, number, hash] = CURSOR.exec(cursor) ?? [];
  if (number === undefined) throw new RailError(code, 'malformed', 'not-done', 'the cursor is no block');
  return { number: Number(number), hash };
}

function cursorOf({ number, hash }: Position): string {
  return hash === undefined ? String(number) : `${number}:${hash}`;
}
