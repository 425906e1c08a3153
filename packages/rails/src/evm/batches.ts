import { CURRENCIES } from '@quydoi/domain/currencies';
import type { ChainKey } from '../chain/hd-keys.ts';
import { RailError } from '../rail-error.ts';
import type { BatchedDeposit, BatchSweeps } from '../sweeps.ts';
import { callOf } from './build.ts';
import { type EvmChain, tokenUnits } from './chains.ts';
import { coinsLeft } from './coins-left.ts';
import { acceptsDelegations, authorize, readDelegations } from './delegation.ts';
import { offerAt } from './fees.ts';
import type { EvmNode } from './node.ts';
import { freeNonce } from './nonces.ts';
import { saltOf, short } from './signing.ts';
import { sweepAllData, sweeperOf } from './sweeper.ts';
import type { SweepOptions } from './sweeps.ts';
import { signContent } from './transaction.ts';

/** Deposits of one transaction: its gas limit stays far below that of a block, and more would save little. */
const SIZE_MAX = 8;
/** Gas of the transaction itself, and of the sweeper's own steps. */
const BASE_GAS = 40_000n;
/** Gas of an authorization (EIP-7702). */
const AUTHORIZATION_GAS = 25_000n;
/** Most gas of a deposit: what `sweepAll` gives each, of which it keeps a 64th, its list's share of the call data (EIP-7623), and the call. */
const DEPOSIT_GAS = 95_000n;

/**
 * Sweeps of the token from addresses that delegate to the sweeper (EIP-7702). A batch offers the highest price that we pay, of which only the present one
 * is charged: it has no replacements, and payouts in later nonces wait for it.
 */
export function batchesOf(chain: EvmChain, { hotWallet, keyOf, gasPriceMax, nodes, ask }: SweepOptions): BatchSweeps {
  const sweeper = sweeperOf(hotWallet.address);
  const { contract } = CURRENCIES[chain.token];
  const refuse = (why: string) => new RailError(chain.code, 'refused', 'not-done', why);

  const delegationsOf = (node: EvmNode, keys: readonly ChainKey[]) =>
    readDelegations(
      chain,
      node,
      sweeper,
      keys.map(({ address }) => address),
    );

  /** Whether the token would move an amount from an address now. */
  async function isMovable(node: EvmNode, from: ChainKey, amount: bigint): Promise<boolean> {
    try {
      await node.estimateGas(callOf(chain, from, { key: '', to: hotWallet.address, amount }));
      return true;
    } catch (error) {
      if (error instanceof RailError && error.trouble === 'refused') return false;
      throw error;
    }
  }

  return {
    currency: chain.token,
    sizeMax: SIZE_MAX,
    isAvailable: () => ask((node) => acceptsDelegations(chain, node, hotWallet, sweeper)),
    select: (deposits, now) =>
      ask(async (node) => {
        const keys = deposits.map(({ index }) => keyOf(index));
        const delegations = await delegationsOf(node, keys);
        const movable = await Promise.all(deposits.map(({ amount }, place) => isMovable(node, keys[place] as ChainKey, amount)));
        return deposits.filter((_, place) => delegations[place] !== 'other' && movable[place]);
      }, now),
    sign: (deposits, now, inUse) =>
      ask(async (node) => {
        if (deposits.length === 0 || deposits.length > SIZE_MAX) throw refuse(`a batch is of 1 to ${SIZE_MAX} deposits`);
        const keys = deposits.map(({ index }) => keyOf(index));
        const delegations = await delegationsOf(node, keys);
        if (delegations.includes('other')) throw refuse('a deposit address runs other code');
        const [nonce, price] = await Promise.all([freeNonce(node, nodes, hotWallet.address, inUse), node.gasPrice()]);
        const coins = await coinsLeft(chain, node, hotWallet.address, nonce, inUse, gasPriceMax);
        const salt = saltOf(`batch ${deposits.map(({ index }) => index)}`);
        const undelegated = keys.filter((_, place) => delegations[place] === 'none');
        const gas = BASE_GAS + AUTHORIZATION_GAS * BigInt(undelegated.length) + DEPOSIT_GAS * BigInt(deposits.length) + salt.gas;
        const { maxPriorityFeePerGas } = offerAt(chain, price, gasPriceMax);
        const maxFeePerGas = gasPriceMax + salt.wei;
        if (coins < gas * maxFeePerGas) throw short(chain, 'the hot wallet is short of coins');
        const authorizations = await Promise.all(
          undelegated.map(async (key) => authorize(chain, key, sweeper, await freeNonce(node, nodes, key.address, inUse))),
        );
        const data = sweepAllData(contract, deposits.map(sweptTokens));
        const content = { nonce, to: sweeper.address.toLowerCase(), data, value: 0n, gas, maxFeePerGas, maxPriorityFeePerGas };
        return signContent(chain, hotWallet, content, authorizations);
      }, now),
  };

  function sweptTokens({ index, amount }: BatchedDeposit) {
    return { account: keyOf(index).address, amount: amount * tokenUnits(chain.token) };
  }
}
