import type { NetworkCode } from '@quydoi/domain/networks';
import { RailError, type RailTrouble } from '../rail-error.ts';

/**
 * Reads what a range of blocks holds, both ends included, in as many requests as the node needs.
 * @param ask asks for some blocks of the range in one request
 * @param leaveOut is told of a single block that the node cannot answer for, which is then left out; without it the read fails
 * @throws RailError outcome `not-done`
 */
export type RangeReader = <T>(
  from: number,
  to: number,
  ask: (first: number, last: number) => Promise<readonly T[]>,
  leaveOut?: (block: number) => void,
) => Promise<readonly T[]>;

/**
 * Troubles that asking for too much ends in: the node says so, or its answer is longer than what we take; a time-out, or a page of 504, where the node
 * does not say so.
 */
const TOO_MUCH: readonly RailTrouble[] = ['too-long', 'unreachable'];
/** Answers in a row after which twice as many blocks are asked for. */
const GROW_AFTER = 100;
/** Troubles that may have another cause, after which a read goes on with fewer blocks; after more of them the node is taken to be down. */
const TRIES_MAX = 1;

/**
 * Opens a reader that remembers how many blocks the node answers at once: nodes differ, and few say what they allow.
 * @param most maximum blocks of one request
 */
export function openRangeReader(code: NetworkCode, most: number): RangeReader {
  let blocksMax = most;
  let answered = 0;
  return async <T>(from: number, to: number, ask: (first: number, last: number) => Promise<readonly T[]>, leaveOut?: (block: number) => void) => {
    const found: T[] = [];
    let troubles = 0;
    for (let first = from; first <= to; ) {
      const last = Math.min(to, first + blocksMax - 1);
      try {
        for (const one of await ask(first, last)) found.push(one);
        first = last + 1;
        answered += 1;
        if (answered % GROW_AFTER === 0) blocksMax = Math.min(blocksMax * 2, most);
      } catch (error) {
        if (!(error instanceof RailError) || !TOO_MUCH.includes(error.trouble)) throw error;
        if (first === last && leaveOut) {
          leaveOut(first);
          first += 1;
          continue;
        }
        const isCertain = error.trouble === 'too-long';
        if (isCertain && first === last) throw new RailError(code, 'too-long', 'not-done', `block ${first}: ${error.message}`);
        answered = 0;
        blocksMax = Math.ceil((last - first + 1) / 2);
        if (!isCertain) troubles += 1;
        if (troubles > TRIES_MAX) throw error;
      }
    }
    return found;
  };
}
