import { TETHER_SWITCHES } from '../chain/tether.ts';
import { addressWord } from './abi.ts';
import type { TronNode } from './node.ts';

/**
 * Why the token cannot be paid as priced; null when it can. Addresses `41…` in hex.
 * @throws RailError when the node cannot tell
 */
export async function readSuspension(node: TronNode, contract: string, owner: string): Promise<string | null> {
  for (const { signature, ofOwner, reason } of TETHER_SWITCHES) {
    const { words } = await node.call('wallet', { owner, contract, signature, parameters: ofOwner ? addressWord(owner) : '' });
    if (BigInt(`0x${words[0] || '0'}`) !== 0n) return reason;
  }
  return null;
}
