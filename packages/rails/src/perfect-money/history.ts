import { createHash } from 'node:crypto';
import { isEnded, isNothingFound, linesOf, splitLine } from './csv.ts';
import { CENTS_MAX, historyTimeToDate, usdToCents, wallet } from './wire.ts';

/** A transfer in the history. Amounts in cents. */
export interface HistoryRow {
  readonly at: Date;
  readonly type: 'income' | 'charge';
  readonly batch: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly payer: string;
  readonly payee: string;
  readonly paymentId: string;
  readonly memo: string;
}

const COLUMNS = ['Time', 'Type', 'Batch', 'Currency', 'Amount', 'Fee', 'Payer Account', 'Payee Account', 'Payment ID', 'Memo'] as const;

/** The transfers of our dollar wallets in a history. */
export interface History {
  readonly rows: readonly HistoryRow[];
  /** Batch numbers, or digests, of rows that cannot be read. */
  readonly unreadable: readonly string[];
}

/** The currency of our wallets. The history lists the account's gold, bitcoin and euro wallets too. */
const CURRENCY = 'USD';

/**
 * Reads `historycsv.asp`. Columns are found by name, so their order may change; only the memo is always last, since it may hold commas. A row that
 * cannot be read costs itself only, because a payer's memo can hold line breaks; rows of wallets in other currencies are skipped.
 * @returns null for anything but a complete history: an error page, a truncated response, an unknown layout
 */
export function readHistory(csv: string): History | null {
  const [first, ...rest] = linesOf(csv);
  if (first === undefined) return null;
  if (rest.length === 0 && isNothingFound(first)) return NOTHING;
  const header = splitLine(first).map((name) => name.trim());
  if (header.at(-1) !== 'Memo' || COLUMNS.some((name) => header.filter((other) => other === name).length !== 1)) return null;
  if (rest.length === 1 && isNothingFound(rest[0] ?? '')) return NOTHING;
  const isWhole = isEnded(csv);
  const rows: HistoryRow[] = [];
  const unreadable: string[] = [];
  for (const [index, line] of rest.entries()) {
    const cells = splitLine(line);
    // The last row of a truncated response breaks off.
    const isCut = cells.length < header.length && index === rest.length - 1 && !isWhole;
    if (isCut) return null;
    const cell = (name: Column) => (cells[header.indexOf(name)] ?? '').trim();
    if (cell('Currency') !== '' && cell('Currency').toUpperCase() !== CURRENCY) continue;
    const row = cells.length < header.length ? null : readRow(cell, memoOf(header, cells));
    if (row) rows.push(row);
    else unreadable.push(isBatch(cell('Batch')) ? cell('Batch') : digestOf(line));
  }
  return { rows, unreadable };
}

const NOTHING: History = { rows: [], unreadable: [] };

type Column = (typeof COLUMNS)[number];

function readRow(cell: (name: Column) => string, memo: string): HistoryRow | null {
  const at = historyTimeToDate(cell('Time'));
  const type = cell('Type').toLowerCase();
  const amount = usdToCents(cell('Amount'));
  const fee = usdToCents(cell('Fee') || '0');
  const batch = cell('Batch');
  if (!at || (type !== 'income' && type !== 'charge') || amount === null || amount > CENTS_MAX || fee === null || !isBatch(batch)) return null;
  const [payer, payee] = [wallet(cell('Payer Account')), wallet(cell('Payee Account'))];
  return { at, type, batch, amount, fee, payer, payee, paymentId: cell('Payment ID'), memo };
}

function memoOf(header: readonly string[], cells: readonly string[]): string {
  return cells
    .slice(header.length - 1)
    .join(',')
    .trim();
}

/** Names a row without a batch number. */
function digestOf(line: string): string {
  return `row-${createHash('sha256').update(line).digest('hex').slice(0, 16)}`;
}

/** Whether a text is the number of a booked batch. */
export function isBatch(text: string): boolean {
  return /^[1-9]\d{0,19}$/.test(text);
}
