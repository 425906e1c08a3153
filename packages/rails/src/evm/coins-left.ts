import { larger } from '@quydoi/domain/money';
import type { SlotInUse } from '@quydoi/domain/transfer/slot';
import type { EvmChain } from './chains.ts';
import type { EvmNode } from './node.ts';
import { PRICE_SALT_WEI } from './signing.ts';
import { readContent } from './transaction.ts';

/**
 * Coins that a wallet has left for a transfer in a nonce, in wei: its balance less the most that its live transfers in lower nonces may cost, at the
 * highest price that their replacements may offer. Negative when it cannot pay for those. A transfer that the wallet cannot pay for when its nonce comes
 * would keep all later ones waiting.
 * @param inUse the network's slots in use, with the bytes of their transfers
 * @param gasPriceMax highest price of gas that we pay, in wei
 * @throws RailError when the node cannot be read, or stored bytes are no transaction of the chain
 */
export async function coinsLeft(
  chain: EvmChain,
  node: EvmNode,
  wallet: string,
  nonce: number,
  inUse: readonly SlotInUse[],
  gasPriceMax: bigint,
): Promise<bigint> {
  // The nonce first: a transfer mined between the two reads is then taken off twice, the other way round not at all.
  const next = await node.nonce(wallet, 'latest');
  const coins = await node.coins(wallet);
  const before = inUse.filter((slot) => {
    const place = Number(slot.resource);
    return slot.wallet === wallet && !slot.isConsumed && place >= next && place < nonce;
  });
  return before.reduce((left, { raws = [] }) => left - raws.map((raw) => costMaxOf(chain, raw, gasPriceMax)).reduce(larger, 0n), coins);
}

/** The most that a transfer may cost with its replacements, in wei. */
function costMaxOf(chain: EvmChain, raw: string, gasPriceMax: bigint): bigint {
  const { value, gas, maxFeePerGas } = readContent(chain, raw);
  return value + gas * larger(maxFeePerGas, gasPriceMax + PRICE_SALT_WEI);
}
