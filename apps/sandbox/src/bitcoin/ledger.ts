import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { CompactSize, RawTx } from '@scure/btc-signer';
import { RawOldTx } from '@scure/btc-signer/script.js';
import type { ChainBlock } from './bcoin.ts';

/** A transaction. Scripts in hex, amounts in satoshi. */
export interface PlainTransaction {
  readonly txid: string;
  readonly raw: string;
  readonly inputs: readonly { readonly txid: string; readonly vout: number }[];
  readonly outputs: readonly { readonly script: string; readonly amount: bigint }[];
  readonly vsize: number;
  readonly isCoinbase: boolean;
}

/** A block with its transactions. */
export interface PlainBlock extends ChainBlock {
  readonly transactions: readonly PlainTransaction[];
}

/** An index of the chain's transactions in block order, for queries that bcoin does not answer. */
export interface Ledger {
  readonly blocks: readonly PlainBlock[];
  push(block: ChainBlock): PlainBlock;
  /** Removes the blocks from a height on, and returns them, lowest first. */
  truncate(height: number): readonly PlainBlock[];
  find(txid: string): { readonly transaction: PlainTransaction; readonly block: PlainBlock } | null;
  byHash(hash: string): PlainBlock | null;
  /** The block that spends an output; null while none does. */
  spentIn(txid: string, vout: number): PlainBlock | null;
  /** Median time past (BIP 113): the median time of the eleven blocks up to a height, in Unix seconds. */
  medianTime(height: number): number;
}

const HEADER_BYTES = 80;
const MEDIAN_BLOCKS = 11;

/** Makes an empty ledger. @param genesis the first block */
export function openLedger(genesis: PlainBlock): Ledger {
  const blocks: PlainBlock[] = [genesis];
  const locations = new Map<string, { readonly transaction: PlainTransaction; readonly block: PlainBlock }>();
  const hashes = new Map<string, PlainBlock>([[genesis.hash, genesis]]);
  const spent = new Map<string, PlainBlock>();
  return {
    blocks,
    push(plain) {
      const block = { ...plain, transactions: parseTransactions(plain.raw) };
      blocks.push(block);
      hashes.set(block.hash, block);
      for (const transaction of block.transactions) {
        locations.set(transaction.txid, { transaction, block });
        if (!transaction.isCoinbase) for (const { txid, vout } of transaction.inputs) spent.set(`${txid}:${vout}`, block);
      }
      return block;
    },
    truncate(height) {
      const dropped = blocks.splice(height);
      for (const block of dropped) {
        hashes.delete(block.hash);
        for (const { txid, inputs } of block.transactions) {
          locations.delete(txid);
          for (const input of inputs) spent.delete(`${input.txid}:${input.vout}`);
        }
      }
      return dropped;
    },
    find: (txid) => locations.get(txid) ?? null,
    byHash: (hash) => hashes.get(hash) ?? null,
    spentIn: (txid, vout) => spent.get(`${txid}:${vout}`) ?? null,
    medianTime(height) {
      const times = blocks.slice(Math.max(0, height - MEDIAN_BLOCKS + 1), height + 1).map(({ time }) => time);
      return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
    },
  };
}

/** Parses a transaction in hex. @throws Error when it is malformed */
export function parseTransaction(raw: string): PlainTransaction {
  const { transaction, length } = readTransaction(hexToBytes(raw));
  if (length * 2 !== raw.length) throw new Error('bytes follow the transaction');
  return transaction;
}

function parseTransactions(block: string): PlainTransaction[] {
  const rest = hexToBytes(block).subarray(HEADER_BYTES);
  const count = CompactSize.decode(rest, { allowUnreadBytes: true });
  let from = CompactSize.encode(count).length;
  return Array.from({ length: Number(count) }, () => {
    const { transaction, length } = readTransaction(rest.subarray(from));
    from += length;
    return transaction;
  });
}

function readTransaction(bytes: Uint8Array): { readonly transaction: PlainTransaction; readonly length: number } {
  const read = RawTx.decode(bytes, { allowUnreadBytes: true });
  const whole = RawTx.encode(read);
  const stripped = RawOldTx.encode(read);
  const inputs = read.inputs.map(({ txid, index }) => ({ txid: bytesToHex(txid), vout: index }));
  const transaction = {
    txid: bytesToHex(sha256(sha256(stripped)).reverse()),
    raw: bytesToHex(whole),
    inputs,
    outputs: read.outputs.map(({ amount, script }) => ({ script: bytesToHex(script), amount })),
    vsize: Math.ceil((3 * stripped.length + whole.length) / 4),
    isCoinbase: /^0{64}$/.test(inputs[0]?.txid ?? ''),
  };
  return { transaction, length: whole.length };
}
