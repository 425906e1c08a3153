import type { OrderKind } from '@quydoi/domain/order-status';
import { isTextRecord, stored } from '../../lib/stored.ts';
import type { CustomerWallet } from './order-input.ts';

/**
 * What was typed into the forms and not ordered yet, kept on the device so that nothing is lost: a quantity per kind (plain decimal),
 * `bank` and `account`, and a wallet per currency, apart for receiving and for sending.
 */
export const tradeDraft = stored<Record<string, string>>('draft', {}, isTextRecord);

/** Codes of the banks that were used last, newest first. */
export const recentBanks = stored<readonly string[]>(
  'recentBanks',
  [],
  (value): value is readonly string[] => Array.isArray(value) && value.every((entry) => typeof entry === 'string'),
);

/** Banks that are remembered. */
const RECENT_BANKS_MAX = 5;

const QUANTITY_KEYS: Record<OrderKind, string> = { buy: 'quantity', sell: 'quantity:sell', ex: 'quantity:ex' };

/** Key of a form's quantity in the draft. */
export function quantityKey(kind: OrderKind): string {
  return QUANTITY_KEYS[kind];
}

/** Whether a key of the draft is one of a quantity. */
export function isQuantityKey(key: string): boolean {
  return Object.values(QUANTITY_KEYS).includes(key);
}

/** Key of a wallet in the draft. */
export function walletKey({ code, role }: CustomerWallet): string {
  return `${role === 'destination' ? 'wallet' : 'sender'}:${code}`;
}

/** Changes one text of the draft. */
export function setDraftField(key: string, value: string): void {
  tradeDraft.set({ ...tradeDraft.get(), [key]: value });
}

/** Notes that a bank was used. */
export function rememberBank(code: string): void {
  recentBanks.set([code, ...recentBanks.get().filter((known) => known !== code)].slice(0, RECENT_BANKS_MAX));
}

/** Forgets bank, account and wallets; the quantities stay. */
export function forgetAccounts(): void {
  tradeDraft.set(Object.fromEntries(Object.entries(tradeDraft.get()).filter(([key]) => isQuantityKey(key))));
  recentBanks.set([]);
}
