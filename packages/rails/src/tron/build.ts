import { sha256 } from '@noble/hashes/sha2.js';
import { TRANSFER } from '../chain/erc20.ts';
import { RailError } from '../rail-error.ts';
import type { SignedTransfer } from '../signed-payout.ts';
import { transferData, transferParameters } from './abi.ts';
import { hexOf } from './address.ts';
import type { TronKey } from './keys.ts';
import type { TronNode } from './node.ts';
import { type Frame, type RawData, signRawData, tokenTransfer, trxTransfer } from './transaction.ts';

/** A signed transfer on TRON: it always expires and consumes no slot. */
export type TronTransfer = SignedTransfer & { readonly validUntil: Date; readonly slot: null };

/** How transfers are built. */
export interface BuildOptions {
  /** The token contract, base58. */
  readonly contract: string;
  /** The most that one transfer may burn for energy, in sun. */
  readonly feeLimitSunMax: number;
  /** From the irreversible head's time on. */
  readonly validityMs: number;
  /** How far the irreversible head may be from our clock. */
  readonly headSkewMsMax: number;
}

/** The estimate is the present one; a contract's price of energy can rise until the transfer is included. In tenths. */
const ENERGY_MARGIN_TENTHS = 12;
/** Burned for a transaction's bytes where the account has no bandwidth left, generously: 345 bytes at 1000 sun. */
const BANDWIDTH_SUN = 345_000;
/** Payouts go before sweeps: what a transfer of TRX leaves where it comes from, enough for some payouts and its own fee. */
const FUNDING_LEAVES_SUN = 200_000_000;
/** Bits of the key that go into the fee limit, in sun: at most about one TRX. */
const FEE_SALT_SUN = 2 ** 20;
const EXPIRATION_SALT_MS = 1_000;

/** A transfer of tokens that is asked for. */
export interface TokenOrder {
  readonly key: string;
  readonly to: string;
  readonly amount: bigint;
}

/** Builds and signs a transfer of tokens. @throws RailError outcome `not-done` */
export async function signTokens(node: TronNode, options: BuildOptions, from: TronKey, order: TokenOrder, now: Date): Promise<TronTransfer> {
  const [owner, to, contract] = [hexOf(from.address), hexOf(order.to), hexOf(options.contract)];
  if (!owner || !to || !contract || to === contract || to === owner) throw notDone('the destination is no address to pay to');
  if (order.amount <= 0n) throw notDone('the amount is not above zero');
  const call = { owner, contract, signature: TRANSFER.signature, parameters: transferParameters(to, order.amount) };
  const [frame, { energy }, price] = await Promise.all([frameOf(node, options, order.key, now), node.call('wallet', call), node.energyPriceSun()]);
  const feeLimitSun = feeLimit(energy, price, options.feeLimitSunMax);
  await requireEnergy(node, owner, energy, energy * price + BANDWIDTH_SUN);
  return signed(tokenTransfer(owner, contract, transferData(to, order.amount), feeLimitSun + saltOf(order.key).sun, frame), from);
}

/** Builds and signs a transfer of TRX to where a fee is to be paid. @throws RailError outcome `not-done` */
export async function signTrx(
  node: TronNode,
  options: BuildOptions,
  from: TronKey,
  order: { readonly key: string; readonly to: string; readonly amountSun: number },
  now: Date,
): Promise<TronTransfer> {
  const [owner, to] = [hexOf(from.address), hexOf(order.to)];
  if (!owner || !to || to === owner) throw notDone('the destination is no address to pay to');
  if (!Number.isSafeInteger(order.amountSun) || order.amountSun <= 0) throw notDone('the amount is not above zero');
  const [frame, there] = await Promise.all([frameOf(node, options, order.key, now), node.trxSun(owner)]);
  if (there < order.amountSun + FUNDING_LEAVES_SUN) throw notDone('what is left of the TRX is for payouts');
  return signed(trxTransfer(owner, to, order.amountSun, frame), from);
}

/**
 * The fee limit of a transfer, in sun: the estimate with a margin, at most the cap.
 * @throws RailError when the estimate itself is above the cap: it would burn the fee and move nothing
 */
export function feeLimit(energy: number, priceSun: number, capSun: number): number {
  const estimate = energy * priceSun;
  if (energy <= 0 || !Number.isSafeInteger(estimate * ENERGY_MARGIN_TENTHS)) throw notDone('the estimate of energy makes no sense');
  if (estimate > capSun) throw notDone(`the transfer would cost ${estimate} sun, above the limit of ${capSun}`);
  return Math.min(Math.ceil((estimate * ENERGY_MARGIN_TENTHS) / 10), capSun);
}

/** Too little TRX would burn what there is and move nothing. */
async function requireEnergy(node: TronNode, owner: string, energy: number, costSun: number): Promise<void> {
  if ((await node.trxSun(owner)) >= costSun) return;
  if ((await node.energyLeft(owner)) < energy) throw notDone('the sending address is short of TRX for the fee');
}

/**
 * What a transaction is tied to. Only the irreversible head is referred to: a newer block could be given up, and the transaction with it.
 * The times come from the chain's clock, for the chain judges by it.
 */
async function frameOf(node: TronNode, options: BuildOptions, key: string, now: Date): Promise<Frame> {
  const head = await node.head('walletsolidity');
  if (Math.abs(head.at - now.getTime()) > options.headSkewMsMax) {
    throw new RailError('tron', 'busy', 'not-done', 'the irreversible head is too far from our clock');
  }
  return {
    refBlockBytes: (head.number & 0xffff).toString(16).padStart(4, '0'),
    refBlockHash: head.id.slice(16, 32),
    expiration: head.at + options.validityMs + saltOf(key).ms,
    timestamp: now.getTime(),
  };
}

/**
 * Two payouts of one amount to one address, signed in one millisecond, would be one and the same transaction. There is no field for a key
 * that costs nothing, so it goes into the last digits of the fee limit and of the expiration.
 */
function saltOf(key: string): { readonly sun: number; readonly ms: number } {
  const view = new DataView(sha256(new TextEncoder().encode(key)).buffer);
  return { sun: view.getUint32(0) % FEE_SALT_SUN, ms: view.getUint32(4) % EXPIRATION_SALT_MS };
}

function signed(raw: RawData, key: TronKey): TronTransfer {
  const transaction = signRawData(raw, key);
  return { txid: transaction.txID, raw: JSON.stringify(transaction), validUntil: new Date(raw.expiration), slot: null };
}

function notDone(why: string): RailError {
  return new RailError('tron', 'refused', 'not-done', why);
}
