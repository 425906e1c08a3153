import { z } from 'zod';

/** Bytes in hex with `0x`. */
export const hexText = z.string().regex(/^0x(?:[0-9a-f]{2})*$/);
/** Hash of a block or a transaction. */
export const hash = z.string().regex(/^0x[0-9a-f]{64}$/);
/** An address, in lower case. */
export const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .toLowerCase();
/** An amount, in hex with `0x`. */
export const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/)
  .transform(BigInt);

/** A count or height, as a number. */
export const count = quantity.pipe(z.coerce.number<bigint>().max(Number.MAX_SAFE_INTEGER));

/** Wire format of {@link Header}. */
export const header = z.object({
  number: count,
  hash,
  parentHash: hash,
  timestamp: count,
  baseFeePerGas: quantity.default(0n),
  logsBloom: z.string().regex(/^0x[0-9a-f]{512}$/),
});
const transaction = z.object({ hash, from: address, to: address.nullable(), value: quantity, gas: quantity });
/** A payment out of a validator's stake (EIP-4895), in gwei. */
const withdrawal = z.object({ address, amount: quantity });
/** Wire format of {@link Block}. */
export const block = header.extend({ miner: address, transactions: z.array(transaction), withdrawals: z.array(withdrawal).default([]) });
/** A transaction with the hash of its block; null while it is in none. */
export const placedTransaction = transaction.extend({ blockHash: hash.nullable() });
/** Wire format of {@link ChainLog}. */
export const log = z.object({
  address,
  topics: z.array(hash),
  data: hexText,
  blockNumber: count,
  blockHash: hash,
  transactionHash: hash,
  logIndex: count,
});
/** Wire format of {@link Receipt}. */
export const receipt = z.object({
  transactionHash: hash,
  blockHash: hash,
  blockNumber: count,
  status: z.enum(['0x0', '0x1']),
  gasUsed: quantity,
  effectiveGasPrice: quantity,
  logs: z.array(log),
});

/** A block, without its transactions. Time in Unix seconds. */
export type Header = z.output<typeof header>;
/** A transaction. Value in wei. */
export type Transaction = z.output<typeof transaction>;
/** A block with its transactions, its recipient of fees, and withdrawals of stakes. */
export type Block = z.output<typeof block>;
/** A log with its place in the chain. */
export type ChainLog = z.output<typeof log>;
/** The result of a transaction in a block. */
export type Receipt = z.output<typeof receipt>;
