import { RailError } from '../rail-error.ts';
import type { TronNode } from './node.ts';

/**
 * Asks nodes in turn until one answers. For reads that any node of ours may answer alone.
 * @throws RailError the first node's, when none can answer
 */
export async function askFirstAble<T>(nodes: readonly TronNode[], ask: (node: TronNode) => Promise<T>): Promise<T> {
  let first: RailError | undefined;
  for (const node of nodes) {
    try {
      return await ask(node);
    } catch (error) {
      if (!(error instanceof RailError)) throw error;
      first ??= error;
    }
  }
  throw first ?? new RailError('tron', 'unreachable', 'not-done', 'there is no node');
}
