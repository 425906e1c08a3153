import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import {
  type ChainKey,
  type ChainKeys,
  type ChainSecret,
  deriveAddresses,
  deriveKeys,
  deriveXpub,
  type HdSecret,
  type KeyScheme,
} from '../chain/hd-keys.ts';
import type { DepositAddresses } from '../sweeps.ts';
import { addressOfPublicKey } from './address.ts';
import type { BitcoinChain } from './chains.ts';

const base58check = createBase58check(sha256);

/** Keys by BIP 84: deposits below account 0, the hot wallet, which change returns to, below account 1. */
function schemeOf(chain: BitcoinChain): KeyScheme {
  return {
    depositAccountPath: `m/84'/${chain.coin}'/0'`,
    hotWalletPath: `m/84'/${chain.coin}'/1'/0/0`,
    addressOf: (publicKey) => addressOfPublicKey(chain, publicKey),
  };
}

/** Derives the keys of a secret. @throws Error that does not quote it */
export function bitcoinKeys(chain: BitcoinChain, secret: ChainSecret): ChainKeys {
  return deriveKeys(schemeOf(chain), secret);
}

/** Extended public key (`xpub…`) of a secret's deposit account, for processes that hold no secret. */
export function bitcoinXpub(chain: BitcoinChain, secret: HdSecret): string {
  return deriveXpub(schemeOf(chain), secret);
}

/** Deposit addresses of an account's extended public key: child `0/index`. @throws Error when it is malformed, or a private one */
export function depositAddresses(chain: BitcoinChain, xpub: string): DepositAddresses {
  return deriveAddresses(schemeOf(chain), xpub);
}

/**
 * The output descriptor (BIP 380) of all deposit addresses, without its checksum. The extended public key has the version bytes of the chain: a node
 * takes no other.
 */
export function depositDescriptor({ xpubVersion }: BitcoinChain, xpub: string): string {
  HDKey.fromExtendedKey(xpub);
  const bytes = base58check.decode(xpub);
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(0, xpubVersion);
  return `wpkh(${base58check.encode(bytes)}/0/*)`;
}

/** The output descriptor of one key's SegWit address, without its checksum: of its public key, which tells nothing else. */
export function keyDescriptor({ privateKey }: ChainKey): string {
  return `wpkh(${bytesToHex(secp256k1.getPublicKey(privateKey))})`;
}
