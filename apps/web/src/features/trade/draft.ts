import type { OrderKind } from '@quydoi/domain/order-status';
import { mayKeep } from '../../lib/may-keep.ts';
import { isTextRecord, stored } from '../../lib/stored.ts';
import type { CustomerWallet } from './order-input.ts';

/**
 * Persisted entries of the trade forms. Survives reloads. Keys: a quantity per order kind (plain decimal),
 * `bank` and `account`, typed holders' names by account, two wallets per currency, one for receiving and one for sending, `coupon`, and `fromBalance` and
 * `toBalance`, not empty where the customer's balance takes the place of an account or a wallet. Each tab has its own.
 */
export const tradeDraft = stored<Record<string, string>>('draft', {}, isTextRecord, 'tab', mayKeep);

/** Codes of recently used banks, newest first. */
export const recentBanks = stored<readonly string[]>(
  'recentBanks',
  [],
  (value): value is readonly string[] => Array.isArray(value) && value.every((entry) => typeof entry === 'string'),
);

/** Maximum recent banks stored; the oldest are evicted. */
const RECENT_BANKS_MAX = 5;

const QUANTITY_KEYS: Record<OrderKind, string> = { buy: 'quantity', sell: 'quantity:sell', ex: 'quantity:ex' };

/** Draft key of an order kind's quantity. */
export function quantityKey(kind: OrderKind): string {
  return QUANTITY_KEYS[kind];
}

/** Whether a draft key belongs to a quantity. */
export function isQuantityKey(key: string): boolean {
  return Object.values(QUANTITY_KEYS).includes(key);
}

/** Whether a draft key tells nothing of the customer: a quantity, a coupon, or the choice of a balance. */
export function isImpersonal(key: string): boolean {
  return /coupon|Balance/.test(key) || isQuantityKey(key);
}

/** Whether a draft wants a balance in the place of an account or a wallet. */
export function wantsBalance({ fromBalance, toBalance }: Record<string, string>): boolean {
  return Boolean(fromBalance || toBalance);
}

/** Draft key of a wallet. */
export function walletKey({ code, role }: CustomerWallet): string {
  return `${role === 'destination' ? 'wallet' : 'sender'}:${code}`;
}

/** Draft key of the typed name of an account's holder. */
export function holderKey(bank: string, account: string): string {
  return `holder:${bank}:${account}`;
}

/** Updates one entry of the draft. */
export function setDraftField(key: string, value: string): void {
  tradeDraft.update((draft) => ({ ...draft, [key]: value }));
}

/** Adds a bank to the recent ones. */
export function rememberBank(code: string): void {
  recentBanks.update((recent) => [code, ...recent.filter((known) => known !== code)].slice(0, RECENT_BANKS_MAX));
}

/** Deletes bank, account and wallets from the draft; keeps the quantities and the coupon. */
export function forgetAccounts(): void {
  tradeDraft.update((draft) => Object.fromEntries(Object.entries(draft).filter(([key]) => isImpersonal(key))));
  recentBanks.update(() => []);
}
