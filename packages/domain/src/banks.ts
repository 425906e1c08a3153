import entries from './banks.json' with { type: 'json' };
import { foldVietnamese } from './fold.ts';

/** Kind of an institution. Customers are offered banks; the others are data. */
export type BankType = 'bank' | 'ewallet' | 'finance';

/** A Vietnamese or foreign institution that holds dong accounts. What an operator sets about it is in the settings. */
export interface Bank {
  /** Our key: 2–10 lowercase letters. */
  readonly slug: string;
  /** Code in bank lists; not unique across lists. */
  readonly code: string;
  /** Six digits by which NAPAS and VietQR know it; null where it takes no fast transfers. */
  readonly bin: string | null;
  readonly shortName: string;
  readonly name: string;
  readonly swift: string | null;
  readonly citad: string | null;
  /** True when a source shows it takes fast transfers, null when unknown. */
  readonly napasTransferSupported: boolean | null;
  /** 1 sends and receives by QR, 0 receives only, -1 or null unknown. */
  readonly vietQrStatus: number | null;
  /** Whether holders' names can be looked up; null when unknown. */
  readonly lookupSupported: boolean | null;
  readonly type: BankType;
  /** Other codes and names it is known by. */
  readonly aliases: readonly string[];
  readonly note?: string;
}

/** All known institutions. */
export const BANKS: readonly Bank[] = entries as readonly Bank[];

const BY_SLUG = new Map(BANKS.map((bank) => [bank.slug, bank]));

/** The bank with a slug; undefined when we know none. */
export function findBank(code: string): Bank | undefined {
  return BY_SLUG.get(code);
}

/** Whether customers are offered it without an operator's doing: a bank that takes fast transfers. */
export function isOfferedByDefault(bank: Bank): boolean {
  return bank.type === 'bank' && bank.bin !== null;
}

/** Pattern of account numbers, as text of a regular expression: Vietcombank's 13 digits, else whatever NAPAS carries. */
export function defaultAccountPattern(code: string): string {
  return code === 'vcb' ? '^[0-9]{13}$' : '^[0-9A-Z]{4,19}$';
}

/** An account number as it is stored: blanks removed, upper-case. */
export function normalizeBankAccount(text: string): string {
  return text.replace(/\s+/g, '').toUpperCase();
}

/**
 * The banks that a customer may mean, ignoring case, marks and blanks, over short name, full name, code, BIN, slug and aliases. Exact
 * names come first, then names that start with the query, then the rest; within each the given order stays. An empty query finds all.
 */
export function searchBanks(query: string, banks: readonly Bank[]): readonly Bank[] {
  const wanted = searchKey(query);
  if (wanted === '') return banks;
  const ranks: [Bank[], Bank[], Bank[]] = [[], [], []];
  for (const bank of banks) {
    const keys = keysOf(bank);
    if (keys.includes(wanted)) ranks[0].push(bank);
    else if (keys.some((key) => key.startsWith(wanted))) ranks[1].push(bank);
    else if (keys.some((key) => key.includes(wanted))) ranks[2].push(bank);
  }
  return ranks.flat();
}

/** Folding a hundred banks at each keystroke is felt on phones, so it is done once a bank. */
const searchKeys = new WeakMap<Bank, readonly string[]>();

function keysOf(bank: Bank): readonly string[] {
  const known = searchKeys.get(bank);
  if (known) return known;
  const keys = [bank.shortName, bank.slug, bank.code, bank.bin ?? '', ...bank.aliases, bank.name].map(searchKey).filter((key) => key !== '');
  searchKeys.set(bank, keys);
  return keys;
}

function searchKey(text: string): string {
  return foldVietnamese(text).toLowerCase().replaceAll(' ', '');
}
