import type { NetworkCode } from '@quydoi/domain/networks';
import type { EvmNode } from './node.ts';
import { openRangeReader } from './range-reader.ts';
import type { ChainLog } from './wire.ts';

/**
 * Reads the logs of blocks, both ends included, with this first topic; of all contracts, or of one.
 * @param leaveOut is told of a single block that the node cannot answer for, which is then left out; without it the read fails
 * @throws RailError outcome `not-done`
 */
export type LogReader = (
  from: number,
  to: number,
  query: { readonly topic: string; readonly contract?: string; readonly leaveOut?: (block: number) => void },
) => Promise<readonly ChainLog[]>;

/** Opens a reader of a node's logs that remembers how many blocks the node answers at once. */
export function openLogReader(code: NetworkCode, node: EvmNode): LogReader {
  const read = openRangeReader(code, Number.POSITIVE_INFINITY);
  return (from, to, { topic, contract, leaveOut }) => read(from, to, (first, last) => node.logs(first, last, topic, contract), leaveOut);
}
