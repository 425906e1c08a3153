import type { CurrencyCode } from '@quydoi/domain/currencies';
import type { ChainKey } from '../chain/hd-keys.ts';
import { suspensionOfSweep } from '../chain/tether.ts';
import { RailError } from '../rail-error.ts';
import type { DepositSweeps, SweepTerms } from '../sweeps.ts';
import { batchesOf } from './batches.ts';
import { missingWei, signTokens, tokenBalance } from './build.ts';
import { type EvmChain, isCoin } from './chains.ts';
import { signCoinSweep, signCoins } from './coin-transfers.ts';
import { unitsFor, unitsIn, weiOf } from './fees.ts';
import type { EvmNode } from './node.ts';
import { countMissing } from './nonces.ts';
import { readHeads } from './readable-chain.ts';
import { readSwitchOn } from './suspension.ts';

/** What sweeps of a chain need. */
export interface SweepOptions {
  readonly hotWallet: ChainKey;
  /** Key of a deposit address. */
  readonly keyOf: (index: number) => ChainKey;
  /** Minimum balance of a deposit address that is swept, in minor units. */
  readonly min: bigint;
  /** Whether several deposits are swept in one transaction, where the chain offers it. */
  readonly hasBatches: boolean;
  /** Highest price of gas, in wei. */
  readonly gasPriceMax: bigint;
  /** All nodes of ours. */
  readonly nodes: readonly EvmNode[];
  /** Asks our first node that answers; with `now`, the first that also is not stalled. */
  readonly ask: <T>(work: (node: EvmNode) => Promise<T>, now?: Date) => Promise<T>;
}

const SWEEP_MS = 5_000;
/** A token balance above zero costs the next customer a third less gas than an empty one. */
const REST = 1n;

/**
 * Sweeps of the token: a deposit address is sent the coin for its fee, then sends its tokens to the hot wallet. Sweeps of the coin pay their own fee and
 * leave nothing.
 */
export function sweepsOf(chain: EvmChain, options: SweepOptions): DepositSweeps {
  const { hotWallet, keyOf, min, gasPriceMax, nodes, ask, hasBatches } = options;
  const buildOf = ({ address }: ChainKey, feeBudget: bigint | undefined) => ({
    gasPriceMax,
    nodes,
    suspension: async (node: EvmNode) => suspensionOfSweep(chain.code, await readSwitchOn(chain, node, address)),
    ...(feeBudget === undefined ? {} : { coinsMax: weiOf(feeBudget) }),
  });
  const orderOf = (index: number, amount: bigint) => ({ key: `sweep ${index}`, to: hotWallet.address, amount });
  const balanceOf = async (node: EvmNode, currency: CurrencyCode, address: string) => {
    const { final } = await readHeads(chain, node);
    if (!isCoin(chain, currency)) return tokenBalance(chain, node, address, final.number);
    const [wei = 0n] = await node.coinsAt([{ wallet: address, at: final.number }]);
    return unitsIn(wei);
  };
  const finalBalance = (node: EvmNode, currency: CurrencyCode, index: number) => balanceOf(node, currency, keyOf(index).address);
  return {
    pollMs: SWEEP_MS,
    terms: new Map<CurrencyCode, SweepTerms>([
      [chain.token, { min, rest: REST }],
      ...(chain.coin === null ? [] : [[chain.coin, { min: chain.coinSweepMin, rest: 0n }] as const]),
    ]),
    balance: (currency, index, now) => ask((node) => finalBalance(node, currency, index), now),
    balanceAt: (currency, address, now) => ask((node) => balanceOf(node, currency, address), now),
    async feeMissing(currency, index, amount, feeBudget, now) {
      if (isCoin(chain, currency)) return 0n;
      const key = keyOf(index);
      return unitsFor(await ask((node) => missingWei(chain, node, key, orderOf(index, amount), buildOf(key, feeBudget)), now));
    },
    async signSweep(currency, index, amount, now, slotsInUse, feeBudget) {
      const key = keyOf(index);
      const isOfCoin = isCoin(chain, currency);
      return ask(async (node) => {
        const left = (await finalBalance(node, currency, index)) - amount;
        if (isOfCoin) {
          if (left < 0n) throw new RailError(chain.code, 'refused', 'not-done', 'the address has less than is to be swept');
          return signCoinSweep(chain, node, key, orderOf(index, amount), slotsInUse, { gasPriceMax, nodes });
        }
        if (left < REST) throw new RailError(chain.code, 'refused', 'not-done', 'a sweep has to leave one unit');
        return signTokens(chain, node, key, orderOf(index, amount), slotsInUse, buildOf(key, feeBudget));
      }, now);
    },
    ...(hasBatches ? { batches: batchesOf(chain, options) } : {}),
    noncesMissing: (slotsInUse) => ask((node) => countMissing(node, nodes, hotWallet.address, slotsInUse)),
    signFund: (index, amount, now, slotsInUse) =>
      ask(
        (node) =>
          signCoins(chain, node, hotWallet, { key: `fund ${index}`, to: keyOf(index).address, wei: weiOf(amount) }, slotsInUse, {
            gasPriceMax,
            nodes,
          }),
        now,
      ),
  };
}
