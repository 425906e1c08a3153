import { CURRENCIES } from '@quydoi/domain/currencies';
import { NETWORKS } from '@quydoi/domain/networks';
import artefact from './contracts/tokens.json' with { type: 'json' };

/** Networks of Ethereum's kind. */
export type EvmCode = 'ethereum' | 'bsc';

/** Settings in which the sandbox's chains differ. */
export interface EvmChainFacts {
  readonly code: EvmCode;
  readonly chainId: number;
  /** Base fee of the first block, in wei. */
  readonly baseFee: number;
  /** Blocks after which a block is finalized; even. */
  readonly finalBlocks: number;
  readonly currency: 'erc20' | 'bep20';
  /** The token contract, in lower case. */
  readonly token: string;
  /** Contracts of the chain: address and code. */
  readonly codes: readonly (readonly [string, string])[];
}

/** A wallet that pays many in one transaction, by internal calls. */
export const BATCH_WALLET = `0x${'ba7c'.repeat(10)}`;
const FINAL_BLOCKS = 4;

const TOKENS = { erc20: artefact.runtime.EthereumUsdt, bep20: artefact.runtime.BscUsdt };

/** The facts of a chain. */
export function chainFacts(code: EvmCode, currency: EvmChainFacts['currency'], baseFee: number): EvmChainFacts {
  const token = CURRENCIES[currency].contract.toLowerCase();
  const codes = [[token, TOKENS[currency]] as const, [BATCH_WALLET, artefact.runtime.BatchWallet] as const];
  return { code, chainId: NETWORKS[code].chainId ?? 0, baseFee, finalBlocks: FINAL_BLOCKS, currency, token, codes };
}
