import { type ChainKeys, type ChainSecret, deriveAddresses, deriveKeys, deriveXpub, type HdSecret, type KeyScheme } from '../chain/hd-keys.ts';
import type { DepositAddresses } from '../sweeps.ts';
import { addressOfPublicKey } from './address.ts';
import type { EvmChain } from './chains.ts';

/** Chains of Ethereum's kind share SLIP-44 coin 60. */
function schemeOf({ accounts }: EvmChain): KeyScheme {
  return {
    depositAccountPath: `m/44'/60'/${accounts.deposits}'`,
    hotWalletPath: `m/44'/60'/${accounts.hotWallet}'/0/0`,
    addressOf: addressOfPublicKey,
  };
}

/** Derives the keys of a secret. @throws Error that does not quote it */
export function evmKeys(chain: EvmChain, secret: ChainSecret): ChainKeys {
  return deriveKeys(schemeOf(chain), secret);
}

/** Extended public key (`xpub…`) of a secret's deposit account, for processes that hold no secret. */
export function evmXpub(chain: EvmChain, secret: HdSecret): string {
  return deriveXpub(schemeOf(chain), secret);
}

/** Deposit addresses of an account's extended public key: child `0/index`. @throws Error when it is malformed, or a private one */
export function depositAddresses(chain: EvmChain, xpub: string): DepositAddresses {
  return deriveAddresses(schemeOf(chain), xpub);
}
