import type { Rail } from '../rail.ts';

/**
 * The nodes of a chain, to be looked at one by one: none where there is only one, whose failure its sources and payouts tell.
 * @param requireWell reads a node's newest block
 */
export function severalNodes<N>(nodes: readonly N[], requireWell: (node: N, now: Date) => Promise<unknown>): Pick<Rail, 'nodes'> {
  if (nodes.length < 2) return {};
  return {
    nodes: nodes.map((node, index) => ({
      name: `node ${index + 1}`,
      async requireWell(now) {
        await requireWell(node, now);
      },
    })),
  };
}
