import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import type { DepositAddresses } from '../rail.ts';
import { addressOfPublicKey } from './address.ts';

/** Where deposit addresses come from (SLIP-44 coin 195): an account whose public half other processes may know. */
export const DEPOSIT_ACCOUNT_PATH = "m/44'/195'/0'";
/** The hot wallet is under a hardened account of its own: the deposits' extended public key leads nowhere near it. */
export const HOT_WALLET_PATH = "m/44'/195'/1'/0/0";

/** Addresses of an account that customers are given: the outer branch. */
const OUTER_BRANCH = 0;
const INDEX_MAX = 2 ** 31 - 1;

/** What can spend: words (BIP 39, English, no passphrase), a BIP 32 seed of 16–64 bytes in hex, or one private key in hex, which cannot sweep. */
export type TronSecret = { readonly mnemonic: string } | { readonly seed: string } | { readonly privateKey: string };

/** A key that signs, with its address. */
export interface TronKey {
  readonly address: string;
  readonly privateKey: Uint8Array;
}

/** The keys of a secret. */
export interface TronKeys {
  readonly hotWallet: TronKey;
  /** The key of a deposit address; null where the secret is a single key. */
  readonly deposit: ((index: number) => TronKey) | null;
}

/** Reads a secret. @throws Error that does not quote it */
export function tronKeys(secret: TronSecret): TronKeys {
  if ('privateKey' in secret) return { hotWallet: keyOf(secretBytes(secret.privateKey, 'private key')), deposit: null };
  const root = rootOf(secret);
  const branch = root.derive(DEPOSIT_ACCOUNT_PATH).deriveChild(OUTER_BRANCH);
  return {
    hotWallet: keyOf(root.derive(HOT_WALLET_PATH).privateKey),
    deposit: (index) => keyOf(branch.deriveChild(checkIndex(index)).privateKey),
  };
}

/** The extended public key (`xpub…`) of a secret's deposit account, for processes that hold no secret. */
export function tronXpub(secret: Exclude<TronSecret, { privateKey: string }>): string {
  return rootOf(secret).derive(DEPOSIT_ACCOUNT_PATH).publicExtendedKey;
}

/** Deposit addresses of an account's extended public key: child `0/index`. @throws Error when it is none, or is a private one */
export function depositAddresses(xpub: string): DepositAddresses {
  const account = HDKey.fromExtendedKey(xpub);
  if (account.privateKey !== null) throw new Error('the extended key is a private one');
  const branch = account.deriveChild(OUTER_BRANCH);
  return {
    derive(index) {
      const { publicKey } = branch.deriveChild(checkIndex(index));
      if (!publicKey) throw new Error(`no key at ${index}`);
      return addressOfPublicKey(publicKey);
    },
  };
}

function rootOf(secret: { readonly mnemonic: string } | { readonly seed: string }): HDKey {
  if ('seed' in secret) return HDKey.fromMasterSeed(secretBytes(secret.seed, 'seed'));
  if (!validateMnemonic(secret.mnemonic, wordlist)) throw new Error('the mnemonic is not one of BIP 39');
  return HDKey.fromMasterSeed(mnemonicToSeedSync(secret.mnemonic));
}

function keyOf(privateKey: Uint8Array | null): TronKey {
  if (!privateKey || !secp256k1.utils.isValidSecretKey(privateKey)) throw new Error('the private key is not one of secp256k1');
  return { address: addressOfPublicKey(secp256k1.getPublicKey(privateKey)), privateKey };
}

function secretBytes(hex: string, what: string): Uint8Array {
  if (!/^(?:[0-9a-f]{2}){16,64}$/i.test(hex)) throw new Error(`the ${what} is not hex of the right length`);
  return hexToBytes(hex);
}

function checkIndex(index: number): number {
  if (!Number.isInteger(index) || index < 0 || index > INDEX_MAX) throw new Error(`no address index: ${index}`);
  return index;
}
