import { askFirstAble, requireFreshHead } from '../chain/fail-over.ts';
import { RailError } from '../rail-error.ts';
import type { BlockSource, HeadSource, PaymentPage } from '../source.ts';
import { addressOfScript } from './address.ts';
import { parseTransaction } from './block.ts';
import type { BitcoinChain } from './chains.ts';
import { failure } from './core-rpc.ts';
import type { BitcoinNode, Header } from './node.ts';
import { newCoinsOf, paymentFact, paymentsOf, referenceOf } from './payments.ts';
import type { WatchedWallet } from './wallet.ts';

/** A node with our wallet in it. */
export interface WatchedNode {
  readonly node: BitcoinNode;
  readonly wallet: WatchedWallet;
}

/** How deposits are read. */
export interface SourceOptions {
  /** Confirmations that make a payment final, its own block included. */
  readonly confirmations: number;
  readonly pollMs: number;
  readonly idlePollMs: number;
  readonly dropAfterMs: number;
  /** Maximum age of a node's newest block; above it the node is stalled. */
  readonly headAgeMsMax: number;
}

/** Blocks of a page: they have up to four megabytes each. */
const BLOCKS_MAX = 6;
/** Blocks read again when the last one read has left the chain. New coins mature after as many, so no deeper reorganisation is expected. */
const REREAD_BLOCKS = 100;
/**
 * Age of a node's newest block from which another node is asked first: the node may have lost its peers, which shows only by the newer blocks of
 * another. Two or three times a day no miner finds a block for so long.
 */
const LATE_MS = 40 * 60_000;
const CURSOR = /^(\d{1,10}):([0-9a-f]{64})$/;

/**
 * Creates the deposit sources: final blocks, and what the wallet sees before. The cursor of the blocks is the height and hash of the last one read: if
 * the chain drops it after all, the blocks that replace it are read too, since they may contain other payments.
 * @param nodes if one fails, is stalled, or is late, the next one is read
 */
export function createSources(
  chain: BitcoinChain,
  nodes: readonly [WatchedNode, ...WatchedNode[]],
  options: SourceOptions,
): readonly [BlockSource, HeadSource] {
  const { pollMs, idlePollMs, dropAfterMs } = options;
  const headIdlePollMs = idlePollMs > pollMs ? Number.POSITIVE_INFINITY : pollMs;
  const ask = (read: (one: WatchedNode) => Promise<PaymentPage>, now: Date) => askFirstAble('bitcoin', nodes, read, ({ node }) => isLate(node, now));
  return [
    {
      kind: 'blocks',
      name: 'bitcoin-blocks',
      pollMs,
      idlePollMs,
      read: (cursor, now) => ask(({ node }) => readFinal(chain, node, options, cursor, now), now),
    },
    {
      kind: 'head',
      name: 'bitcoin-head',
      pollMs,
      idlePollMs: headIdlePollMs,
      dropAfterMs,
      read: (cursor, now) => ask((one) => readUnconfirmed(chain, one, options, cursor, now), now),
    },
  ];
}

async function readFinal(chain: BitcoinChain, node: BitcoinNode, options: SourceOptions, cursor: string | null, now: Date): Promise<PaymentPage> {
  const last = positionOf(cursor);
  const head = await finalHead(node, options, now);
  // The node's clock is the median of its last blocks' times: no later block can have an earlier time.
  const watermark = (at: Header) => ({ watermark: new Date(at.mediantime * 1_000) });
  if (last === null) return { facts: [], cursor: cursorOf(head), more: false, ...watermark(head) };
  if (head.height < last.height - REREAD_BLOCKS) {
    throw failure(
      'unreachable',
      `the node’s newest block is ${(last.height - head.height).toLocaleString('en')} blocks below the last that was read`,
    );
  }
  const from = await nextHeight(node, last);
  const to = Math.min(head.height, from + BLOCKS_MAX - 1);
  if (to < from) return { facts: [], cursor, more: false };
  const [blocks, [end]] = await Promise.all([node.blocks(from, to), node.headers(to, to)]);
  if (!end || end.hash !== blocks.at(-1)?.hash || (from === last.height + 1 && blocks[0]?.parentHash !== last.hash)) {
    throw failure('busy', 'the chain changed while it was read');
  }
  const read = blocks.flatMap(({ timestamp, transactions }) => transactions.map((transaction) => ({ transaction, at: new Date(timestamp * 1_000) })));
  return {
    facts: read.flatMap(({ transaction, at }) => paymentsOf(chain, transaction, at)),
    otherAssets: read.flatMap(({ transaction }) => newCoinsOf(chain, transaction)),
    cursor: cursorOf(end),
    more: to < head.height,
    ...watermark(end),
  };
}

/** Reads unconfirmed payments to our addresses. The cursor names those that were already reported. */
async function readUnconfirmed(
  chain: BitcoinChain,
  { node, wallet }: WatchedNode,
  options: SourceOptions,
  cursor: string | null,
  now: Date,
): Promise<PaymentPage> {
  const head = await finalHead(node, options, now);
  const reported = new Set(cursor?.split(',') ?? []);
  const moved = await wallet.movementsSince(head.hash);
  const arrived = moved.filter(
    ({ category, confirmations }) => category === 'receive' && confirmations >= 0 && confirmations < options.confirmations,
  );
  const fresh = arrived.filter(({ txid, vout }) => !reported.has(shortOf(txid, vout)));
  const raws = await wallet.transactions([...new Set(fresh.map(({ txid }) => txid))]);
  const byTxid = new Map(raws.map(({ hex }) => [parseTransaction(hex).txid, parseTransaction(hex)]));
  const facts = fresh.flatMap(({ txid, vout, time }) => {
    const output = byTxid.get(txid)?.outputs[vout];
    const account = output && addressOfScript(chain, output.script);
    return output && account ? [paymentFact(account, referenceOf(txid, vout), output.amount, new Date(time * 1_000), false)] : [];
  });
  return { facts, cursor: arrived.map(({ txid, vout }) => shortOf(txid, vout)).join(','), more: false };
}

/** Whether a node's newest block is so old that another node may have newer ones. @throws RailError when the node cannot be read */
export async function isLate(node: BitcoinNode, now: Date): Promise<boolean> {
  return now.getTime() - (await node.tip()).time * 1_000 > LATE_MS;
}

/** The newest final block. @throws RailError `busy` while there is none, `unreachable` when the node is stalled */
export async function finalHead(
  node: BitcoinNode,
  { confirmations, headAgeMsMax }: Pick<SourceOptions, 'confirmations' | 'headAgeMsMax'>,
  now: Date,
) {
  const tip = await node.tip();
  requireFreshHead('bitcoin', new Date(tip.time * 1_000), headAgeMsMax, now);
  const height = tip.height - confirmations + 1;
  if (height < 0) throw failure('busy', 'the node has no final block yet');
  const [head] = await node.headers(height, height);
  if (!head) throw failure('busy', `the node does not have block ${height} yet`);
  return head;
}

/** The height to read from: the next one, or some blocks before where the last one read is no longer in the chain. */
async function nextHeight(node: BitcoinNode, last: Position): Promise<number> {
  const { height } = await node.tip();
  // A node that is behind does not tell; what replaces a block is a longer chain.
  if (height < last.height) return last.height + 1;
  const [found] = await node.headers(last.height, last.height);
  return found?.hash === last.hash ? last.height + 1 : Math.max(last.height - REREAD_BLOCKS, 1);
}

interface Position {
  readonly height: number;
  readonly hash: string;
}

/** @throws RailError when the cursor is malformed */
function positionOf(cursor: string | null): Position | null {
  if (cursor === null) return null;
  const [, height, hash] = CURSOR.exec(cursor) ?? [];
  if (height === undefined || hash === undefined) throw new RailError('bitcoin', 'malformed', 'not-done', 'the cursor is no block');
  return { height: Number(height), hash };
}

function cursorOf({ height, hash }: Header): string {
  return `${height}:${hash}`;
}

/** Name of an output in the cursor. */
function shortOf(txid: string, vout: number): string {
  return `${txid.slice(0, 12)}:${vout}`;
}
