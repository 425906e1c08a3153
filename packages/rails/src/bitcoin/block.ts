import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { CompactSize, RawTx } from '@scure/btc-signer';
import { RawOldTx } from '@scure/btc-signer/script.js';

/** An output of a transaction: a transaction id and a place in it. */
export interface Outpoint {
  readonly txid: string;
  readonly vout: number;
}

/** A transaction as its bytes say it. Scripts in hex, amounts in satoshi. */
export interface RawTransaction {
  readonly txid: string;
  readonly inputs: readonly Outpoint[];
  readonly outputs: readonly { readonly script: string; readonly amount: bigint }[];
  readonly lockTime: number;
  /** Virtual size, in vbytes. */
  readonly vsize: number;
  /** Whether it creates coins, as the first one of a block does. */
  readonly isCoinbase: boolean;
}

/** A block as its bytes say it. */
export interface RawBlock {
  readonly hash: string;
  readonly parentHash: string;
  /** By the miner's clock, in Unix seconds. */
  readonly timestamp: number;
  readonly transactions: readonly RawTransaction[];
}

const HEADER_BYTES = 80;
const NO_TXID = '0'.repeat(64);

/** Parses a transaction in hex. @throws Error when it is malformed */
export function parseTransaction(raw: string): RawTransaction {
  const { transaction, length } = readTransaction(hexToBytes(raw));
  if (length * 2 !== raw.length) throw new Error('bytes follow the transaction');
  return transaction;
}

/** Parses a block in hex and checks that it is whole: its hash, and the hash of all its transactions. @throws Error when it is not */
export function parseBlock(raw: string, hash: string): RawBlock {
  const bytes = hexToBytes(raw);
  const header = bytes.subarray(0, HEADER_BYTES);
  if (reversedHex(sha256Twice(header)) !== hash) throw new Error('the block has another hash');
  const rest = bytes.subarray(HEADER_BYTES);
  const count = Number(CompactSize.decode(rest, { allowUnreadBytes: true }));
  const transactions: RawTransaction[] = [];
  let from = CompactSize.encode(BigInt(count)).length;
  for (let n = 0; n < count; n += 1) {
    const { transaction, length } = readTransaction(rest.subarray(from));
    transactions.push(transaction);
    from += length;
  }
  if (from !== rest.length) throw new Error('bytes follow the block');
  if (merkleRoot(transactions.map(({ txid }) => txid)) !== reversedHex(header.subarray(36, 68)))
    throw new Error('transactions of the block are missing');
  const timestamp = new DataView(bytes.buffer, bytes.byteOffset).getUint32(68, true);
  return { hash, parentHash: reversedHex(header.subarray(4, 36)), timestamp, transactions };
}

function readTransaction(bytes: Uint8Array): { readonly transaction: RawTransaction; readonly length: number } {
  const read = RawTx.decode(bytes, { allowUnreadBytes: true });
  const { length } = RawTx.encode(read);
  const stripped = RawOldTx.encode(read);
  const inputs = read.inputs.map(({ txid, index }) => ({ txid: bytesToHex(txid), vout: index }));
  const transaction = {
    txid: reversedHex(sha256Twice(stripped)),
    inputs,
    outputs: read.outputs.map(({ amount, script }) => ({ script: bytesToHex(script), amount })),
    lockTime: read.lockTime,
    // BIP 141: three parts in four are the bytes without witnesses.
    vsize: Math.ceil((3 * stripped.length + length) / 4),
    isCoinbase: inputs.length === 1 && inputs[0]?.txid === NO_TXID,
  };
  return { transaction, length };
}

function merkleRoot(txids: readonly string[]): string {
  let level: readonly Uint8Array[] = txids.map((txid) => hexToBytes(txid).reverse());
  while (level.length > 1) {
    const below = level;
    level = below.flatMap((left, n) => (n % 2 === 0 ? [sha256Twice(concatBytes(left, below[n + 1] ?? left))] : []));
  }
  return level[0] ? reversedHex(level[0]) : '';
}

function sha256Twice(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes));
}

/** Hashes are written from their last byte to their first. */
function reversedHex(bytes: Uint8Array): string {
  return bytesToHex(Uint8Array.from(bytes).reverse());
}
