import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import { MINUTE_MS } from '@quydoi/domain/durations';
import { NETWORKS } from '@quydoi/domain/networks';
import { requireCurrency } from '../chain/require-currency.ts';

/** Networks of Ethereum's kind that this rail serves. */
export type EvmNetwork = 'ethereum' | 'bsc';

/** How blocks of a chain become irreversible. */
export interface EvmFinality {
  /** Blocks on top that are required besides the node's word that a block is finalized. */
  readonly depthMin: number;
  /** Blocks on top that suffice by themselves while finality stalls; null where nothing but finality will do. */
  readonly stalledDepth: number | null;
}

/** Parameters of a chain. */
export interface EvmChain {
  readonly code: EvmNetwork;
  /** EIP-155. */
  readonly chainId: number;
  /** The token that customers pay and are paid in. */
  readonly token: 'erc20' | 'bep20';
  /** The chain's coin, where customers trade it. */
  readonly coin: 'eth' | null;
  /** Minimum of the coin at a deposit address that is swept, in minor units. */
  readonly coinSweepMin: bigint;
  /** Account numbers below `m/44'/60'`: deposit addresses, and the hot wallet. Other ones on each chain, so that no two have an address in common. */
  readonly accounts: { readonly deposits: number; readonly hotWallet: number };
  readonly finality: EvmFinality;
  /** Maximum age of the newest irreversible block, several times its usual one; above it finality has stalled. */
  readonly finalAgeMsMax: number;
  /** Blocks of a page. */
  readonly blocksMax: number;
  /** Lookback into the newest blocks: those that are usually not irreversible yet, with a margin. */
  readonly headBlocksMax: number;
  /** Highest price of gas that is paid, in gwei. */
  readonly gasGweiMax: number;
  /** Lowest tip that validators take, in wei. */
  readonly tipWeiMin: bigint;
}

/** The chains. */
export const EVM_CHAINS: Readonly<Record<EvmNetwork, EvmChain>> = {
  ethereum: {
    code: 'ethereum',
    chainId: chainIdOf('ethereum'),
    token: 'erc20',
    coin: 'eth',
    // About 80 dollars, and 40 times the gas at its usual price. Smaller deposits wait at their address for later ones.
    coinSweepMin: 2_000_000n,
    accounts: { deposits: 0, hotWallet: 1 },
    // Finality lags by 64 blocks at least: a node that calls younger ones final is wrong.
    finality: { depthMin: 12, stalledDepth: null },
    finalAgeMsMax: 30 * MINUTE_MS,
    blocksMax: 20,
    headBlocksMax: 100,
    gasGweiMax: 30,
    tipWeiMin: 10_000_000n,
  },
  bsc: {
    code: 'bsc',
    chainId: chainIdOf('bsc'),
    token: 'bep20',
    coin: null,
    coinSweepMin: 0n,
    accounts: { deposits: 2, hotWallet: 3 },
    // One validator makes up to 16 blocks in a row. Without votes a block is final once more than half of the validators have built on it twice.
    finality: { depthMin: 15, stalledDepth: 240 },
    finalAgeMsMax: 5 * MINUTE_MS,
    blocksMax: 40,
    headBlocksMax: 40,
    gasGweiMax: 5,
    tipWeiMin: 50_000_000n,
  },
};

/** Base units of the token contract per minor unit of the currency. */
export function tokenUnits(code: CurrencyCode): bigint {
  const { chainDecimals = 0, scale } = CURRENCIES[code] as { readonly chainDecimals?: number; readonly scale: number };
  return 10n ** BigInt(chainDecimals - scale);
}

/** Whether a currency is the chain's coin, and not its token. @throws RailError when the chain carries neither */
export function isCoin({ code, token, coin }: EvmChain, currency: CurrencyCode): boolean {
  if (currency === coin) return true;
  requireCurrency(code, token, currency);
  return false;
}

function chainIdOf(code: EvmNetwork): number {
  const { chainId } = NETWORKS[code];
  if (chainId === undefined) throw new Error(`${code} has no chain id`);
  return chainId;
}
