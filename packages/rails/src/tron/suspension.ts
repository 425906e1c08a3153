import { TETHER_SWITCHES, type TetherSwitch } from '../chain/tether.ts';
import { addressWord } from './abi.ts';
import type { TronNode } from './node.ts';

/**
 * Why the token cannot be paid as priced; null when it can. Addresses `41…` in hex.
 * @throws RailError when the node cannot tell
 */
export async function readSuspension(node: TronNode, contract: string, owner: string): Promise<string | null> {
  return (await readSwitchOn(node, contract, owner))?.reason ?? null;
}

/** The switch of the token that keeps an address from sending as priced; null when none does. @throws RailError when the node cannot tell */
export async function readSwitchOn(node: TronNode, contract: string, owner: string): Promise<TetherSwitch | null> {
  for (const found of TETHER_SWITCHES) {
    const { signature, ofOwner } = found;
    const { words } = await node.call('wallet', { owner, contract, signature, parameters: ofOwner ? addressWord(owner) : '' });
    if (BigInt(`0x${words[0] || '0'}`) !== 0n) return found;
  }
  return null;
}
