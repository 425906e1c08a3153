import type { NetworkCode } from '@quydoi/domain/networks';
import { RailError, type RailTrouble } from '../rail-error.ts';
import { type ChainLog, type EvmNode, TooManyLogs } from './node.ts';

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

/** Troubles that a range with too many logs may end in where a node does not say so: a time-out, a page of 504, an answer that is too long. */
const MAYBE_TOO_MANY: readonly RailTrouble[] = ['unreachable', 'too-long'];
/** Such troubles after which a read goes on with fewer blocks; after more of them the node is taken to be down. */
const TRIES_MAX = 1;
/** Answers in a row after which twice as many blocks are asked for. */
const GROW_AFTER = 100;

/** Opens a reader of a node's logs that remembers how many blocks the node answers at once: nodes differ, and few say what they allow. */
export function openLogReader(code: NetworkCode, node: EvmNode): LogReader {
  let blocksMax = Number.POSITIVE_INFINITY;
  let answered = 0;
  return async (from, to, { topic, contract, leaveOut }) => {
    const logs: ChainLog[] = [];
    let troubles = 0;
    for (let first = from; first <= to; ) {
      const last = Math.min(to, first + blocksMax - 1);
      try {
        logs.push(...(await node.logs(first, last, topic, contract)));
        first = last + 1;
        answered += 1;
        if (answered % GROW_AFTER === 0) blocksMax *= 2;
      } catch (error) {
        const saysSo = error instanceof TooManyLogs;
        if (!saysSo && !(error instanceof RailError && MAYBE_TOO_MANY.includes(error.trouble))) throw error;
        if (first === last && leaveOut) {
          leaveOut(first);
          first += 1;
          continue;
        }
        if (saysSo && first === last) throw new RailError(code, 'too-long', 'not-done', `block ${first}: ${error.message}`);
        answered = 0;
        blocksMax = Math.ceil((last - first + 1) / 2);
        if (!saysSo) troubles += 1;
        if (troubles > TRIES_MAX) throw error;
      }
    }
    return logs;
  };
}
