import { type CurrencyCode, networkOf } from '@quydoi/domain/currencies';
import { inGroupsOfFour } from '../../lib/format.ts';

/** Formats an account for display: chain addresses in groups of four, to compare by eye. Masked ones stay unchanged. */
export function accountText(code: CurrencyCode, account: string): string {
  return networkOf(code).attribution.by === 'address' && !/[…•*]/.test(account) ? inGroupsOfFour(account) : account;
}
