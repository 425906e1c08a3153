/**
 * Passes a signed transfer to every node of a chain, because a stalled node accepts it without relaying it.
 * @throws the first node's error, when no node accepts it
 */
export async function broadcastToAll<N>(nodes: readonly N[], broadcast: (node: N) => Promise<unknown>): Promise<void> {
  const [first, ...others] = await Promise.allSettled(nodes.map(broadcast));
  if (first?.status === 'rejected' && others.every(({ status }) => status === 'rejected')) throw first.reason;
}
