import { toChecksumAddress } from '@quydoi/domain/address/evm';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { ChainSide } from '../chain/block-sources.ts';
import type { EvmChain } from './chains.ts';
import { unitsIn, weiOf } from './fees.ts';
import type { Transaction } from './wire.ts';

const DIRECT = /^(0x[0-9a-f]{64}):coin$/;
const INTERNAL = /^block:(\d{1,12}):(0x[0-9a-f]{40})$/;

/** Which movement of the coin a payment's reference names; null when it names none. Address in lower case. */
export type CoinReference = { readonly txid: string } | { readonly block: number; readonly account: string };

/** Parses a payment's reference. */
export function readCoinReference(reference: string): CoinReference | null {
  const txid = DIRECT.exec(reference)?.[1];
  if (txid !== undefined) return { txid };
  const [, block, account] = INTERNAL.exec(reference) ?? [];
  return block === undefined || account === undefined ? null : { block: Number(block), account };
}

/** A movement of the coin to an address, before it is known to be a payment. Addresses in lower case. */
export interface CoinMovement {
  readonly account: string;
  readonly reference: string;
  readonly wei: bigint;
  readonly payer: string | null;
  /** Of its block, in Unix seconds. */
  readonly time: number;
}

/**
 * The coin that a transaction itself moves; null when it moves none. An address without code takes it always, so that it needs no receipt to prove it;
 * one that delegates may not (`withoutFailed`), and those of contracts are nobody's payment.
 */
export function directMovement({ hash, from, to, value }: Transaction, time: number): CoinMovement | null {
  return to === null || value === 0n ? null : { account: to, reference: `${hash}:coin`, wei: value, payer: from, time };
}

/**
 * What contracts moved to an address within a block, told by its balance. All of one block is one payment, whatever the node can say of its parts, so
 * that every node tells of it alike.
 */
export function internalMovement(block: number, account: string, wei: bigint, payer: string | null, time: number): CoinMovement {
  return { account, reference: `block:${block}:${account}`, wei, payer, time };
}

/** The payer where all of a payment came from one; null where it did not, or nobody is known. */
export function payerAmong(payers: readonly (string | null)[]): string | null {
  const [payer = null, ...others] = new Set(payers);
  return others.length === 0 ? payer : null;
}

/** The smallest amount that is a payment of the coin, in wei. */
export function smallestWei({ coin }: EvmChain): bigint {
  return coin === null ? 0n : weiOf(CURRENCIES[coin].paymentMin);
}

/** The payment that a movement of the coin is; none when it is dust. */
export function coinPayment(chain: EvmChain, { account, reference, wei, payer, time }: CoinMovement, side: ChainSide): PaymentFact[] {
  if (chain.coin === null) return [];
  const { chainDecimals, reserve, paymentMin } = CURRENCIES[chain.coin];
  const amount = unitsIn(wei);
  if (amount < paymentMin) return [];
  return [
    {
      network: chain.code,
      account: toChecksumAddress(account.slice(2)),
      reference,
      unit: reserve,
      amount,
      exactAmount: formatDecimal(wei, chainDecimals),
      memo: '',
      payer: payer && toChecksumAddress(payer.slice(2)),
      payerName: null,
      paidAt: new Date(time * 1_000),
      confirmed: side === 'confirmed',
      source: side === 'confirmed' ? `${chain.code}-block` : `${chain.code}-head`,
      sourceId: reference,
    },
  ];
}
