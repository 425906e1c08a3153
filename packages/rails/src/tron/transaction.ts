import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { PbfWriter } from 'pbf';
import { z } from 'zod';
import type { TronKey } from './keys.ts';

/**
 * TRON's transactions, built here byte for byte so that no node can influence the signed content. Messages and field numbers:
 * `core/Tron.proto` (Transaction.raw), `core/contract/smart_contract.proto`, `core/contract/balance_contract.proto`.
 */

/** Field numbers of Transaction.raw. */
const RAW = { refBlockBytes: 1, refBlockHash: 4, expiration: 8, contract: 11, timestamp: 14, feeLimit: 18 } as const;
/** Transaction.Contract.ContractType. */
const CONTRACT_TYPES = { TransferContract: 1, TriggerSmartContract: 31 } as const;
const TYPE_URL = 'type.googleapis.com/protocol.';
const RECOVERY_OFFSET = 27;

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));
const address = z.string().regex(/^41[0-9a-f]{40}$/);
const positive = z.int().positive();

const tokenCall = z.strictObject({
  type: z.literal('TriggerSmartContract'),
  parameter: z.strictObject({
    type_url: z.literal(`${TYPE_URL}TriggerSmartContract`),
    value: z.strictObject({ owner_address: address, contract_address: address, data: z.string().regex(/^a9059cbb[0-9a-f]{128}$/) }),
  }),
});
const coinTransfer = z.strictObject({
  type: z.literal('TransferContract'),
  parameter: z.strictObject({
    type_url: z.literal(`${TYPE_URL}TransferContract`),
    value: z.strictObject({ owner_address: address, to_address: address, amount: positive }),
  }),
});
const rawData = z.strictObject({
  contract: z.tuple([z.discriminatedUnion('type', [tokenCall, coinTransfer])]),
  ref_block_bytes: hex(2),
  ref_block_hash: hex(8),
  expiration: positive,
  timestamp: positive,
  fee_limit: positive.optional(),
});
const signedTransaction = z.strictObject({
  visible: z.literal(false),
  txID: hex(32),
  raw_data: rawData,
  raw_data_hex: z.string().regex(/^(?:[0-9a-f]{2})+$/),
  signature: z.tuple([hex(65)]),
});

/** The signed content in the JSON format of nodes; addresses `41…` in hex, fee limit in sun. */
export type RawData = z.infer<typeof rawData>;
/** A signed transaction as `wallet/broadcasttransaction` takes it. */
export type SignedTransaction = z.infer<typeof signedTransaction>;

/** Reference block and times of a transaction. Times in Unix milliseconds. */
export interface Frame {
  readonly refBlockBytes: string;
  readonly refBlockHash: string;
  readonly expiration: number;
  readonly timestamp: number;
}

/** A call of a contract's `transfer`; `data` from `transferData`. */
export function tokenTransfer(owner: string, contract: string, data: string, feeLimitSun: number, frame: Frame): RawData {
  const value = { data, owner_address: owner, contract_address: contract };
  const call = { parameter: { value, type_url: `${TYPE_URL}TriggerSmartContract` as const }, type: 'TriggerSmartContract' as const };
  return rawData.parse({ contract: [call], ...frameFields(frame), fee_limit: feeLimitSun });
}

/** A transfer of TRX, in sun. */
export function trxTransfer(owner: string, to: string, amountSun: number, frame: Frame): RawData {
  const value = { to_address: to, owner_address: owner, amount: amountSun };
  const transfer = { parameter: { value, type_url: `${TYPE_URL}TransferContract` as const }, type: 'TransferContract' as const };
  return rawData.parse({ contract: [transfer], ...frameFields(frame) });
}

function frameFields(frame: Frame) {
  return { ref_block_bytes: frame.refBlockBytes, ref_block_hash: frame.refBlockHash, expiration: frame.expiration, timestamp: frame.timestamp };
}

/** The bytes that are hashed and signed. */
export function encodeRawData(raw: RawData): Uint8Array {
  const writer = new PbfWriter();
  writer.writeBytesField(RAW.refBlockBytes, hexToBytes(raw.ref_block_bytes));
  writer.writeBytesField(RAW.refBlockHash, hexToBytes(raw.ref_block_hash));
  writer.writeVarintField(RAW.expiration, raw.expiration);
  writer.writeMessage(RAW.contract, writeContract, raw.contract[0]);
  writer.writeVarintField(RAW.timestamp, raw.timestamp);
  if (raw.fee_limit !== undefined) writer.writeVarintField(RAW.feeLimit, raw.fee_limit);
  return writer.finish();
}

function writeContract(contract: RawData['contract'][0], writer: PbfWriter): void {
  writer.writeVarintField(1, CONTRACT_TYPES[contract.type]);
  writer.writeMessage(2, writeAny, contract);
}

function writeAny(contract: RawData['contract'][0], writer: PbfWriter): void {
  writer.writeStringField(1, contract.parameter.type_url);
  writer.writeMessage(2, writeValue, contract);
}

function writeValue(contract: RawData['contract'][0], writer: PbfWriter): void {
  writer.writeBytesField(1, hexToBytes(contract.parameter.value.owner_address));
  if (contract.type === 'TransferContract') {
    writer.writeBytesField(2, hexToBytes(contract.parameter.value.to_address));
    writer.writeVarintField(3, contract.parameter.value.amount);
    return;
  }
  writer.writeBytesField(2, hexToBytes(contract.parameter.value.contract_address));
  writer.writeBytesField(4, hexToBytes(contract.parameter.value.data));
}

/** Signs deterministically: the id is the SHA-256 of the bytes, and the signature over it is `r ‖ s ‖ v`. */
export function signRawData(raw: RawData, key: TronKey): SignedTransaction {
  const bytes = encodeRawData(raw);
  const id = sha256(bytes);
  const recovered = secp256k1.sign(id, key.privateKey, { prehash: false, format: 'recovered' });
  const v = RECOVERY_OFFSET + (recovered[0] ?? 0);
  const signature = bytesToHex(Uint8Array.of(...recovered.subarray(1), v));
  return { visible: false, txID: bytesToHex(id), raw_data: raw, raw_data_hex: bytesToHex(bytes), signature: [signature] };
}

/** Parses a signed transaction; null if it is malformed, or its content, bytes and id disagree. */
export function readSigned(text: string): SignedTransaction | null {
  let parsed: z.ZodSafeParseResult<SignedTransaction>;
  try {
    parsed = signedTransaction.safeParse(JSON.parse(text));
  } catch {
    return null;
  }
  if (!parsed.success) return null;
  const bytes = encodeRawData(parsed.data.raw_data);
  const isConsistent = bytesToHex(bytes) === parsed.data.raw_data_hex && bytesToHex(sha256(bytes)) === parsed.data.txID;
  return isConsistent ? parsed.data : null;
}
