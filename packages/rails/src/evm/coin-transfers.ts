import { checkAddress } from '@quydoi/domain/address/check';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { larger, smaller } from '@quydoi/domain/money';
import type { SlotInUse } from '@quydoi/domain/transfer/slot';
import type { ChainKey } from '../chain/hd-keys.ts';
import { RailError } from '../rail-error.ts';
import type { SignedTransfer } from '../signed-payout.ts';
import type { BuildOptions } from './build.ts';
import type { EvmChain } from './chains.ts';
import { coinsLeft } from './coins-left.ts';
import { COIN_GAS, DELEGATING_COIN_GAS, offerAt, replacementOffer, weiOf } from './fees.ts';
import { type EvmNode, toHex } from './node.ts';
import { isOutOfGas } from './node-errors.ts';
import { freeNonce } from './nonces.ts';
import { GAS_SALT, PRICE_SALT_WEI, refused, saltOf, short, type TransferOrder } from './signing.ts';
import { type EvmTransfer, requireContent, signContent } from './transaction.ts';

/** Safety factor on the estimate of gas, in tenths, where the recipient is a contract, which may take more when the transfer is included. */
const CONTRACT_MARGIN_TENTHS = 13n;
/** A sweep may cost one part in so many of its deposit. */
const SWEEP_FEE_SHARE = 20n;

/** How transfers of the coin are built. */
export type CoinOptions = Pick<BuildOptions, 'gasPriceMax' | 'nodes'>;

/** A requested transfer of the coin that pays for a sweep. */
export interface CoinOrder {
  readonly key: string;
  readonly to: string;
  readonly wei: bigint;
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
  inUse: readonly SlotInUse[],
  { gasPriceMax, nodes }: CoinOptions,
): Promise<EvmTransfer> {
  const [nonce, price, [code]] = await Promise.all([
    freeNonce(node, nodes, from.address, inUse),
    node.gasPrice(),
    node.codes([{ wallet: to, at: 'latest' }]),
  ]);
  const coins = await coinsLeft(chain, node, from.address, nonce, inUse, gasPriceMax);
  const { maxPriorityFeePerGas } = offerAt(chain, price, gasPriceMax);
  const maxFeePerGas = gasPriceMax + saltOf(key).wei;
  const gas = code === '0x' ? COIN_GAS : DELEGATING_COIN_GAS;
  if (coins < wei + gas * maxFeePerGas) throw short(chain, 'the sending address is short of coins');
  return signContent(chain, from, { nonce, to: to.toLowerCase(), data: '0x', value: wei, gas, maxFeePerGas, maxPriorityFeePerGas });
}

/**
 * Builds and signs a payout of the coin in the wallet's first free nonce. It may cost no more than the hold has for it.
 * @param inUse slots that live transfers have
 * @throws RailError outcome `not-done`; `short` when the wallet lacks coins; `dear` when gas costs more than we pay for any transfer; `busy` when it
 * costs more than is held for this one; `refused` when the destination takes too much of it
 */
export async function signCoinPayout(
  chain: EvmChain,
  node: EvmNode,
  from: ChainKey,
  order: TransferOrder,
  inUse: readonly SlotInUse[],
  { gasPriceMax, nodes }: CoinOptions,
): Promise<EvmTransfer> {
  const { to, value } = contentOf(chain, from, order);
  const [nonce, price, coins] = await Promise.all([freeNonce(node, nodes, from.address, inUse), node.gasPrice(), node.coins(from.address)]);
  const seen = offerAt(chain, price, gasPriceMax);
  if (coins < value + COIN_GAS * seen.maxFeePerGas) throw short(chain, 'the sending address is short of coins');
  const call = {
    from: from.address.toLowerCase(),
    to,
    data: '0x',
    value: toHex(value),
    // A contract could refuse only what is sent at a price: the estimate has one too.
    maxFeePerGas: toHex(seen.maxFeePerGas),
    maxPriorityFeePerGas: toHex(seen.maxPriorityFeePerGas),
  };
  // A contract that takes all gas there is would never be paid, and its order never end, if it was asked again and again.
  const estimate = await node.estimateGas(call).catch((error: unknown) => {
    if (!(error instanceof RailError) || !isOutOfGas(error.message)) throw error;
    if (coins < value + payoutGasMax(chain, gasPriceMax) * seen.maxFeePerGas) throw short(chain, 'the sending address is short of coins');
    throw refused(chain, 'the destination takes all gas that it is given');
  });
  const salt = saltOf(order.key);
  const gas = (estimate > COIN_GAS ? (estimate * CONTRACT_MARGIN_TENTHS) / 10n : COIN_GAS) + salt.gas;
  if (gas > payoutGasMax(chain, gasPriceMax)) throw refused(chain, `the destination would take ${estimate} gas`);
  const offer = offerAt(chain, price, priceMaxOf(chain, gas, gasPriceMax), 'busy');
  const maxFeePerGas = offer.maxFeePerGas + salt.wei;
  if (coins < value + gas * maxFeePerGas) throw short(chain, 'the sending address is short of coins');
  return signContent(chain, from, { nonce, to, data: '0x', value, gas, ...offer, maxFeePerGas });
}

/**
 * Signs a replacement of a payout's newest transfer: the same transfer in the same nonce at a higher price.
 * @returns null while the price is adequate, or when it has reached the maximum
 * @throws RailError when the stored transfer is not the requested one
 */
export async function signCoinReplacement(
  chain: EvmChain,
  node: EvmNode,
  from: ChainKey,
  order: TransferOrder,
  newest: SignedTransfer,
  gasPriceMax: bigint,
): Promise<EvmTransfer | null> {
  const before = requireContent(chain, newest);
  const { to, value } = contentOf(chain, from, order);
  if (before.to.toLowerCase() !== to || before.data !== '0x' || before.value !== value) {
    throw new RailError(chain.code, 'malformed', 'not-done', `the stored transfer ${newest.txid} is not the requested one`);
  }
  const offer = replacementOffer(before, await node.gasPrice(), priceMaxOf(chain, before.gas, gasPriceMax) + PRICE_SALT_WEI);
  return offer && signContent(chain, from, { ...before, ...offer });
}

/**
 * Builds and signs the sweep of a deposit of the coin, which pays its own fee. The tip is the whole price, so that the fee is known before and nothing
 * is left over.
 * @param order amount: what leaves the deposit address, fee included
 * @throws RailError outcome `not-done`; `dear` when gas costs more than we pay for any transfer; `busy` when it costs too much of this deposit
 */
export async function signCoinSweep(
  chain: EvmChain,
  node: EvmNode,
  from: ChainKey,
  order: TransferOrder,
  inUse: readonly SlotInUse[],
  { gasPriceMax, nodes }: CoinOptions,
): Promise<EvmTransfer> {
  const [nonce, price] = await Promise.all([freeNonce(node, nodes, from.address, inUse), node.gasPrice()]);
  const maxFeePerGas = offerAt(chain, price, gasPriceMax).maxFeePerGas + saltOf(order.key).wei;
  const { to, value } = contentOf(chain, from, order);
  const fee = COIN_GAS * maxFeePerGas;
  if (fee * SWEEP_FEE_SHARE > value) throw new RailError(chain.code, 'busy', 'not-done', 'the sweep would cost too much of the deposit');
  return signContent(chain, from, { nonce, to, data: '0x', value: value - fee, gas: COIN_GAS, maxFeePerGas, maxPriorityFeePerGas: maxFeePerGas });
}

/** Highest price of gas of a payout, so that neither it nor its replacements cost more than is held for it. */
function priceMaxOf({ coin }: EvmChain, gas: bigint, gasPriceMax: bigint): bigint {
  const feeMax = coin === null ? 0n : weiOf(CURRENCIES[coin].payoutFeeMax);
  return smaller(gasPriceMax, feeMax / gas - PRICE_SALT_WEI);
}

/**
 * Highest gas limit of a payout of the coin: what is held for its fee pays for as much at the highest price that we pay for any transfer. One that could
 * not follow the price would keep the payouts in later nonces waiting. A contract that takes more is not paid by itself.
 */
function payoutGasMax({ coin }: EvmChain, gasPriceMax: bigint): bigint {
  const feeMax = coin === null ? 0n : weiOf(CURRENCIES[coin].payoutFeeMax);
  return larger(feeMax / (gasPriceMax + PRICE_SALT_WEI), COIN_GAS + GAS_SALT);
}

function contentOf(chain: EvmChain, from: ChainKey, { to, amount }: TransferOrder): { readonly to: string; readonly value: bigint } {
  const checked = checkAddress(chain.code, to);
  const isToken = to.toLowerCase() === CURRENCIES[chain.token].contract.toLowerCase();
  if (!('address' in checked) || isToken || checked.address === from.address) throw refused(chain, 'the destination is no address to pay to');
  if (amount <= 0n) throw refused(chain, 'the amount is not above zero');
  return { to: to.toLowerCase(), value: weiOf(amount) };
}
