import { DAY_MS } from '@quydoi/domain/durations';
import type { VoucherCode } from '../voucher.ts';
import { type Call, troubleOf } from './call.ts';
import { isEnded, isNothingFound, linesOf, splitLine } from './csv.ts';
import { isBatch } from './history.ts';
import { faceValueToCents, isActivationCode, isDollar, isVoucherNumber } from './voucher-wire.ts';
import { historyRange, historyTimeToDate, isUsdWallet, wallet } from './wire.ts';

/** Days per read, as of the history. */
const CHUNK_DAYS = 30;
const COLUMNS = [
  'Created',
  'e-Voucher number',
  'Activation code',
  'Currency',
  'Batch',
  'Payer Account',
  'Payee Account',
  'Activated',
  'Amount',
] as const;

/** A dollar voucher in the list of those that we have created. Amount in cents. */
export interface VoucherRow {
  readonly createdAt: Date;
  readonly voucher: VoucherCode;
  readonly batch: string;
  readonly payer: string;
  readonly amount: bigint;
  /** Null while unused. `at` is null when its time cannot be read. */
  readonly activated: { readonly at: Date | null; readonly account: string } | null;
}

/** What is known of a row that cannot be read. */
interface UnreadableRow {
  readonly createdAt: Date | null;
  readonly batch: string | null;
  readonly number: string | null;
}

/** The vouchers of our dollar wallets in a list. */
export interface VoucherList {
  readonly rows: readonly VoucherRow[];
  readonly unreadable: readonly UnreadableRow[];
}

/** Reads the vouchers created from day to day of GMT, both included. @throws RailError when the list cannot be read completely */
export async function listVouchers(call: Call, from: Date, to: Date, filter: Readonly<Record<string, string>> = {}): Promise<VoucherList> {
  const lists: VoucherList[] = [];
  for (let startMs = from.getTime(); startMs <= to.getTime(); startMs += CHUNK_DAYS * DAY_MS) {
    const end = new Date(Math.min(to.getTime(), startMs + (CHUNK_DAYS - 1) * DAY_MS));
    const answer = await call('evcsv.asp', { ...historyRange(new Date(startMs), end), ...filter });
    const list = answer.isOk ? readVoucherList(answer.text) : null;
    if (list === null) throw troubleOf(answer);
    lists.push(list);
  }
  return { rows: lists.flatMap(({ rows }) => rows), unreadable: lists.flatMap(({ unreadable }) => unreadable) };
}

/**
 * Reads `evcsv.asp`. Columns are found by name, so their order may change. A row that cannot be read costs itself only; vouchers of wallets in other
 * currencies are skipped.
 * @returns null for anything but a complete list: an error page, a truncated response, an unknown layout
 */
export function readVoucherList(csv: string): VoucherList | null {
  const [first, ...rest] = linesOf(csv);
  if (first === undefined) return null;
  if (rest.length === 0 && isNothingFound(first)) return NOTHING;
  const header = splitLine(first).map((name) => name.trim());
  if (COLUMNS.some((name) => header.filter((other) => other === name).length !== 1)) return null;
  // A header may be cut only behind a known name: an answer without a line break may lack its rows.
  if (rest.length === 0 && !isEnded(csv)) return null;
  if (rest.length === 1 && isNothingFound(rest[0] ?? '')) return NOTHING;
  const rows: VoucherRow[] = [];
  const unreadable: UnreadableRow[] = [];
  for (const [index, line] of rest.entries()) {
    const cells = splitLine(line);
    const isLast = index === rest.length - 1;
    // A single cell is an error or a page; the last row of a truncated response breaks off, perhaps within its amount.
    if (cells.length === 1 || (isLast && !isEnded(csv) && !isWholeRow(header, cells))) return null;
    const cell = (name: Column) => (cells[header.indexOf(name)] ?? '').trim();
    const payer = wallet(cell('Payer Account'));
    if (cells.length === header.length && /^[EGB]\d+$/.test(payer)) continue;
    const row = cells.length === header.length ? readRow(cell, payer) : null;
    if (row) rows.push(row);
    else unreadable.push(unreadableRow(cell));
  }
  return { rows, unreadable };
}

const NOTHING: VoucherList = { rows: [], unreadable: [] };

type Column = (typeof COLUMNS)[number];

/** Whether the last row of a list without a line break at its end is whole: it ends with the decimals of its amount. */
function isWholeRow(header: readonly string[], cells: readonly string[]): boolean {
  return cells.length === header.length && header.at(-1) === 'Amount' && /^\d+\.\d\d$/.test(cells.at(-1) ?? '');
}

function readRow(cell: (name: Column) => string, payer: string): VoucherRow | null {
  const createdAt = historyTimeToDate(cell('Created'));
  const [number, code, batch] = [cell('e-Voucher number'), cell('Activation code'), cell('Batch')];
  const amount = faceValueToCents(cell('Amount'));
  if (!createdAt || !isVoucherNumber(number) || !isActivationCode(code) || !isBatch(batch) || amount === null) return null;
  if (!isUsdWallet(payer) || !isDollar(cell('Currency'))) return null;
  const [activated, account] = [cell('Activated'), wallet(cell('Payee Account'))];
  const isUsed = activated !== '' || account !== '';
  return { createdAt, voucher: { number, code }, batch, payer, amount, activated: isUsed ? { at: historyTimeToDate(activated), account } : null };
}

function unreadableRow(cell: (name: Column) => string): UnreadableRow {
  const [batch, number] = [cell('Batch'), cell('e-Voucher number')];
  return {
    createdAt: historyTimeToDate(cell('Created')),
    batch: isBatch(batch) ? batch : null,
    number: isVoucherNumber(number) ? number : null,
  };
}
