/**
 * The rails: the payment networks and providers that money comes in and goes out by.
 * One folder of `packages/rails` implements each; operators switch them on and off at run time.
 */
export const RAILS = ['bank', 'perfect-money', 'webmoney', 'tron', 'evm', 'bitcoin'] as const;

/** Code of a rail, as stored in orders, payments and settings. */
export type RailCode = (typeof RAILS)[number];

/** Whether a string read from outside names a rail. */
export function isRailCode(value: string): value is RailCode {
  return (RAILS as readonly string[]).includes(value);
}
