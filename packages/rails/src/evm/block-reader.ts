import { RailError } from '../rail-error.ts';
import type { EvmChain } from './chains.ts';
import { CALLS_MAX, type EvmNode } from './node.ts';
import { openRangeReader } from './range-reader.ts';
import type { Block, Header } from './wire.ts';

/** Reads consecutive blocks of one chain, both ends included. @throws RailError `busy` when the node does not have them all */
export interface BlockReader {
  readonly headers: (from: number, to: number) => Promise<readonly Header[]>;
  /** With their transactions, which anybody can fill with megabytes of data. */
  readonly blocks: (from: number, to: number) => Promise<readonly Block[]>;
}

/** Opens a reader of a node's blocks that asks for fewer at once where they are too long. */
export function openBlockReader(chain: EvmChain, node: EvmNode): BlockReader {
  const [readHeaders, readBlocks] = [openRangeReader(chain.code, CALLS_MAX), openRangeReader(chain.code, chain.blocksMax)];
  return {
    headers: async (from, to) => requireLinked(chain, await readHeaders(from, to, node.headers)),
    blocks: async (from, to) => requireLinked(chain, await readBlocks(from, to, node.blocks)),
  };
}

function requireLinked<T extends Header>({ code }: EvmChain, blocks: readonly T[]): readonly T[] {
  const isLinked = blocks.every(({ parentHash }, index) => index === 0 || parentHash === blocks[index - 1]?.hash);
  if (!isLinked) throw new RailError(code, 'busy', 'not-done', 'the chain changed while it was read');
  return blocks;
}
