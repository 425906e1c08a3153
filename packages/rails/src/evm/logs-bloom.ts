import { keccak_256 } from '@noble/hashes/sha3.js';
import { hexToBytes } from '@noble/hashes/utils.js';

const BITS = 2_048;

/**
 * Whether a block's bloom filter may hold an address or topic of a log; if not, no log of the block has it (Ethereum yellow paper, section 4.4.1).
 * @param bloom 256 bytes in hex with `0x`
 * @param word address or topic in hex with `0x`
 */
export function bloomMayHold(bloom: string, word: string): boolean {
  const filter = hexToBytes(bloom.slice(2));
  const digest = keccak_256(hexToBytes(word.slice(2)));
  return [0, 2, 4].every((index) => {
    const bit = (((digest[index] ?? 0) << 8) | (digest[index + 1] ?? 0)) % BITS;
    return ((filter[filter.length - 1 - (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0;
  });
}
