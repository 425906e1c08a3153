import { CURRENCIES, type CurrencyCode, isCurrencyCode } from '../currencies.ts';
import { parseDecimal } from '../money.ts';
import type { RateSettings } from '../settings.ts';
import { parsePercent } from './fee.ts';
import { parseRate } from './rate.ts';

/**
 * Whether a rate's settings can be priced by: a rate above zero, a percentage below a hundred, and amounts with no more decimals than their currencies
 * have. Of a currency that is not known here, which a newer process may have added, the decimals do not matter: nothing is traded in it.
 * @param key a currency, or `source:target` of a pair
 */
export function isReadableRate(key: string, { value, fee, percentFee, maxFee, minQuantity }: RateSettings): boolean {
  const [entered = '', charged = entered] = key.split(':');
  return (
    parseRate(value) !== null &&
    parsePercent(percentFee) !== null &&
    isAmount(fee, charged) &&
    (maxFee === null || isAmount(maxFee, charged)) &&
    (minQuantity === null || isAmount(minQuantity, entered))
  );
}

function isAmount(text: string, code: string): boolean {
  return !isCurrencyCode(code) || parseDecimal(text, CURRENCIES[code as CurrencyCode].scale) !== null;
}
