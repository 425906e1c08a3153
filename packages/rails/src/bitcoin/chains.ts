import type { BitcoinNetwork } from '@quydoi/domain/address/bitcoin';
import { NETWORKS } from '@quydoi/domain/networks';

/** Chains of Bitcoin: the main one, and a chain of one's own (Bitcoin Core's regtest). */
export type BitcoinChainName = 'main' | 'regtest';

/** Parameters of a chain. */
export interface BitcoinChain {
  readonly name: BitcoinChainName;
  /** Hash of its first block, by which a node is known to be of this chain. */
  readonly genesis: string;
  /** Form of the addresses that this rail reads and writes. Scripts are the same on every chain, and only they count. */
  readonly addresses: BitcoinNetwork;
  /** Form of the addresses that its nodes read and write. */
  readonly nodeAddresses: BitcoinNetwork;
  /** SLIP-44 coin number. */
  readonly coin: number;
  /** Version bytes of extended public keys in the descriptors of a node of this chain (BIP 32). */
  readonly xpubVersion: number;
}

/** The chains. */
export const BITCOIN_CHAINS: Readonly<Record<BitcoinChainName, BitcoinChain>> = {
  main: {
    name: 'main',
    genesis: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    addresses: 'mainnet',
    nodeAddresses: 'mainnet',
    coin: 0,
    xpubVersion: 0x0488b21e,
  },
  // Written as on the main chain, so that customers, forms and orders know one form of address.
  regtest: {
    name: 'regtest',
    genesis: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
    addresses: 'mainnet',
    nodeAddresses: 'regtest',
    coin: 1,
    xpubVersion: 0x043587cf,
  },
};

/** Confirmations that make a payment final, its own block included. */
export const CONFIRMATIONS = finalBlocks();

function finalBlocks(): number {
  const { finality } = NETWORKS.bitcoin;
  if (finality.by !== 'confirmations') throw new Error('bitcoin has no confirmations');
  return finality.blocks;
}
