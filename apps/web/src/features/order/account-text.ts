import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import type { NetworkCode } from '@quydoi/domain/networks';
import { inGroupsOfFour } from '../../lib/format.ts';

/** Rails with long addresses. */
const CHAINS: readonly NetworkCode[] = ['tron', 'evm', 'bitcoin'];

/** An account or address for people: a chain's whole address in groups of four, to compare by eye. What is masked stays as it is. */
export function accountText(code: CurrencyCode, account: string): string {
  return CHAINS.includes(CURRENCIES[code].rail) && !/[…•*]/.test(account) ? inGroupsOfFour(account) : account;
}
