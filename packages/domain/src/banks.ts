import entries from './banks.json' with { type: 'json' };
import { foldVietnamese } from './fold.ts';

/** Kind of an institution. Only banks are listed for customers by default. */
export type BankType = 'bank' | 'ewallet' | 'finance';

/** A Vietnamese or foreign institution that holds dong accounts. Operators' switches for it are in `BankSettings`. */
export interface Bank {
  /** Primary key: 2–10 lowercase letters. */
  readonly slug: string;
  /** Code in bank lists; not unique across lists. */
  readonly code: string;
  /** Bank identification number at NAPAS and VietQR, six digits; null for institutions without fast transfers. */
  readonly bin: string | null;
  readonly shortName: string;
  readonly name: string;
  readonly swift: string | null;
  readonly citad: string | null;
  /** Whether the bank receives fast transfers; null when unknown. */
  readonly napasTransferSupported: boolean | null;
  /** 1: sends and receives by QR code; 0: receives only; -1 or null: unknown. */
  readonly vietQrStatus: number | null;
  /** Whether account holders' names can be looked up; null when unknown. */
  readonly lookupSupported: boolean | null;
  readonly type: BankType;
  /** Other codes and names of the bank. */
  readonly aliases: readonly string[];
  readonly note?: string;
}

/** All known institutions. */
export const BANKS: readonly Bank[] = entries as readonly Bank[];

const BY_SLUG = new Map(BANKS.map((bank) => [bank.slug, bank]));

/** Finds a bank by its slug. */
export function findBank(code: string): Bank | undefined {
  return BY_SLUG.get(code);
}

/** Whether the default settings show a bank to customers: only banks that receive fast transfers. */
export function isOfferedByDefault(bank: Bank): boolean {
  return bank.type === 'bank' && bank.bin !== null;
}

/** Default account number pattern of a bank, as regular expression source: 13 digits for Vietcombank, else any number that NAPAS accepts. */
export function defaultAccountPattern(code: string): string {
  return code === 'vcb' ? '^[0-9]{13}$' : '^[0-9A-Z]{4,19}$';
}

/** Normalizes an account number to its stored form: whitespace removed, upper case. */
export function normalizeBankAccount(text: string): string {
  return text.replace(/\s+/g, '').toUpperCase();
}

/**
 * Searches banks by short name, full name, code, BIN, slug and aliases, ignoring case, diacritics and spaces. Ranks exact matches first, then
 * prefix matches, then other substring matches, and keeps the given order within each rank. An empty query returns all banks.
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

/** Cached search keys by bank: folding a hundred banks at each keystroke is slow on phones. */
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
