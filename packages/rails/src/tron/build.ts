import { sha256 } from '@noble/hashes/sha2.js';
import { FEE_COIN_REOPEN_TRANSFERS } from '@quydoi/domain/constants';
import { BALANCE_OF, TRANSFER } from '../chain/erc20.ts';
import { checkedFirst } from '../chain/fail-over.ts';
import { RailError } from '../rail-error.ts';
import type { PricedFeeCoin, SignedTransfer } from '../signed-payout.ts';
import { addressWord, transferData, transferParameters } from './abi.ts';
import { hexOf } from './address.ts';
import type { TronKey } from './keys.ts';
import type { ConstantCall, Prices, TronNode } from './node.ts';
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
/** Size of a signed token transfer, which is larger than one of TRX. */
const TRANSFER_BYTES = 345;
/** Energy of a USDT transfer to an address without USDT, the dearest that we make. */
const DEAREST_ENERGY = 131_000;
/** Range of the salt in the fee limit, in sun: about one TRX. */
const FEE_SALT_SUN = 2 ** 20;
const EXPIRATION_SALT_MS = 1_000;
const SUN_PER_TRX = 1_000_000;

/** A requested token transfer. */
export interface TokenOrder {
  readonly key: string;
  readonly to: string;
  readonly amount: bigint;
  /**
   * Reads why the contract refuses every transfer of ours, if it does: a refusal is then not this transfer's failure.
   * @throws RailError for what the contract refuses the sending address alone
   */
  readonly suspension: () => Promise<string | null>;
}

/**
 * Builds and signs a transfer of tokens.
 * @throws RailError outcome `not-done`; `short` when the sending address lacks tokens, or TRX for the fee
 */
export async function signTokens(node: TronNode, options: BuildOptions, from: TronKey, order: TokenOrder, now: Date): Promise<TronTransfer> {
  const { owner, to, contract, call } = callOf(options, from, order);
  const [frame, [{ energy }, prices]] = await checkedFirst(
    frameOf(node, options, order.key, now),
    Promise.all([estimated(node, call, order), node.prices()]),
  );
  const feeLimitSun = feeLimit(energy, prices.energySun, options.feeLimitSunMax);
  if ((await missingSun(node, owner, energy, prices)) > 0) throw short('the sending address is short of TRX for the fee');
  return signed(tokenTransfer(owner, contract, transferData(to, order.amount), feeLimitSun + saltOf(order.key).sun, frame), from);
}

/**
 * TRX that a sending address lacks for the fee of a transfer of tokens, in sun.
 * @throws RailError outcome `not-done`, also when the fee is above the limit: funding it would be for nothing
 */
export async function missingFeeSun(node: TronNode, options: BuildOptions, from: TronKey, order: TokenOrder): Promise<number> {
  const { owner, call } = callOf(options, from, order);
  const [{ energy }, prices] = await Promise.all([estimated(node, call, order), node.prices()]);
  feeLimit(energy, prices.energySun, options.feeLimitSunMax);
  return missingSun(node, owner, energy, prices);
}

/** TRX of an address, staked energy at its price included, and what its dearest transfer costs now, and may cost. */
export async function feeCoinOf(node: TronNode, { feeLimitSunMax }: BuildOptions, address: string): Promise<PricedFeeCoin> {
  const owner = hexOf(address);
  if (!owner) throw notDone('no address');
  const [sun, { energy }, prices] = await Promise.all([node.trxSun(owner), node.resources(owner), node.prices()]);
  return {
    balance: BigInt(sun) + BigInt(energy) * BigInt(prices.energySun),
    perTransfer: BigInt(dearestSun(prices)),
    perTransferMax: BigInt(feeLimitSunMax + TRANSFER_BYTES * prices.byteSun),
  };
}

function dearestSun({ energySun, byteSun }: Prices): number {
  return DEAREST_ENERGY * energySun + TRANSFER_BYTES * byteSun;
}

function callOf({ contract: token }: BuildOptions, from: TronKey, { to: destination, amount }: TokenOrder) {
  const [owner, to, contract] = [hexOf(from.address), hexOf(destination), hexOf(token)];
  if (!owner || !to || !contract || to === contract || to === owner) throw notDone('the destination is no address to pay to');
  if (amount <= 0n) throw notDone('the amount is not above zero');
  return { owner, to, contract, call: { owner, contract, signature: TRANSFER.signature, parameters: transferParameters(to, amount) } };
}

async function estimated(node: TronNode, call: ConstantCall, { suspension, amount }: TokenOrder): Promise<{ readonly energy: number }> {
  try {
    return await node.call('wallet', call);
  } catch (error) {
    if (!(error instanceof RailError) || error.trouble !== 'refused') throw error;
    const reason = await suspension();
    if (reason !== null) throw new RailError('tron', 'suspended', 'not-done', reason);
    const { owner, contract } = call;
    const [word] = (await node.call('wallet', { owner, contract, signature: BALANCE_OF.signature, parameters: addressWord(owner) })).words;
    throw word && BigInt(`0x${word}`) < amount ? short('the sending address is short of tokens') : error;
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
  const [frame, there, prices] = await Promise.all([frameOf(node, options, order.key, now), node.trxSun(owner), node.prices()]);
  // Payouts have priority over sweeps, and new orders over both.
  if (there < order.amountSun + Number(FEE_COIN_REOPEN_TRANSFERS) * dearestSun(prices)) throw short('what is left of the TRX is for payouts');
  return signed(trxTransfer(owner, to, order.amountSun, frame), from);
}

/**
 * The fee limit of a transfer, in sun: the estimate with a margin, at most the cap.
 * @throws RailError trouble `dear` when the estimate itself is above the cap: it would burn the fee and move nothing
 */
export function feeLimit(energy: number, priceSun: number, capSun: number): number {
  const estimate = energy * priceSun;
  if (energy <= 0 || !Number.isSafeInteger(estimate * ENERGY_MARGIN_TENTHS)) throw notDone('the estimate of energy makes no sense');
  if (estimate > capSun) throw new RailError('tron', 'dear', 'not-done', `a transfer would cost ${trx(estimate)}, above the limit of ${trx(capSun)}`);
  return Math.min(Math.ceil((estimate * ENERGY_MARGIN_TENTHS) / 10), capSun);
}

/**
 * TRX that an address lacks for a transfer, in sun, after staked energy and free bandwidth. With a margin on the energy: a transfer that runs out burns
 * its fee and moves nothing.
 */
async function missingSun(node: TronNode, owner: string, energy: number, { energySun, byteSun }: Prices): Promise<number> {
  const wanted = Math.ceil((energy * ENERGY_MARGIN_TENTHS) / 10);
  const sun = await node.trxSun(owner);
  if (sun >= wanted * energySun + TRANSFER_BYTES * byteSun) return 0;
  const has = await node.resources(owner);
  const cost = Math.max(0, wanted - has.energy) * energySun + (has.bandwidth >= TRANSFER_BYTES ? 0 : TRANSFER_BYTES * byteSun);
  return Math.max(0, cost - sun);
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

/** An amount for people, without the long digits that are masked in logs. */
function trx(sun: number): string {
  return `${(sun / SUN_PER_TRX).toFixed(2)} TRX`;
}

function short(why: string): RailError {
  return new RailError('tron', 'short', 'not-done', why);
}

function notDone(why: string): RailError {
  return new RailError('tron', 'refused', 'not-done', why);
}
