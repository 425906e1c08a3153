import { createHash } from 'node:crypto';
import { isEnded, isNothingFound, linesOf, splitLeading, splitLine } from './csv.ts';
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

/** What the provider writes of a transfer. */
const PROVIDER_COLUMNS = ['Time', 'Type', 'Batch', 'Currency', 'Amount', 'Fee', 'Payer Account', 'Payee Account'] as const;
/** What whoever pays writes, unescaped: commas, quotes and line breaks included. */
const PAYER_COLUMNS = ['Payment ID', 'Memo'] as const;

/** The transfers of our dollar wallets in a history. */
export interface History {
  readonly rows: readonly HistoryRow[];
  /** Batch numbers, or digests, of rows that cannot be read. What a payer wrote behind a row has one name, however many lines it is. */
  readonly unreadable: readonly string[];
  /** Lines behind the header that hold anything, of whatever kind. */
  readonly lines: number;
  /**
   * Rows by whether what the provider writes of them can be read. Lines that payers have made are not counted as unparsed, so that no payer can make
   * the format look changed.
   */
  readonly counts: { readonly parsed: number; readonly unparsed: number };
}

/** The currency of our wallets. The history lists the account's gold, bitcoin and euro wallets too. */
const CURRENCY = 'USD';

/**
 * Reads `historycsv.asp`. Columns are found by name, so their order may change; only those of the provider are always before those of the payer, whose
 * commas and quotes cannot reach them there, and the memo is always last. A row that cannot be read costs itself only, because a payer's text can hold
 * line breaks; rows of wallets in other currencies are skipped.
 * @returns null for anything but a complete history: an error page, a truncated response, an unknown layout
 */
export function readHistory(csv: string): History | null {
  const [first, ...rest] = linesOf(csv);
  if (first === undefined) return null;
  if (rest.length === 0 && isNothingFound(first)) return NOTHING;
  const header = splitLine(first).map((name) => name.trim());
  if (!isKnownLayout(header)) return null;
  if (rest.length === 1 && isNothingFound(rest[0] ?? '')) return NOTHING;
  const lines = rest.map((line) => readLine(header, line));
  // The last row of a truncated response breaks off.
  if (lines.at(-1)?.payerCells === null && !isEnded(csv)) return null;
  const ours = lines.filter((line) => !isOfOtherCurrency(line));
  return { rows: ours.flatMap((line) => rowOf(line) ?? []), unreadable: namesOfUnreadable(ours), lines: lines.length, counts: countsOf(lines) };
}

/**
 * The transfer of a history of one line; null for any other. Only of the first line is it certain that the provider wrote its beginning: in the answer
 * of a query by batch, a further one may be what the payer of that batch wrote.
 */
export function onlyRow({ rows, lines }: History): HistoryRow | null {
  return lines === 1 ? (rows[0] ?? null) : null;
}

const NOTHING: History = { rows: [], unreadable: [], lines: 0, counts: { parsed: 0, unparsed: 0 } };

type ProviderColumn = (typeof PROVIDER_COLUMNS)[number];

function isKnownLayout(header: readonly string[]): boolean {
  const [own, others] = [header.slice(0, PROVIDER_COLUMNS.length), header.slice(PROVIDER_COLUMNS.length)];
  const isOnce = (names: readonly string[], name: string) => names.filter((other) => other === name).length === 1;
  const isEachOnce = PROVIDER_COLUMNS.every((name) => isOnce(own, name)) && PAYER_COLUMNS.every((name) => isOnce(others, name));
  return isEachOnce && others.at(-1) === 'Memo';
}

/** What the provider tells of a transfer. */
type ProviderPart = Omit<HistoryRow, 'paymentId' | 'memo'>;

/** A line behind the header. */
interface Line {
  readonly text: string;
  /** Text of a column of the provider; empty where the line has none. */
  readonly cell: (name: ProviderColumn) => string;
  /** What the provider writes; null where it cannot be read. */
  readonly told: ProviderPart | null;
  /** What stands behind; null where cells are missing. */
  readonly payerCells: { readonly paymentId: string; readonly memo: string } | null;
}

function readLine(header: readonly string[], text: string): Line {
  const { cells, rest } = splitLeading(text, PROVIDER_COLUMNS.length);
  const cell = (name: ProviderColumn) => (cells[header.indexOf(name)] ?? '').trim();
  const payerCells = rest === null ? null : readPayerCells(header.slice(PROVIDER_COLUMNS.length), rest);
  return { text, cell, told: rest === null ? null : readProviderCells(cell), payerCells };
}

function readProviderCells(cell: Line['cell']): ProviderPart | null {
  const at = historyTimeToDate(cell('Time'));
  const type = cell('Type').toLowerCase();
  const amount = usdToCents(cell('Amount'));
  const fee = usdToCents(cell('Fee') || '0');
  const batch = cell('Batch');
  if (!at || (type !== 'income' && type !== 'charge') || amount === null || amount > CENTS_MAX || fee === null || !isBatch(batch)) return null;
  if (cell('Currency') !== '' && !isOurCurrency(cell('Currency'))) return null;
  return { at, type, batch, amount, fee, payer: wallet(cell('Payer Account')), payee: wallet(cell('Payee Account')) };
}

function readPayerCells(names: readonly string[], rest: string): Line['payerCells'] {
  const parsed = splitLine(rest);
  // A payer's quotes may join cells.
  const cells = parsed.length < names.length ? rest.split(',') : parsed;
  if (cells.length < names.length) return null;
  const memo = cells
    .slice(names.length - 1)
    .join(',')
    .trim();
  return { paymentId: (cells[names.indexOf('Payment ID')] ?? '').trim(), memo };
}

function rowOf({ told, payerCells }: Line): HistoryRow | null {
  return told && payerCells ? { ...told, ...payerCells } : null;
}

function isOurCurrency(text: string): boolean {
  return text.toUpperCase() === CURRENCY;
}

/** Whether a line is a transfer of a wallet in another currency: their amounts have other decimals. */
function isOfOtherCurrency({ cell }: Line): boolean {
  const isTransfer = historyTimeToDate(cell('Time')) !== null && isBatch(cell('Batch'));
  return isTransfer && /^[a-z]{3}$/i.test(cell('Currency')) && !isOurCurrency(cell('Currency'));
}

/** Whether a line begins as the provider's own rows do. */
function isBegun({ cell }: Line): boolean {
  const isTyped = ['income', 'charge'].includes(cell('Type').toLowerCase());
  return isTyped && historyTimeToDate(cell('Time')) !== null && isBatch(cell('Batch')) && /^[a-z]{3}$/i.test(cell('Currency'));
}

/**
 * Counts the rows of the provider. Behind a line that begins as its rows do, one that does not is what a payer wrote; before any such line, no payer can
 * have written anything, so that the provider has changed its rows.
 */
function countsOf(lines: readonly Line[]): History['counts'] {
  const firstBegun = lines.findIndex(isBegun);
  const strange = (firstBegun === -1 ? lines : lines.slice(0, firstBegun)).filter((line) => line.told === null && !isOfOtherCurrency(line));
  const broken = lines.filter((line) => line.told === null && isBegun(line) && !isOfOtherCurrency(line));
  return {
    parsed: lines.filter(({ told }) => told !== null).length,
    unparsed: strange.length + new Set(broken.map(({ cell }) => cell('Batch'))).size,
  };
}

function namesOfUnreadable(lines: readonly Line[]): string[] {
  const names = new Set<string>();
  let behind: string | null = null;
  for (const line of lines) {
    if (isBegun(line)) behind = line.text;
    if (rowOf(line) === null) names.add(isBatch(line.cell('Batch')) ? line.cell('Batch') : digestOf(behind ?? line.text));
  }
  return [...names];
}

/** Names a row without a batch number. */
function digestOf(line: string): string {
  return `row-${createHash('sha256').update(line).digest('hex').slice(0, 16)}`;
}

/** Whether a text is the number of a booked batch. */
export function isBatch(text: string): boolean {
  return /^[1-9]\d{0,19}$/.test(text);
}
