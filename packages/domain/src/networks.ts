/**
 * The rails: the payment networks and providers that money comes in and goes out by.
 * One folder of `packages/rails` implements each; operators switch them on and off at run time.
 */
export const NETWORK_CODES = ['bank', 'perfect-money', 'webmoney', 'tron', 'evm', 'bitcoin'] as const;

/** Code of a rail, as stored in orders, payments and settings. */
export type NetworkCode = (typeof NETWORK_CODES)[number];

/** Whether a string read from outside names a rail. */
export function isNetworkCode(value: string): value is NetworkCode {
  return (NETWORK_CODES as readonly string[]).includes(value);
}
