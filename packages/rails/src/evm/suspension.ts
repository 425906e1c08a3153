import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { addressWord } from '../chain/erc20.ts';
import { TETHER_SWITCHES, type TetherSwitch } from '../chain/tether.ts';
import { digitsOf } from './address.ts';
import type { EvmChain } from './chains.ts';
import type { EvmNode } from './node.ts';

/**
 * Why the token cannot be paid as priced; null when it can. The token on BNB Smart Chain has no switches.
 * @throws RailError when the node cannot tell
 */
export async function readSuspension(chain: EvmChain, node: EvmNode, wallet: string): Promise<string | null> {
  return (await readSwitchOn(chain, node, wallet))?.reason ?? null;
}

/** The switch of the token that keeps an address from sending as priced; null when none does. @throws RailError when the node cannot tell */
export async function readSwitchOn(chain: EvmChain, node: EvmNode, wallet: string): Promise<TetherSwitch | null> {
  if (chain.token !== 'erc20') return null;
  const to = CURRENCIES[chain.token].contract.toLowerCase();
  const from = wallet.toLowerCase();
  for (const found of TETHER_SWITCHES) {
    const { signature, ofOwner } = found;
    const data = `0x${selectorOf(signature)}${ofOwner ? addressWord(digitsOf(wallet)) : ''}`;
    const [word = '0'] = await node.call({ from, to, data }, 'latest');
    if (BigInt(`0x${word}`) !== 0n) return found;
  }
  return null;
}

/** First four bytes of the hash of a function's signature, which its calls begin with. */
function selectorOf(signature: string): string {
  return bytesToHex(keccak_256(utf8ToBytes(signature)).subarray(0, 4));
}
