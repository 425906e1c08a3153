import { sha256 } from '@noble/hashes/sha2.js';
import { TRANSFER } from '../chain/erc20.ts';
import { RailError } from '../rail-error.ts';
import type { SignedTransfer } from '../signed-payout.ts';
import { transferData, transferParameters } from './abi.ts';
import { hexOf } from './address.ts';
import type { TronKey } from './keys.ts';
import type { ConstantCall, TronNode } from './node.ts';
import { type Frame, type RawData, signRawData, tokenTransfer, trxTransfer } from './transaction.ts';

/** A signed transfer on TRON: it always expires and consumes no slot. */
export type TronTransfer = SignedTransfer & { readonly validUntil: Date; readonly slots: readonly [] };

/** How transfers are built. */
export interface BuildOptions {
  /** The token contract, base58. */
  readonly contract: string;
  /** Maximum energy fee of one transfer, in sun. */
  readonly feeLimitSunMax: number;
  /** Validity of a signed transfer, from the irreversible head's time on. */
  readonly validityMs: number;
  /** Maximum skew between the irreversible head and our clock. */
  readonly headSkewMsMax: number;
}

/** Safety factor on the energy estimate, in tenths: a contract's energy cost can rise before the transfer is included. */
const ENERGY_MARGIN_TENTHS = 12;
/** Bandwidth fee of an account without free bandwidth, rounded up: 345 bytes at 1000 sun. */
const BANDWIDTH_SUN = 345_000;
/** TRX reserved in the hot wallet when funding a sweep, enough for several payouts and the funding fee: payouts have priority over sweeps. */
const FUNDING_LEAVES_SUN = 200_000_000;
/** Range of the salt in the fee limit, in sun: about one TRX. */
const FEE_SALT_SUN = 2 ** 20;
const EXPIRATION_SALT_MS = 1_000;

/** A requested token transfer. */
export interface TokenOrder {
  readonly key: string;
  readonly to: string;
  readonly amount: bigint;
  /** Reads why the contract refuses every transfer of ours, if it does: a refusal is then not this transfer's failure. */
  readonly suspension?: () => Promise<string | null>;
}

/** Builds and signs a transfer of tokens. @throws RailError outcome `not-done` */
export async function signTokens(node: TronNode, options: BuildOptions, from: TronKey, order: TokenOrder, now: Date): Promise<TronTransfer> {
  const [owner, to, contract] = [hexOf(from.address), hexOf(order.to), hexOf(options.contract)];
  if (!owner || !to || !contract || to === contract || to === owner) throw notDone('the destination is no address to pay to');
  if (order.amount <= 0n) throw notDone('the amount is not above zero');
  const call = { owner, contract, signature: TRANSFER.signature, parameters: transferParameters(to, order.amount) };
  const [frame, { energy }, price] = await Promise.all([frameOf(node, options, order.key, now), estimated(node, call, order), node.energyPriceSun()]);
  const feeLimitSun = feeLimit(energy, price, options.feeLimitSunMax);
  await requireEnergy(node, owner, energy, energy * price + BANDWIDTH_SUN);
  return signed(tokenTransfer(owner, contract, transferData(to, order.amount), feeLimitSun + saltOf(order.key).sun, frame), from);
}

async function estimated(node: TronNode, call: ConstantCall, { suspension }: TokenOrder): Promise<{ readonly energy: number }> {
  try {
    return await node.call('wallet', call);
  } catch (error) {
    const isRefused = error instanceof RailError && error.trouble === 'refused';
    const reason = isRefused && suspension ? await suspension() : null;
    throw reason === null ? error : new RailError('tron', 'suspended', 'not-done', reason);
  }
}

/** Builds and signs a transfer of TRX that funds the fee of a sweep. @throws RailError outcome `not-done` */
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

/** Requires enough TRX or energy for the fee: a transfer that runs out burns its fee and moves nothing. */
async function requireEnergy(node: TronNode, owner: string, energy: number, costSun: number): Promise<void> {
  if ((await node.trxSun(owner)) >= costSun) return;
  if ((await node.energyLeft(owner)) < energy) throw notDone('the sending address is short of TRX for the fee');
}

/**
 * Builds the reference block and times of a transaction. References the irreversible head, because a newer block could be orphaned and
 * invalidate the transaction. The expiration follows the chain's clock, which enforces it.
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
 * Salt derived from the payout key. Without it, two payouts of the same amount to the same address signed in the same millisecond would be the
 * same transaction. No free field can carry the key, so the salt goes into the last digits of fee limit and expiration.
 */
function saltOf(key: string): { readonly sun: number; readonly ms: number } {
  const view = new DataView(sha256(new TextEncoder().encode(key)).buffer);
  return { sun: view.getUint32(0) % FEE_SALT_SUN, ms: view.getUint32(4) % EXPIRATION_SALT_MS };
}

function signed(raw: RawData, key: TronKey): TronTransfer {
  const transaction = signRawData(raw, key);
  return { txid: transaction.txID, raw: JSON.stringify(transaction), validUntil: new Date(raw.expiration), slots: [] };
}

function notDone(why: string): RailError {
  return new RailError('tron', 'refused', 'not-done', why);
}
