import type { NetworkCode } from '../networks.ts';

/**
 * Reason for rejecting a destination. `malformed`: not in the required format, or not payable. `checksum`: a typing mistake. `wrong-network`: an
 * address of another network. `unsupported`: an account in a currency that is not traded.
 */
export type AddressProblem = 'malformed' | 'checksum' | 'wrong-network' | 'unsupported';

/**
 * What was entered instead of an address. `transaction-or-key`: 64 hex digits are the form of both. `private-key` and `recovery-phrase` open a wallet:
 * they must not be kept. `name`: one that a directory such as ENS resolves to an address. `testnet`: an address of Bitcoin's testnet. `number-alone`: an
 * account number without its letter, which may as well be a login.
 */
export type EnteredInstead =
  | 'transaction'
  | 'transaction-or-key'
  | 'private-key'
  | 'recovery-phrase'
  | 'lightning'
  | 'e-mail'
  | 'name'
  | 'testnet'
  | 'number-alone';

/** A rejected destination. */
export interface AddressRejection {
  readonly problem: AddressProblem;
  /** English hint for logs and API callers. */
  readonly hint: string;
  /** Networks that the address seems to belong to; absent where none was recognized. */
  readonly belongsTo?: readonly NetworkCode[];
  /** Name of a chain that is not traded, to which the address seems to belong. */
  readonly otherChain?: string;
  /** What the text is instead of an address; absent where it is not clear. */
  readonly instead?: EnteredInstead;
}

/** Result of an address check: the address in its stored form, or the rejection. */
export type AddressCheck = { readonly address: string } | AddressRejection;

/** Makes the result of a failed address check. */
export function refuse(problem: AddressProblem, hint: string): AddressRejection {
  return { problem, hint };
}
