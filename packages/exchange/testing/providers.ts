import type { PriceSource } from '@quydoi/rails/prices/price-source';
import type { TestClock } from './clock.ts';
import { createScriptedKeyed, createScriptedSigned, type ScriptedKeyed, type ScriptedSigned } from './payout-rails.ts';
import {
  createScriptedBank,
  createScriptedChain,
  createScriptedPerfectMoney,
  type ScriptedBank,
  type ScriptedChain,
  type ScriptedPerfectMoney,
} from './rails.ts';

/** Scripted providers of one test. */
export interface ScriptedProviders {
  readonly bank: ScriptedBank;
  readonly perfectMoney: ScriptedPerfectMoney;
  readonly chain: ScriptedChain;
  /** Dong payouts: the signer's side of the bank. */
  readonly payOs: ScriptedKeyed;
  /** USDT payouts: the signer's side of the chain. */
  readonly tronOut: ScriptedSigned;
  /** Sources of reference prices; none until a test adds some. */
  readonly priceSources: PriceSource[];
}

/** Creates providers without payments, on the test's clock. */
export function createScriptedProviders(clock: TestClock): ScriptedProviders {
  return {
    bank: createScriptedBank(),
    perfectMoney: createScriptedPerfectMoney(() => clock.now()),
    chain: createScriptedChain(() => clock.now()),
    payOs: createScriptedKeyed(),
    tronOut: createScriptedSigned(() => clock.now()),
    priceSources: [],
  };
}
