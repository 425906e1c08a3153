import { keccak_256 } from '@noble/hashes/sha3.js';
import { checkAddress } from '@quydoi/domain/address/check';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { larger } from '@quydoi/domain/money';
import type { Slot } from '@quydoi/domain/transfer/slot';
import { addressWord, BALANCE_OF, transferData } from '../chain/erc20.ts';
import type { ChainKey } from '../chain/hd-keys.ts';
import { RailError } from '../rail-error.ts';
import type { PricedFeeCoin, SignedTransfer } from '../signed-payout.ts';
import { digitsOf } from './address.ts';
import { type EvmChain, tokenUnits } from './chains.ts';
import { offerAt, replacementOffer, unitsFor, wholeUnits } from './fees.ts';
import type { EvmNode, NodeCall } from './node.ts';
import { type EvmTransfer, requireContent, signContent } from './transaction.ts';

/** Safety factor on the estimate of gas, in tenths: the recipient's balance can fall to zero before the transfer is included. */
const GAS_MARGIN_TENTHS = 13n;
/** Gas of the dearest transfer of tokens that we make: to an address without any. */
const DEAREST_GAS = 70_000n;
/** Highest gas limit of a transfer of tokens. */
const GAS_MAX = 150_000n;
/** Gas of a transfer of the coin. */
const COIN_GAS = 21_000n;
/** Ranges of the salt: in the highest price, in wei, and in the gas limit. */
const PRICE_SALT_WEI = 2n ** 20n;
const GAS_SALT = 2n ** 12n;

/** A requested transfer of tokens. */
export interface TokenOrder {
  readonly key: string;
  readonly to: string;
  /** In minor units of the currency. */
  readonly amount: bigint;
}

/** A requested transfer of the coin. */
export interface CoinOrder {
  readonly key: string;
  readonly to: string;
  readonly wei: bigint;
}

/** How transfers are built. */
export interface BuildOptions {
  /** Highest price of gas, in wei. */
  readonly gasPriceMax: bigint;
  /**
   * Reads why the contract refuses every transfer of ours, if it does: a refusal is then not one transfer's failure.
   * @throws RailError for what the contract refuses the sending address alone
   */
  readonly suspension: (node: EvmNode) => Promise<string | null>;
}

/**
 * Builds and signs a transfer of tokens in the wallet's first free nonce.
 * @param inUse slots that live transfers have
 * @throws RailError outcome `not-done`; `short` when the wallet lacks tokens, or the coin for the fee; `dear` when gas costs too much
 */
export async function signTokens(
  chain: EvmChain,
  node: EvmNode,
  from: ChainKey,
  order: TokenOrder,
  inUse: readonly Slot[],
  { gasPriceMax, suspension }: BuildOptions,
): Promise<EvmTransfer> {
  const call = callOf(chain, from, order);
  const [next, price, estimate, coins] = await Promise.all([
    node.nonce(from.address, 'latest'),
    node.gasPrice(),
    estimated(chain, node, call, order, suspension),
    node.coins(from.address),
  ]);
  const salt = saltOf(order.key);
  const offer = offerAt(chain, price, gasPriceMax);
  const gas = gasLimit(chain, estimate) + salt.gas;
  const maxFeePerGas = offer.maxFeePerGas + salt.wei;
  if (coins < gas * maxFeePerGas) throw short(chain, 'the sending address is short of coins for the fee');
  const nonce = firstFree(from.address, next, inUse);
  return signContent(chain, from, { ...call, nonce, value: 0n, gas, ...offer, maxFeePerGas });
}

/**
 * Wei that an address lacks for a transfer of tokens at present prices, whatever the salt; zero when it has enough.
 * @throws RailError outcome `not-done`; `dear` when gas costs too much
 */
export async function missingWei(
  chain: EvmChain,
  node: EvmNode,
  from: ChainKey,
  order: TokenOrder,
  { gasPriceMax, suspension }: BuildOptions,
): Promise<bigint> {
  const [price, estimate, coins] = await Promise.all([
    node.gasPrice(),
    estimated(chain, node, callOf(chain, from, order), order, suspension),
    node.coins(from.address),
  ]);
  const { maxFeePerGas } = offerAt(chain, price, gasPriceMax);
  return larger((gasLimit(chain, estimate) + GAS_SALT) * (maxFeePerGas + PRICE_SALT_WEI) - coins, 0n);
}

/**
 * Builds and signs a transfer of the coin in the wallet's first free nonce. It offers the highest price that we pay, of which only the present one is
 * charged: it has no replacements, and payouts in later nonces wait for it.
 * @param inUse slots that live transfers have
 * @throws RailError outcome `not-done`; `short` when the wallet lacks coins; `dear` when gas costs too much
 */
export async function signCoins(
  chain: EvmChain,
  node: EvmNode,
  from: ChainKey,
  { key, to, wei }: CoinOrder,
  inUse: readonly Slot[],
  gasPriceMax: bigint,
): Promise<EvmTransfer> {
  const [next, price, coins] = await Promise.all([node.nonce(from.address, 'latest'), node.gasPrice(), node.coins(from.address)]);
  const { maxPriorityFeePerGas } = offerAt(chain, price, gasPriceMax);
  const maxFeePerGas = gasPriceMax + saltOf(key).wei;
  if (coins < wei + COIN_GAS * maxFeePerGas) throw short(chain, 'the sending address is short of coins');
  const nonce = firstFree(from.address, next, inUse);
  return signContent(chain, from, { nonce, to: to.toLowerCase(), data: '0x', value: wei, gas: COIN_GAS, maxFeePerGas, maxPriorityFeePerGas });
}

/**
 * Signs a replacement of an attempt's newest transfer: the same transfer in the same nonce at a higher price.
 * @returns null while the price is adequate, or when it has reached the maximum
 * @throws RailError when the stored transfer is not the requested one
 */
export async function signReplacement(
  chain: EvmChain,
  node: EvmNode,
  from: ChainKey,
  order: TokenOrder,
  newest: SignedTransfer,
  { gasPriceMax }: BuildOptions,
): Promise<EvmTransfer | null> {
  const before = requireContent(chain, newest);
  const call = callOf(chain, from, order);
  if (before.to.toLowerCase() !== call.to || before.data !== call.data || before.value !== 0n) {
    throw new RailError(chain.code, 'malformed', 'not-done', `the stored transfer ${newest.txid} is not the requested one`);
  }
  const offer = replacementOffer(before, await node.gasPrice(), gasPriceMax + PRICE_SALT_WEI);
  return offer && signContent(chain, from, { ...before, ...offer });
}

/** The wallet's coin, and what the dearest transfer costs now, and may cost. */
export async function feeCoinOf(node: EvmNode, wallet: string, gasPriceMax: bigint): Promise<PricedFeeCoin> {
  const [coins, { base, tip }] = await Promise.all([node.coins(wallet), node.gasPrice()]);
  return { balance: wholeUnits(coins), perTransfer: unitsFor(DEAREST_GAS * (base + tip)), perTransferMax: unitsFor(DEAREST_GAS * gasPriceMax) };
}

/** Token balance of an address at a block, in minor units. */
export async function tokenBalance(chain: EvmChain, node: EvmNode, wallet: string, at: number | 'latest'): Promise<bigint> {
  const { contract } = CURRENCIES[chain.token];
  const call = { from: wallet, to: contract.toLowerCase(), data: `0x${BALANCE_OF.selector}${addressWord(digitsOf(wallet))}` };
  const [word] = await node.call(call, at);
  if (word === undefined) throw new RailError(chain.code, 'malformed', 'not-done', 'the contract tells no balance');
  return BigInt(`0x${word}`) / tokenUnits(chain.token);
}

function callOf(chain: EvmChain, from: ChainKey, { to, amount }: TokenOrder): NodeCall {
  const contract = CURRENCIES[chain.token].contract.toLowerCase();
  const checked = checkAddress(chain.code, to);
  if (!('address' in checked) || checked.address.toLowerCase() === contract || checked.address === from.address) {
    throw refused(chain, 'the destination is no address to pay to');
  }
  if (amount <= 0n) throw refused(chain, 'the amount is not above zero');
  return { from: from.address.toLowerCase(), to: contract, data: `0x${transferData(digitsOf(to), amount * tokenUnits(chain.token))}` };
}

async function estimated(
  chain: EvmChain,
  node: EvmNode,
  call: NodeCall,
  { amount }: TokenOrder,
  suspension: BuildOptions['suspension'],
): Promise<bigint> {
  try {
    return await node.estimateGas(call);
  } catch (error) {
    if (!(error instanceof RailError) || error.trouble !== 'refused') throw error;
    const reason = await suspension(node);
    if (reason !== null) throw new RailError(chain.code, 'suspended', 'not-done', reason);
    throw (await tokenBalance(chain, node, call.from, 'latest')) < amount ? short(chain, 'the sending address is short of tokens') : error;
  }
}

function gasLimit(chain: EvmChain, estimate: bigint): bigint {
  const limit = (estimate * GAS_MARGIN_TENTHS) / 10n;
  if (limit > GAS_MAX) throw new RailError(chain.code, 'dear', 'not-done', `a transfer would take ${estimate} gas`);
  return limit;
}

/** The first nonce that the chain has not consumed and no live transfer has. */
function firstFree(wallet: string, next: number, inUse: readonly Slot[]): number {
  const taken = new Set(inUse.filter((slot) => slot.wallet === wallet).map(({ resource }) => resource));
  let nonce = next;
  while (taken.has(String(nonce))) nonce += 1;
  return nonce;
}

/**
 * Salt derived from the payout key. Without it, a payout that is signed in the nonce of another one that was never sent would be the same transaction
 * if amount and destination are the same, and the status of one would be taken for the other's.
 */
function saltOf(key: string): { readonly wei: bigint; readonly gas: bigint } {
  const view = new DataView(keccak_256(new TextEncoder().encode(key)).buffer);
  return { wei: BigInt(view.getUint32(0)) % PRICE_SALT_WEI, gas: BigInt(view.getUint32(4)) % GAS_SALT };
}

function short({ code }: EvmChain, why: string): RailError {
  return new RailError(code, 'short', 'not-done', why);
}

function refused({ code }: EvmChain, why: string): RailError {
  return new RailError(code, 'refused', 'not-done', why);
}
