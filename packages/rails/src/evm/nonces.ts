import type { SlotInUse } from '@quydoi/domain/transfer/slot';
import type { EvmNode } from './node.ts';

/** Nonces of one wallet that transfers of ours have. */
interface OwnNonces {
  readonly live: ReadonlySet<number>;
  /** The first nonce that no transfer of ours is known to have consumed; null while none is. */
  readonly next: number | null;
}

/**
 * The wallet's next nonce: the first that the chain has not consumed. One node's word is enough where it follows from our own transfers. A node that
 * tells more would leave a gap, behind which nothing is ever mined, and one that tells less is behind: then all nodes are asked, and the nearest to our
 * own count is taken, since the wallet may have been used elsewhere.
 */
async function nextNonce(node: EvmNode, nodes: readonly EvmNode[], wallet: string, inUse: readonly SlotInUse[]): Promise<number> {
  const own = ownNonces(wallet, inUse);
  const told = await node.nonce(wallet, 'latest');
  if (own.next === null || (told >= own.next && missing(own.next, told, own.live) === 0)) return told;
  const all = [told, ...(await Promise.all(nodes.filter((other) => other !== node).map((other) => other.nonce(wallet, 'latest'))))];
  return told > own.next ? Math.max(own.next, Math.min(...all)) : Math.min(own.next, Math.max(...all));
}

/**
 * The wallet's first nonce that the chain has not consumed and no live transfer has.
 * @param node asked first
 * @param nodes all nodes of ours
 * @throws RailError when a node that has to be asked does not answer
 */
export async function freeNonce(node: EvmNode, nodes: readonly EvmNode[], wallet: string, inUse: readonly SlotInUse[]): Promise<number> {
  const { live } = ownNonces(wallet, inUse);
  let nonce = await nextNonce(node, nodes, wallet, inUse);
  while (live.has(nonce)) nonce += 1;
  return nonce;
}

/** Nonces below those of a wallet's live transfers that no transfer has. Asks no node where our own transfers follow each other. */
export async function countMissing(node: EvmNode, nodes: readonly EvmNode[], wallet: string, inUse: readonly SlotInUse[]): Promise<number> {
  const { live, next } = ownNonces(wallet, inUse);
  const end = Math.max(...live);
  if (live.size === 0 || (next !== null && missing(next, end, live) === 0)) return 0;
  return missing(await nextNonce(node, nodes, wallet, inUse), end, live);
}

function ownNonces(wallet: string, inUse: readonly SlotInUse[]): OwnNonces {
  const own = inUse.filter((slot) => slot.wallet === wallet);
  const consumed = own.filter(({ isConsumed }) => isConsumed).map(({ resource }) => Number(resource));
  return {
    live: new Set(own.filter(({ isConsumed }) => !isConsumed).map(({ resource }) => Number(resource))),
    next: consumed.length === 0 ? null : Math.max(...consumed) + 1,
  };
}

/** How many nonces from `from` to below `to` no live transfer has. */
function missing(from: number, to: number, live: ReadonlySet<number>): number {
  const between = [...live].filter((nonce) => nonce >= from && nonce < to).length;
  return Math.max(0, to - from - between);
}
