import { RESERVES, type ReserveCode } from '@quydoi/domain/currencies';
import { parseDecimal } from '@quydoi/domain/money';

/** Parses an amount of a reserve that may be below zero, such as `-12.5`, into minor units; null for any other text. */
export function signedAmount(text: string, reserve: ReserveCode): bigint | null {
  const isBelowZero = text.startsWith('-');
  const size = parseDecimal(isBelowZero ? text.slice(1) : text, RESERVES[reserve].scale);
  return size !== null && isBelowZero ? -size : size;
}
