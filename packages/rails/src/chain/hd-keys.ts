import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import type { DepositAddresses } from '../sweeps.ts';

/** A secret from which many keys are derived: words (BIP 39, English, no passphrase) or a BIP 32 seed of 16–64 bytes in hex. */
export type HdSecret = { readonly mnemonic: string } | { readonly seed: string };

/** A spending secret: an HD secret, or a single private key in hex, which has no deposit addresses. */
export type ChainSecret = HdSecret | { readonly privateKey: string };

/** A signing key with its address. */
export interface ChainKey {
  readonly address: string;
  readonly privateKey: Uint8Array;
}

/** Keys of a secret. */
export interface ChainKeys {
  readonly hotWallet: ChainKey;
  /** Key of a deposit address; null where the secret is a single key. */
  readonly deposit: ((index: number) => ChainKey) | null;
}

/** Derivation paths (BIP 44) and address format of a chain. */
export interface KeyScheme {
  /** Account of the deposit addresses; processes without secrets hold its extended public key. */
  readonly depositAccountPath: string;
  /** Hot wallet, under a hardened account of its own: the deposits' extended public key reveals nothing about it. */
  readonly hotWalletPath: string;
  /** Address of a public key, compressed or not. */
  addressOf(publicKey: Uint8Array): string;
}

/** External chain of an account (BIP 44): addresses given to customers. */
const OUTER_BRANCH = 0;
const INDEX_MAX = 2 ** 31 - 1;

/** Derives the keys of a secret. @throws Error that does not quote the secret */
export function deriveKeys(scheme: KeyScheme, secret: ChainSecret): ChainKeys {
  if ('privateKey' in secret) return { hotWallet: keyOf(scheme, secretBytes(secret.privateKey, 'private key')), deposit: null };
  const root = rootOf(secret);
  const branch = root.derive(scheme.depositAccountPath).deriveChild(OUTER_BRANCH);
  return {
    hotWallet: keyOf(scheme, root.derive(scheme.hotWalletPath).privateKey),
    deposit: (index) => keyOf(scheme, branch.deriveChild(checkIndex(index)).privateKey),
  };
}

/** Extended public key (`xpub…`) of a secret's deposit account, for processes that hold no secret. */
export function deriveXpub(scheme: KeyScheme, secret: HdSecret): string {
  return rootOf(secret).derive(scheme.depositAccountPath).publicExtendedKey;
}

/** Deposit addresses of an account's extended public key: child `0/index`. @throws Error when it is malformed, or a private one */
export function deriveAddresses({ addressOf }: KeyScheme, xpub: string): DepositAddresses {
  const account = HDKey.fromExtendedKey(xpub);
  if (account.privateKey !== null) throw new Error('the extended key is a private one');
  const branch = account.deriveChild(OUTER_BRANCH);
  return {
    derive(index) {
      const { publicKey } = branch.deriveChild(checkIndex(index));
      if (!publicKey) throw new Error(`no key at ${index}`);
      return addressOf(publicKey);
    },
  };
}

function rootOf(secret: HdSecret): HDKey {
  if ('seed' in secret) return HDKey.fromMasterSeed(secretBytes(secret.seed, 'seed'));
  if (!validateMnemonic(secret.mnemonic, wordlist)) throw new Error('the mnemonic is not one of BIP 39');
  return HDKey.fromMasterSeed(mnemonicToSeedSync(secret.mnemonic));
}

function keyOf({ addressOf }: KeyScheme, privateKey: Uint8Array | null): ChainKey {
  if (!privateKey || !secp256k1.utils.isValidSecretKey(privateKey)) throw new Error('the private key is not one of secp256k1');
  return { address: addressOf(secp256k1.getPublicKey(privateKey)), privateKey };
}

function secretBytes(hex: string, what: string): Uint8Array {
  if (!/^(?:[0-9a-f]{2}){16,64}$/i.test(hex)) throw new Error(`the ${what} is not hex of the right length`);
  return hexToBytes(hex);
}

function checkIndex(index: number): number {
  if (!Number.isInteger(index) || index < 0 || index > INDEX_MAX) throw new Error(`no address index: ${index}`);
  return index;
}
