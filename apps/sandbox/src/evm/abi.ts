import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** First topic of `Transfer(address,address,uint256)`. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const WORD_BYTES = 32;
const BATCH_PAY = `0x${bytesToHex(keccak_256(utf8ToBytes('pay(address,address[],uint256[])')).subarray(0, 4))}`;
const TRANSFER_DATA = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/;

/** A number or address as a word of 32 bytes, without `0x`. */
export function word(value: bigint | string): string {
  return (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0');
}

/** Encodes a call of `transfer`. */
export function transferData(to: string, amount: bigint): string {
  return `0xa9059cbb${word(to)}${word(amount)}`;
}

/** Decodes a call of `transfer`; null for other calls. */
export function readTransfer(data: string): { readonly to: string; readonly amount: bigint } | null {
  const match = TRANSFER_DATA.exec(data);
  return match ? { to: `0x${match[1]}`, amount: BigInt(`0x${match[2]}`) } : null;
}

/** Encodes a call of `balanceOf`. */
export function balanceData(account: string): string {
  return `0x70a08231${word(account)}`;
}

/** Storage slot of an account's balance: the tokens keep balances in their first mapping. */
export function balanceSlot(account: string): string {
  return `0x${bytesToHex(keccak_256(hexToBytes(word(account) + word(0n))))}`;
}

/** Encodes a call of the batch wallet's `pay(address,address[],uint256[])`. */
export function batchData(token: string, moves: readonly { readonly to: string; readonly amount: bigint }[]): string {
  const list = (words: readonly string[]) => word(BigInt(words.length)) + words.join('');
  const [to, amounts] = [list(moves.map((move) => word(move.to))), list(moves.map(({ amount }) => word(amount)))];
  const [first, second] = [3 * WORD_BYTES, 3 * WORD_BYTES + to.length / 2];
  return `${BATCH_PAY}${word(token)}${word(BigInt(first))}${word(BigInt(second))}${to}${amounts}`;
}
