import { parse } from 'csv-parse/sync';
import { historyTimeToDate, usdToCents, wallet } from './wire.ts';

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
const NOTHING_FOUND = /^no (data|records?|transactions?|payments?|history)\b/i;

/**
 * Reads `historycsv.asp`. Columns are found by name, so their order may change; only the memo is always last, since it may hold commas.
 * @returns null for anything but a complete history: an error page, a truncated response, an unknown layout
 */
export function readHistory(csv: string): HistoryRow[] | null {
  const lines = csv
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '');
  const [first, ...rest] = lines;
  if (first === undefined) return null;
  if (rest.length === 0 && NOTHING_FOUND.test(first.trim())) return [];
  const header = splitLine(first).map((name) => name.trim());
  if (header.at(-1) !== 'Memo' || COLUMNS.some((name) => header.filter((other) => other === name).length !== 1)) return null;
  if (rest.length === 1 && NOTHING_FOUND.test(rest[0]?.trim() ?? '')) return [];
  const rows = rest.map((line) => readRow(header, splitLine(line)));
  return rows.includes(null) ? null : (rows as HistoryRow[]);
}

function readRow(header: readonly string[], cells: readonly string[]): HistoryRow | null {
  if (cells.length < header.length) return null;
  const cell = (name: (typeof COLUMNS)[number]) => (cells[header.indexOf(name)] ?? '').trim();
  const at = historyTimeToDate(cell('Time'));
  const type = cell('Type').toLowerCase();
  const amount = usdToCents(cell('Amount'));
  const fee = usdToCents(cell('Fee') || '0');
  const batch = cell('Batch');
  if (!at || (type !== 'income' && type !== 'charge') || amount === null || fee === null || !isBatch(batch)) return null;
  return {
    at,
    type,
    batch,
    amount,
    fee,
    payer: wallet(cell('Payer Account')),
    payee: wallet(cell('Payee Account')),
    paymentId: cell('Payment ID'),
    memo: cells
      .slice(header.length - 1)
      .join(',')
      .trim(),
  };
}

/** Parses one line at a time, so that an unbalanced quote in a memo cannot swallow the following lines. */
function splitLine(line: string): string[] {
  try {
    const records: string[][] = parse(line, { relax_quotes: true, relax_column_count: true });
    return records[0] ?? [];
  } catch {
    return line.split(',');
  }
}

/** Whether a text is the number of a booked batch. */
export function isBatch(text: string): boolean {
  return /^[1-9]\d{0,19}$/.test(text);
}
