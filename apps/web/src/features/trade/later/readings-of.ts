import type { Locale } from '@quydoi/domain/locales';
import { readAmount } from '@quydoi/domain/read-amount';
import { isUnclear, textOf } from '../../../lib/quantity-text.ts';

/** Plain decimals that an unclear quantity may mean; none for others. */
export function readingsOf(quantity: string, scale: number, locale: Locale): readonly string[] {
  const reading = isUnclear(quantity) ? readAmount(textOf(quantity, locale), scale, locale) : null;
  if (reading === null) return [];
  return 'plain' in reading ? [reading.plain] : reading.readings;
}
