import { foldVietnamese } from '../fold.ts';
import entries from './banks.json' with { type: 'json' };

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
  /** Code in AppotaPay's list of banks that receive transfers; absent where it has none. */
  readonly appotaPay?: string;
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
export function findBank(slug: string): Bank | undefined {
  return BY_SLUG.get(slug);
}

/** Further codes and names of a bank, apart from its slug, short name and name: customers of VietinBank know it as ICB. */
export function otherNamesOf({ slug, code, aliases }: Bank): readonly string[] {
  return code.toLowerCase() === slug ? aliases : [code, ...aliases];
}

/** Whether the default settings show a bank to customers: only banks that receive fast transfers. */
export function isOfferedByDefault(bank: Bank): boolean {
  return bank.type === 'bank' && bank.bin !== null;
}

/** Default account number pattern of a bank, as regular expression source: 13 digits for Vietcombank, else any number that NAPAS accepts. */
export function defaultAccountPattern(slug: string): string {
  return slug === 'vcb' ? '^[0-9]{13}$' : '^[0-9A-Z]{4,19}$';
}

/** Normalizes an account number to its stored form: whitespace removed, upper case. */
export function normalizeBankAccount(text: string): string {
  return text.replace(/\s+/g, '').toUpperCase();
}

/** Words that many banks' names share; customers write them or leave them out. */
const FILLER_WORDS: ReadonlySet<string> = new Set(['ngan', 'hang', 'nh', 'nhtm', 'tmcp', 'tnhh', 'mtv', 'bank', 'the', 'viet', 'nam', 'vn']);

/**
 * Searches banks by short name, full name, code, BIN, slug and aliases, ignoring case, diacritics, spaces and punctuation. Ranks exact matches
 * first, then prefix matches, then other substring matches, then banks whose names contain all words of the query, ignoring doubled letters and words
 * such as "bank". Keeps the given order within each rank. An empty query returns all banks.
 */
export function searchBanks(query: string, banks: readonly Bank[]): readonly Bank[] {
  const wanted = searchKey(query);
  if (wanted === '') return banks;
  const words = wordsOf(query);
  const isSpecific = words.some((word) => word.length > 1);
  const ranks: [Bank[], Bank[], Bank[], Bank[]] = [[], [], [], []];
  for (const bank of banks) {
    const { keys, loose } = keysOf(bank);
    if (keys.includes(wanted)) ranks[0].push(bank);
    else if (keys.some((key) => key.startsWith(wanted))) ranks[1].push(bank);
    else if (keys.some((key) => key.includes(wanted))) ranks[2].push(bank);
    else if (isSpecific && words.every((word) => loose.includes(word))) ranks[3].push(bank);
  }
  return ranks.flat();
}

/** Normalized texts that a search is compared with. `loose`: all of them in one text, without doubled letters. */
interface SearchKeys {
  readonly keys: readonly string[];
  readonly loose: string;
}

/** Cached search keys by bank: folding a hundred banks at each keystroke is slow on phones. */
const searchKeys = new WeakMap<Bank, SearchKeys>();

function keysOf(bank: Bank): SearchKeys {
  const known = searchKeys.get(bank);
  if (known) return known;
  const names = [bank.shortName, bank.slug, bank.code, bank.bin ?? '', ...bank.aliases, bank.name];
  const keys = names.map(searchKey).filter((key) => key !== '');
  const made = { keys, loose: keys.map(undoubled).join(' ') };
  searchKeys.set(bank, made);
  return made;
}

function searchKey(text: string): string {
  return foldVietnamese(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '');
}

/** Words of a query without doubled letters; without the filler words, unless there are no others. */
function wordsOf(query: string): readonly string[] {
  const words = foldVietnamese(query)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const specific = words.filter((word) => !FILLER_WORDS.has(word));
  return (specific.length > 0 ? specific : words).map(undoubled);
}

/** Reduces doubled letters to one: customers often write them once, and single ones twice (`viettin`). Digits are kept. */
function undoubled(text: string): string {
  return text.replace(/([a-z])\1+/g, '$1');
}
