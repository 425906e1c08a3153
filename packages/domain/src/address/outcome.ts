/**
 * Why a destination cannot be used: it is not of the form; its checksum is wrong (a slip of the pen); it belongs to another network; it is
 * an account of a currency that we do not trade.
 */
export type AddressProblem = 'malformed' | 'checksum' | 'wrong-network' | 'unsupported';

/** A usable destination, written the one way we store it, or why it is none. The hint is for logs and callers of the interface, in English. */
export type AddressCheck = { readonly address: string } | { readonly problem: AddressProblem; readonly hint: string };

/** A refusal. */
export function refuse(problem: AddressProblem, hint: string): AddressCheck {
  return { problem, hint };
}
