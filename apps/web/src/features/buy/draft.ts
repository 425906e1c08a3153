import { isTextRecord, stored } from '../../lib/stored.ts';

/**
 * What was typed into the form and not ordered yet, kept on the device so that nothing is lost: `quantity` (plain decimal), `bank`,
 * `account`, and a wallet per currency (`wallet:pm`).
 */
export const buyDraft = stored<Record<string, string>>('buyDraft', {}, isTextRecord);

/** Codes of the banks that were used last, newest first. */
export const recentBanks = stored<readonly string[]>(
  'recentBanks',
  [],
  (value): value is readonly string[] => Array.isArray(value) && value.every((entry) => typeof entry === 'string'),
);

/** Banks that are remembered. */
const RECENT_BANKS_MAX = 5;

/** Key of a currency's wallet in the draft. */
export function walletField(code: string): string {
  return `wallet:${code}`;
}

/** Changes one text of the draft. */
export function setDraftField(name: string, value: string): void {
  buyDraft.set({ ...buyDraft.get(), [name]: value });
}

/** Notes that a bank was used. */
export function rememberBank(code: string): void {
  recentBanks.set([code, ...recentBanks.get().filter((known) => known !== code)].slice(0, RECENT_BANKS_MAX));
}

/** Forgets bank, account and wallets; the quantity stays. */
export function forgetAccounts(): void {
  const { quantity } = buyDraft.get();
  buyDraft.set(quantity === undefined ? {} : { quantity });
  recentBanks.set([]);
}
