import { CURRENCIES } from '@quydoi/domain/currencies';
import { NETWORKS } from '@quydoi/domain/networks';
import type { PaymentWay } from '../network.ts';
import artefact from './contracts/tokens.json' with { type: 'json' };

/** Networks of Ethereum's kind. */
export type EvmCode = 'ethereum' | 'bsc';

/** Ways of paying with a worthless token. */
export type FakeWay = Extract<PaymentWay, `fake-${string}`>;

/** A worthless token. */
export interface FakeToken {
  readonly contract: string;
  readonly decimals: number;
}

/** Settings in which the sandbox's chains differ. */
export interface EvmChainFacts {
  readonly code: EvmCode;
  readonly chainId: number;
  /** Base fee of the first block, in wei. */
  readonly baseFee: number;
  /** Blocks after which a block is finalized; even. */
  readonly finalBlocks: number;
  readonly currency: 'erc20' | 'bep20';
  /** The chain's coin, where customers pay in it; null elsewhere. */
  readonly coin: 'eth' | null;
  /** The token contract, in lower case. */
  readonly token: string;
  /** Worthless tokens that call themselves the right one: with its decimals, and with others. In lower case. */
  readonly fakes: Readonly<Record<FakeWay, FakeToken>>;
  /** Contracts of the chain: address and code. */
  readonly codes: readonly (readonly [string, string])[];
}

/** A wallet that pays many in one transaction, by internal calls. */
export const BATCH_WALLET = `0x${'ba7c'.repeat(10)}`;
/** Who calls the batch wallet. */
export const BATCH_OPERATOR = `0x${'ca11'.repeat(10)}`;
/** Blocks on top of one that make it irreversible. */
export const FINAL_BLOCKS = 4;

const FAKES: Readonly<Record<FakeWay, string>> = { 'fake-token': `0x${'fa4e'.repeat(10)}`, 'fake-decimals': `0x${'fadec'.repeat(8)}` };
/** Contracts that pass the coin that they are sent on to the address in their first parameter: by a call, and by destroying themselves. */
export const FORWARDER = `0x${'f0ca'.repeat(10)}`;
export const SELF_DESTRUCTOR = `0x${'de57'.repeat(10)}`;
const FORWARDER_CODE = '0x5f5f5f5f345f355af100';
const SELF_DESTRUCTOR_CODE = '0x5f35ff';

const TOKENS = { erc20: artefact.runtime.EthereumUsdt, bep20: artefact.runtime.BscUsdt };

/** The facts of a chain. */
export function chainFacts(code: EvmCode, currency: EvmChainFacts['currency'], coin: EvmChainFacts['coin'], baseFee: number): EvmChainFacts {
  const token = CURRENCIES[currency].contract.toLowerCase();
  const other = currency === 'erc20' ? 'bep20' : 'erc20';
  const fakes = {
    'fake-token': { contract: FAKES['fake-token'], decimals: CURRENCIES[currency].chainDecimals },
    'fake-decimals': { contract: FAKES['fake-decimals'], decimals: CURRENCIES[other].chainDecimals },
  };
  const codes = [
    [token, TOKENS[currency]],
    [FAKES['fake-token'], TOKENS[currency]],
    [FAKES['fake-decimals'], TOKENS[other]],
    [BATCH_WALLET, artefact.runtime.BatchWallet],
    [FORWARDER, FORWARDER_CODE],
    [SELF_DESTRUCTOR, SELF_DESTRUCTOR_CODE],
  ] as const;
  return { code, chainId: NETWORKS[code].chainId ?? 0, baseFee, finalBlocks: FINAL_BLOCKS, currency, coin, token, fakes, codes };
}
