import { checkAddress } from '@quydoi/domain/address/check';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { larger, smaller } from '@quydoi/domain/money';
import type { SlotInUse } from '@quydoi/domain/transfer/slot';
import { addressWord, BALANCE_OF, transferData } from '../chain/erc20.ts';
import type { ChainKey } from '../chain/hd-keys.ts';
import { RailError } from '../rail-error.ts';
import type { PricedFeeCoin, SignedTransfer } from '../signed-payout.ts';
import { digitsOf } from './address.ts';
import { type EvmChain, tokenUnits } from './chains.ts';
import { COIN_GAS, offerAt, replacementOffer, unitsFor, unitsIn } from './fees.ts';
import type { EvmNode, NodeCall } from './node.ts';
import { freeNonce } from './nonces.ts';
import { GAS_SALT, PRICE_SALT_WEI, refused, saltOf, short, type TransferOrder } from './signing.ts';
import { type EvmTransfer, requireContent, signContent } from './transaction.ts';

/** Safety factor on the estimate of gas, in tenths: the recipient's balance can fall to zero before the transfer is included. */
const GAS_MARGIN_TENTHS = 13n;
/** Gas of the dearest transfer of tokens that we make: to an address without any. */
const DEAREST_GAS = 70_000n;
/** Highest gas limit of a transfer of tokens. */
const GAS_MAX = 150_000n;

/** How transfers are built. */
export interface BuildOptions {
  /** Highest price of gas, in wei. */
  readonly gasPriceMax: bigint;
  /**
   * Reads why the contract refuses every transfer of ours, if it does: a refusal is then not one transfer's failure.
   * @throws RailError for what the contract refuses the sending address alone
   */
  readonly suspension: (node: EvmNode) => Promise<string | null>;
  /** Most of the sending address's coin that may be spent, in wei, where the rest is not ours to spend; all of it by default. */
  readonly coinsMax?: bigint;
  /** All nodes of ours, for a second opinion on a nonce. */
  readonly nodes: readonly EvmNode[];
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
  order: TransferOrder,
  inUse: readonly SlotInUse[],
  { gasPriceMax, suspension, coinsMax, nodes }: BuildOptions,
): Promise<EvmTransfer> {
  const call = callOf(chain, from, order);
  const [nonce, price, estimate, coins] = await Promise.all([
    freeNonce(node, nodes, from.address, inUse),
    node.gasPrice(),
    estimated(chain, node, call, order, suspension),
    spendable(node, from, coinsMax),
  ]);
  const salt = saltOf(order.key);
  const offer = offerAt(chain, price, gasPriceMax);
  const gas = gasLimit(chain, estimate) + salt.gas;
  const maxFeePerGas = offer.maxFeePerGas + salt.wei;
  if (coins < gas * maxFeePerGas) throw short(chain, 'the sending address is short of coins for the fee');
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
  order: TransferOrder,
  { gasPriceMax, suspension, coinsMax }: Omit<BuildOptions, 'nodes'>,
): Promise<bigint> {
  const [price, estimate, coins] = await Promise.all([
    node.gasPrice(),
    estimated(chain, node, callOf(chain, from, order), order, suspension),
    spendable(node, from, coinsMax),
  ]);
  const { maxFeePerGas } = offerAt(chain, price, gasPriceMax);
  return larger((gasLimit(chain, estimate) + GAS_SALT) * (maxFeePerGas + PRICE_SALT_WEI) - coins, 0n);
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
  order: TransferOrder,
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
export async function feeCoinOf(chain: EvmChain, node: EvmNode, wallet: string, gasPriceMax: bigint): Promise<PricedFeeCoin> {
  const [coins, { base, tip }] = await Promise.all([node.coins(wallet), node.gasPrice()]);
  const costOf = (gas: bigint) => unitsFor(gas * (base + tip));
  return {
    balance: unitsIn(coins),
    perTransfer: costOf(DEAREST_GAS),
    perTransferMax: unitsFor(DEAREST_GAS * gasPriceMax),
    ...(chain.coin ? { perPayout: { [chain.coin]: costOf(COIN_GAS) } } : {}),
  };
}

/** Token balance of an address at a block, in minor units. @throws RailError when the node or the contract does not tell it */
export async function tokenBalance(chain: EvmChain, node: EvmNode, wallet: string, at: number | 'latest'): Promise<bigint> {
  const { contract } = CURRENCIES[chain.token];
  const call = { from: wallet, to: contract.toLowerCase(), data: `0x${BALANCE_OF.selector}${addressWord(digitsOf(wallet))}` };
  const [word] = await node.call(call, at);
  if (word === undefined) throw new RailError(chain.code, 'malformed', 'not-done', 'the contract tells no balance');
  return BigInt(`0x${word}`) / tokenUnits(chain.token);
}

/** Coins of an address that may be spent on gas, in wei. */
async function spendable(node: EvmNode, { address }: ChainKey, max: bigint | undefined): Promise<bigint> {
  const coins = await node.coins(address);
  return max === undefined ? coins : smaller(coins, max);
}

/** The call by which an address transfers tokens. @throws RailError `refused` when the destination or the amount is none */
export function callOf(chain: EvmChain, from: ChainKey, { to, amount }: TransferOrder): NodeCall {
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
  { amount }: TransferOrder,
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
