import type { NetworkCode } from '../networks.ts';

/**
 * Reason for rejecting a destination. `malformed`: not in the required format, or not payable. `checksum`: a typing mistake. `wrong-network`: an
 * address of another network. `unsupported`: an account in a currency that is not traded.
 */
export type AddressProblem = 'malformed' | 'checksum' | 'wrong-network' | 'unsupported';

/** A rejected destination. */
export interface AddressRejection {
  readonly problem: AddressProblem;
  /** English hint for logs and API callers. */
  readonly hint: string;
  /** Networks that the address seems to belong to; absent where none was recognized. */
  readonly belongsTo?: readonly NetworkCode[];
}

/** Result of an address check: the address in its stored form, or the rejection. */
export type AddressCheck = { readonly address: string } | AddressRejection;

/** Makes the result of a failed address check. */
export function refuse(problem: AddressProblem, hint: string): AddressRejection {
  return { problem, hint };
}
