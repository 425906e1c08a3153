import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { Slot } from '@quydoi/domain/transfer/slot';
import type { TransactionSerializableEIP1559, TransactionSerializableEIP7702 } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
// Its main entry loads clients for nodes as well, which takes every process a tenth of a second.
import { parseTransaction } from 'viem/utils';
import type { ChainKey } from '../chain/hd-keys.ts';
import { RailError } from '../rail-error.ts';
import type { SignedTransfer } from '../signed-payout.ts';
import type { EvmChain } from './chains.ts';
import type { Authorization } from './delegation.ts';
import type { GasOffer } from './fees.ts';

/** The content of a transaction (EIP-1559): a call of the token or the sweeper, or a transfer of the coin. */
export interface Content extends GasOffer {
  readonly nonce: number;
  readonly to: string;
  /** Call data in hex with `0x`; `0x` for a transfer of the coin. */
  readonly data: string;
  /** In wei. */
  readonly value: bigint;
  /** Gas limit. */
  readonly gas: bigint;
}

type Hex = `0x${string}`;

/** Hex of a transaction of type 2 (EIP-1559) or 4 (EIP-7702). */
const RAW = /^0x0[24](?:[0-9a-f]{2})+$/;

/** A signed transfer on a chain of Ethereum's kind: it stays valid until its nonce is consumed. */
export type EvmTransfer = SignedTransfer & { readonly validUntil: null; readonly slots: readonly [Slot] };

/**
 * Signs deterministically (RFC 6979): the same content is the same transaction.
 * @param authorizations delegations that it brings about (EIP-7702)
 */
export async function signContent(
  { chainId }: EvmChain,
  key: ChainKey,
  content: Content,
  authorizations: readonly Authorization[] = [],
): Promise<EvmTransfer> {
  const { nonce, to, data, value, gas, maxFeePerGas, maxPriorityFeePerGas } = content;
  const prices = { maxFeePerGas, maxPriorityFeePerGas };
  const call = { chainId, nonce, to: to as Hex, data: data as Hex, value, gas, ...prices };
  const account = privateKeyToAccount(`0x${bytesToHex(key.privateKey)}`);
  const raw = await (authorizations.length === 0
    ? account.signTransaction({ type: 'eip1559', ...call })
    : account.signTransaction({ type: 'eip7702', ...call, authorizationList: authorizations }));
  return { txid: txidOf(raw), raw, validUntil: null, slots: [slotOf(key.address, nonce)] };
}

/** The slot of a nonce. */
export function slotOf(wallet: string, nonce: number): Slot {
  return { wallet, resource: String(nonce) };
}

/** The content of a stored transfer. @throws RailError when its bytes are not what its id says, or of another chain; it is then never broadcast */
export function requireContent(chain: EvmChain, { txid, raw }: SignedTransfer): Content {
  if (RAW.test(raw) && txidOf(raw) !== txid) throw malformed(chain, `the stored transfer ${txid} is not what its id says`);
  return readContent(chain, raw);
}

/** The content of a signed transfer's bytes. @throws RailError when they are no transaction, or one of another chain */
export function readContent(chain: EvmChain, raw: string): Content {
  const parsed = RAW.test(raw) ? parse(raw) : null;
  if (!parsed || parsed.chainId !== chain.chainId || !parsed.to || parsed.maxFeePerGas === undefined || parsed.gas === undefined) {
    throw malformed(chain, 'a stored transfer is none of this chain');
  }
  const { nonce = 0, to, data = '0x', value = 0n, gas, maxFeePerGas, maxPriorityFeePerGas = 0n } = parsed;
  return { nonce, to, data, value, gas, maxFeePerGas, maxPriorityFeePerGas };
}

function malformed({ code }: EvmChain, why: string): RailError {
  return new RailError(code, 'malformed', 'not-done', why);
}

function parse(raw: string): TransactionSerializableEIP1559 | TransactionSerializableEIP7702 | null {
  try {
    return raw.startsWith('0x02') ? parseTransaction(raw as `0x02${string}`) : parseTransaction(raw as `0x04${string}`);
  } catch {
    return null;
  }
}

function txidOf(raw: string): string {
  return `0x${bytesToHex(keccak_256(hexToBytes(raw.slice(2))))}`;
}
