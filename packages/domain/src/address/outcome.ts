/**
 * Reason for rejecting a destination. `malformed`: not in the required format, or not payable. `checksum`: a typing mistake. `wrong-network`: an
 * address of another network. `unsupported`: an account in a currency that is not traded.
 */
export type AddressProblem = 'malformed' | 'checksum' | 'wrong-network' | 'unsupported';

/** Result of an address check: the address in its stored form, or the problem with an English hint for logs and API callers. */
export type AddressCheck = { readonly address: string } | { readonly problem: AddressProblem; readonly hint: string };

/** Makes the result of a failed address check. */
export function refuse(problem: AddressProblem, hint: string): AddressCheck {
  return { problem, hint };
}
