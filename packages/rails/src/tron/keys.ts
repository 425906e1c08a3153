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

/** TRON's keys are under SLIP-44 coin 195. */
const SCHEME: KeyScheme = { depositAccountPath: "m/44'/195'/0'", hotWalletPath: "m/44'/195'/1'/0/0", addressOf: addressOfPublicKey };

/** Spending secret of the rail; a single private key cannot sweep. */
export type TronSecret = ChainSecret;
/** A signing key with its base58 address. */
export type TronKey = ChainKey;
/** Keys of a secret. */
export type TronKeys = ChainKeys;

/** Derives the keys of a secret. @throws Error that does not quote it */
export function tronKeys(secret: TronSecret): TronKeys {
  return deriveKeys(SCHEME, secret);
}

/** Extended public key (`xpub…`) of a secret's deposit account, for processes that hold no secret. */
export function tronXpub(secret: HdSecret): string {
  return deriveXpub(SCHEME, secret);
}

/** Deposit addresses of an account's extended public key: child `0/index`. @throws Error when it is malformed, or a private one */
export function depositAddresses(xpub: string): DepositAddresses {
  return deriveAddresses(SCHEME, xpub);
}
