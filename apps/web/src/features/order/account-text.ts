import { type CurrencyCode, networkOf } from '@quydoi/domain/currencies';
import { inGroupsOfFour } from '../../lib/format.ts';

/** An account or address for people: a chain's whole address in groups of four, to compare by eye. What is masked stays as it is. */
export function accountText(code: CurrencyCode, account: string): string {
  return networkOf(code).attribution.by === 'address' && !/[…•*]/.test(account) ? inGroupsOfFour(account) : account;
}
