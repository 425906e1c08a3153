import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { PbfWriter } from 'pbf';
import { z } from 'zod';

const TYPE_URL = 'type.googleapis.com/protocol.';
const hexText = z.string().regex(/^(?:[0-9a-fA-F]{2})*$/);
const address = z.string().regex(/^41[0-9a-fA-F]{40}$/);
const whole = z.int().nonnegative();

const call = z.object({
  type: z.literal('TriggerSmartContract'),
  parameter: z.object({ value: z.object({ owner_address: address, contract_address: address, data: hexText }) }),
});
const transfer = z.object({
  type: z.literal('TransferContract'),
  parameter: z.object({ value: z.object({ owner_address: address, to_address: address, amount: whole }) }),
});

/** A broadcast transaction. As on a real node, its claimed id and bytes are ignored. */
export const sentTransaction = z.object({
  raw_data: z.object({
    contract: z.tuple([z.discriminatedUnion('type', [call, transfer])]),
    ref_block_bytes: hexText,
    ref_block_hash: hexText,
    expiration: whole,
    timestamp: whole.default(0),
    fee_limit: whole.default(0),
  }),
  signature: z.array(z.string()).default([]),
});

/** A broadcast transaction. */
export type SentTransaction = z.infer<typeof sentTransaction>;
/** The signed part of a transaction. */
export type RawData = SentTransaction['raw_data'];

const CONTRACT_TYPES = { TransferContract: 1, TriggerSmartContract: 31 } as const;

/** The bytes of Transaction.raw (`core/Tron.proto`): the id is their SHA-256. */
export function bytesOf(raw: RawData): Uint8Array {
  const writer = new PbfWriter();
  writer.writeBytesField(1, hexToBytes(raw.ref_block_bytes));
  writer.writeBytesField(4, hexToBytes(raw.ref_block_hash));
  writer.writeVarintField(8, raw.expiration);
  writer.writeMessage(11, contractBytes, raw.contract[0]);
  if (raw.timestamp > 0) writer.writeVarintField(14, raw.timestamp);
  if (raw.fee_limit > 0) writer.writeVarintField(18, raw.fee_limit);
  return writer.finish();
}

function contractBytes(contract: RawData['contract'][0], writer: PbfWriter): void {
  writer.writeVarintField(1, CONTRACT_TYPES[contract.type]);
  writer.writeMessage(2, anyBytes, contract);
}

function anyBytes(contract: RawData['contract'][0], writer: PbfWriter): void {
  writer.writeStringField(1, TYPE_URL + contract.type);
  writer.writeMessage(2, valueBytes, contract);
}

function valueBytes(contract: RawData['contract'][0], writer: PbfWriter): void {
  writer.writeBytesField(1, hexToBytes(contract.parameter.value.owner_address));
  if (contract.type === 'TransferContract') {
    writer.writeBytesField(2, hexToBytes(contract.parameter.value.to_address));
    writer.writeVarintField(3, contract.parameter.value.amount);
    return;
  }
  writer.writeBytesField(2, hexToBytes(contract.parameter.value.contract_address));
  if (contract.parameter.value.data !== '') writer.writeBytesField(4, hexToBytes(contract.parameter.value.data));
}

/** Id of a transaction. */
export function idOf(raw: RawData): Uint8Array {
  return sha256(bytesOf(raw));
}

/** A USDT transfer; addresses `41…` in hex. */
export interface Move {
  readonly from: string;
  readonly to: string;
  readonly amount: number;
}

const TRANSFER_DATA = /^a9059cbb[0-9a-f]{24}([0-9a-f]{40})([0-9a-f]{64})$/i;

/** Decodes a call of `transfer`; null for other calls. Amounts beyond the safe integers are capped: no balance reaches them. */
export function moveOf(owner: string, data: string): Move | null {
  const match = TRANSFER_DATA.exec(data);
  if (!match) return null;
  const amount = BigInt(`0x${match[2]}`);
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  return { from: owner.toLowerCase(), to: `41${match[1]?.toLowerCase()}`, amount: Number(amount < most ? amount : most) };
}

/** Encodes a call of `transfer`. */
export function dataOf(to: string, amount: number): string {
  return `a9059cbb${to.slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`;
}

/** A transaction in the format of a node's answers. */
export function answerOf(sent: SentTransaction): object {
  const bytes = bytesOf(sent.raw_data);
  return { visible: false, txID: bytesToHex(sha256(bytes)), ...sent, raw_data_hex: bytesToHex(bytes), ret: [{ contractRet: 'SUCCESS' }] };
}

/** Transaction.Result.contractResult (`core/Tron.proto`). */
const CONTRACT_RET_SUCCESS = 1;

/**
 * What a block's header says of its transactions (`txTrieRoot`), as java-tron computes it: the root of a tree of SHA-256 over whole transactions, with
 * signatures and results, in which one without a neighbour moves up as it is. Zeros for none.
 */
export function rootOf(transactions: readonly SentTransaction[]): string {
  let hashes = transactions.map((sent) => sha256(wholeBytesOf(sent)));
  while (hashes.length > 1) {
    const pairs = Array.from({ length: Math.ceil(hashes.length / 2) }, (_, index) => hashes.slice(index * 2, index * 2 + 2));
    hashes = pairs.map(([left = NO_ROOT, right]) => (right ? sha256(Uint8Array.of(...left, ...right)) : left));
  }
  return bytesToHex(hashes[0] ?? NO_ROOT);
}

const NO_ROOT = new Uint8Array(32);

/** The bytes of Transaction, of which `bytesOf` are the first field. */
function wholeBytesOf({ raw_data, signature }: SentTransaction): Uint8Array {
  const writer = new PbfWriter();
  writer.writeBytesField(1, bytesOf(raw_data));
  for (const one of signature) writer.writeBytesField(2, hexToBytes(one));
  writer.writeMessage(5, (code, result) => result.writeVarintField(3, code), CONTRACT_RET_SUCCESS);
  return writer.finish();
}
