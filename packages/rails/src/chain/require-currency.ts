import type { CurrencyCode } from '@quydoi/domain/currencies';
import type { NetworkCode } from '@quydoi/domain/networks';
import { RailError } from '../rail-error.ts';

/** Requires a request's currency to be the one that a rail carries. @throws RailError trouble `refused`, outcome `not-done` */
export function requireCurrency(network: NetworkCode, carried: CurrencyCode, requested: CurrencyCode): void {
  if (requested !== carried) throw new RailError(network, 'refused', 'not-done', `${requested} is not carried by this rail`);
}
