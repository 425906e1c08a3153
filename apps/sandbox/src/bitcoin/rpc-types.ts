import { formatDecimal } from '@quydoi/domain/money';

/** How a node answers a call: its result, or its error. */
export type CoreAnswer = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } };

/** Parameters of a call. */
export type CoreParams = readonly unknown[];

/** An error of a node. */
export function fault(code: number, message: string): CoreAnswer {
  return { error: { code, message } };
}

/** An amount in satoshi as nodes write it in JSON: in bitcoin, exact in a double. */
export function asCoins(amount: bigint): number {
  return Number(formatDecimal(amount, 8));
}
