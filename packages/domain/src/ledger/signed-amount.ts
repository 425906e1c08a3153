import { parseDecimal } from '../money.ts';
import { BALANCES, type BalanceCode } from './balances.ts';

/** Parses an amount that may be below zero, such as `-12.5`, into minor units of a balance; null for any other text. */
export function signedAmount(text: string, code: BalanceCode): bigint | null {
  const isBelowZero = text.startsWith('-');
  const size = parseDecimal(isBelowZero ? text.slice(1) : text, BALANCES[code].scale);
  return size !== null && isBelowZero ? -size : size;
}
