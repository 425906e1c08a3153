import type { CurrencyCode } from '@quydoi/domain/currencies';
import type { ChainKey } from '../chain/hd-keys.ts';
import { suspensionOfSweep } from '../chain/tether.ts';
import { RailError } from '../rail-error.ts';
import type { DepositSweeps } from '../sweeps.ts';
import { missingWei, signCoins, signTokens, tokenBalance } from './build.ts';
import type { EvmChain } from './chains.ts';
import { unitsFor, weiOf } from './fees.ts';
import type { EvmNode } from './node.ts';
import { readHeads } from './readable-chain.ts';
import { readSwitchOn } from './suspension.ts';

/** What sweeps of a chain need. */
export interface SweepOptions {
  readonly hotWallet: ChainKey;
  /** Key of a deposit address. */
  readonly keyOf: (index: number) => ChainKey;
  /** Minimum balance of a deposit address that is swept, in minor units. */
  readonly min: bigint;
  /** Highest price of gas, in wei. */
  readonly gasPriceMax: bigint;
  /** Asks the first node of ours that answers. */
  readonly ask: <T>(work: (node: EvmNode) => Promise<T>) => Promise<T>;
}

const SWEEP_MS = 5_000;
/** A token balance above zero costs the next customer a third less gas than an empty one. */
const REST = 1n;

/** Sweeps of the token: a deposit address is sent the coin for its fee, then sends its tokens to the hot wallet. */
export function sweepsOf(chain: EvmChain, { hotWallet, keyOf, min, gasPriceMax, ask }: SweepOptions): DepositSweeps {
  const buildOf = ({ address }: ChainKey) => ({
    gasPriceMax,
    suspension: async (node: EvmNode) => suspensionOfSweep(chain.code, await readSwitchOn(chain, node, address)),
  });
  const orderOf = (index: number, amount: bigint) => ({ key: `sweep ${index}`, to: hotWallet.address, amount });
  const finalBalance = async (node: EvmNode, index: number) => {
    const { final } = await readHeads(chain, node);
    return tokenBalance(chain, node, keyOf(index).address, final.number);
  };
  return {
    pollMs: SWEEP_MS,
    terms: new Map([[chain.token, { min, rest: REST }]]),
    async balance(currency, index) {
      requireToken(chain, currency);
      return ask((node) => finalBalance(node, index));
    },
    async feeMissing(currency, index, amount) {
      requireToken(chain, currency);
      const key = keyOf(index);
      return unitsFor(await ask((node) => missingWei(chain, node, key, orderOf(index, amount), buildOf(key))));
    },
    async signSweep(currency, index, amount, _now, slotsInUse) {
      requireToken(chain, currency);
      const key = keyOf(index);
      return ask(async (node) => {
        if (amount > (await finalBalance(node, index)) - REST) {
          throw new RailError(chain.code, 'refused', 'not-done', 'a sweep has to leave one unit');
        }
        return signTokens(chain, node, key, orderOf(index, amount), slotsInUse, buildOf(key));
      });
    },
    signFund: (index, amount, _now, slotsInUse) =>
      ask((node) =>
        signCoins(chain, node, hotWallet, { key: `fund ${index}`, to: keyOf(index).address, wei: weiOf(amount) }, slotsInUse, gasPriceMax),
      ),
  };
}

function requireToken({ code, token }: EvmChain, currency: CurrencyCode): void {
  if (currency !== token) throw new RailError(code, 'refused', 'not-done', `${currency} is not carried by this rail`);
}
