import type { NetworkCode } from '@quydoi/domain/networks';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { RailError } from '../rail-error.ts';
import type { BlockSource, HeadSource, PaymentPage } from '../source.ts';

/** Blocks that are irreversible, or the newest ones, which can still be undone. */
export type ChainSide = 'confirmed' | 'newest';

/** A chain as its sources read it. Methods throw RailError when a node cannot answer. */
export interface ReadableChain {
  readonly code: NetworkCode;
  /** Newest block of a side, with its time by the chain's clock. */
  head(side: ChainSide): Promise<{ readonly number: number; readonly at: Date }>;
  /** Payments of a block to any address. @throws RailError when the node does not have the whole block */
  paymentsIn(number: number, side: ChainSide): Promise<readonly PaymentFact[]>;
}

/** How a chain is read. */
export interface BlockSourceOptions {
  /** Blocks of one page. */
  readonly blocksMax: number;
  /** How far back the newest blocks are read: those that are not irreversible yet, with a margin. */
  readonly headBlocksMax: number;
  readonly pollMs: number;
  readonly dropAfterMs: number;
}

const CURSOR = /^\d{1,15}$/;

/** Reads a chain's deposits block by block. Cursors are the number of the last block that was read. */
export function createBlockSources(chain: ReadableChain, options: BlockSourceOptions): readonly [BlockSource, HeadSource] {
  const { pollMs, dropAfterMs } = options;
  return [
    { kind: 'blocks', name: `${chain.code}-blocks`, pollMs, read: (cursor) => readConfirmed(chain, options.blocksMax, cursor) },
    { kind: 'head', name: `${chain.code}-head`, pollMs, dropAfterMs, read: (cursor) => readNewest(chain, options.headBlocksMax, cursor) },
  ];
}

async function readConfirmed(chain: ReadableChain, blocksMax: number, cursor: string | null): Promise<PaymentPage> {
  const last = blockNumber(chain.code, cursor);
  const head = await chain.head('confirmed');
  const readThrough = head.at;
  if (last === null) return { facts: [], cursor: String(head.number), more: false, readThrough };
  const from = last + 1;
  const to = Math.min(head.number, from + blocksMax - 1);
  const facts = await paymentsBetween(chain, from, to, 'confirmed');
  const more = to >= from && to < head.number;
  return { facts, cursor: String(Math.max(to, from - 1)), more, ...(to < head.number ? {} : { readThrough }) };
}

async function readNewest(chain: ReadableChain, headBlocksMax: number, cursor: string | null): Promise<PaymentPage> {
  const last = blockNumber(chain.code, cursor);
  const head = await chain.head('newest');
  const from = Math.max((last ?? head.number) + 1, head.number - headBlocksMax + 1);
  return { facts: await paymentsBetween(chain, from, head.number, 'newest'), cursor: String(head.number), more: false };
}

async function paymentsBetween(chain: ReadableChain, from: number, to: number, side: ChainSide): Promise<PaymentFact[]> {
  const facts: PaymentFact[] = [];
  for (let number = from; number <= to; number += 1) facts.push(...(await chain.paymentsIn(number, side)));
  return facts;
}

/** The block number in a cursor. @throws RailError when the cursor is malformed */
function blockNumber(code: NetworkCode, cursor: string | null): number | null {
  if (cursor === null) return null;
  if (!CURSOR.test(cursor)) throw new RailError(code, 'malformed', 'not-done', 'the cursor is no block number');
  return Number(cursor);
}
