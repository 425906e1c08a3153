import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { CompactSize, RawTx } from '@scure/btc-signer';
import { RawOldTx } from '@scure/btc-signer/script.js';

/** A transaction for a test's block: what it spends, and its outputs (script in hex, amount in satoshi). */
export interface TestTransaction {
  readonly spends?: readonly { readonly txid: string; readonly vout: number }[];
  readonly outputs: readonly { readonly script: string; readonly amount: bigint }[];
}

/** A transaction with its id, serialized. */
export interface Serialized {
  readonly txid: string;
  readonly hex: string;
}

/** A block with its hash, serialized. Time in Unix seconds. */
export interface TestBlock {
  readonly hash: string;
  readonly hex: string;
  readonly height: number;
  readonly time: number;
  readonly transactions: readonly Serialized[];
}

const doubleSha256 = (bytes: Uint8Array) => sha256(sha256(bytes));
const reversed = (bytes: Uint8Array) => Uint8Array.from(bytes).reverse();

/** Serializes a transaction with dummy witnesses; a coinbase if it spends nothing. @param salt lock time, which tells equal transactions apart */
export function serialize({ spends, outputs }: TestTransaction, salt: number): Serialized {
  const spent = spends ?? [{ txid: '0'.repeat(64), vout: 0xffffffff }];
  const content = {
    version: 2,
    inputs: spent.map(({ txid, vout }) => ({ txid: hexToBytes(txid), index: vout, finalScriptSig: new Uint8Array(), sequence: 0xfffffffd })),
    outputs: outputs.map(({ script, amount }) => ({ script: hexToBytes(script), amount })),
    lockTime: salt,
  };
  const hex = bytesToHex(RawTx.encode({ ...content, segwitFlag: true, witnesses: spent.map(() => [Uint8Array.of(1)]) }));
  return { txid: bytesToHex(reversed(doubleSha256(RawOldTx.encode(content)))), hex };
}

/** Makes a block on top of another, with a coinbase first and without proof of work. @param before null for the first block */
export function makeBlock(before: TestBlock | null, time: number, transactions: readonly Serialized[]): TestBlock {
  const height = (before?.height ?? -1) + 1;
  const all = [serialize({ outputs: [{ script: '51', amount: 5_000_000_000n }] }, time % 400_000_000), ...transactions];
  let level = all.map(({ txid }) => reversed(hexToBytes(txid)));
  while (level.length > 1) {
    const pairs = level.map((left, n) => [left, level[n + 1] ?? left] as const).filter((_, n) => n % 2 === 0);
    level = pairs.map(([left, right]) => doubleSha256(concatBytes(left, right)));
  }
  const header = new Uint8Array(80);
  header.set(before ? reversed(hexToBytes(before.hash)) : new Uint8Array(32), 4);
  header.set(level[0] ?? new Uint8Array(32), 36);
  new DataView(header.buffer).setUint32(68, time, true);
  const body = concatBytes(header, CompactSize.encode(BigInt(all.length)), ...all.map(({ hex }) => hexToBytes(hex)));
  return { hash: bytesToHex(reversed(doubleSha256(header))), hex: bytesToHex(body), height, time, transactions: all };
}
