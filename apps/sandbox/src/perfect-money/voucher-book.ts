import { randomInt } from 'node:crypto';
import type { Books } from '../books.ts';
import { feeOf, type PerfectMoneyBook, type PerfectMoneyPayment, VOUCHERS } from './book.ts';

const SCHEMA = `
create table if not exists pm_voucher (
  number text primary key,
  code text not null,
  issuer text not null,
  currency text not null,
  amount integer not null check (amount > 0),
  batch integer not null,
  created_ms integer not null,
  visible_ms integer not null,
  activated_ms integer,
  payee text,
  removed_ms integer
) strict;
create index if not exists pm_voucher_issuer on pm_voucher (issuer, created_ms);
`;

const NUMBER_DIGITS = 10;
const CODE_DIGITS = 16;
/** One voucher in so many has a number, and one a code, that starts with a zero. */
const ZERO_ONE_IN = 4;

/** Perfect Money's numbers of currencies. */
export const DOLLAR = '1';
export const EURO = '2';

/** A voucher. Amounts in cents of its currency. */
export interface Voucher {
  readonly number: string;
  readonly code: string;
  readonly issuer: string;
  readonly currency: string;
  readonly amount: bigint;
  /** Batch of its creation. */
  readonly batch: number;
  readonly createdAt: Date;
  /** Time from which the issuer's list shows it. */
  readonly visibleAt: Date;
  readonly activated: { readonly at: Date; readonly account: string } | null;
}

/** A voucher to create. */
export interface VoucherDraft {
  readonly issuer: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly at: Date;
  readonly visibleAt: Date;
}

/** Why the provider takes no money from a voucher: its own text. */
export type VoucherError = 'Invalid ev_number' | 'Invalid ev_code' | 'Invalid ev_number or ev_code';

/** Perfect Money's e-vouchers. Creation, activation and removal are transfers in the book of payments too. */
export interface VoucherBook {
  /** @returns null if the issuer's balance is too small */
  create(draft: VoucherDraft): { readonly voucher: Voucher; readonly payment: PerfectMoneyPayment } | null;
  /** Why a voucher cannot be activated; null if it can. */
  problemOf(number: string, code: string): VoucherError | null;
  /** Takes a voucher's money into a wallet. Euros go to a wallet that is not simulated. */
  activate(number: string, code: string, payee: string, at: Date): { readonly voucher: Voucher; readonly batch: number } | VoucherError;
  /** Gives an unused voucher's money back to its issuer. */
  remove(number: string, issuer: string, at: Date): { readonly voucher: Voucher; readonly batch: number } | VoucherError;
  /** Vouchers of an issuer that are not removed, newest first. */
  issuedBy(issuer: string, now: Date): Voucher[];
  /** The issuer of a voucher. */
  issuerOf(number: string): string | undefined;
}

/** Opens the vouchers of a book of payments. */
export function openVoucherBook(books: Books, payments: PerfectMoneyBook): VoucherBook {
  const { db } = books;
  db.exec(SCHEMA);
  const insert = db.prepare(
    `insert into pm_voucher (number, code, issuer, currency, amount, batch, created_ms, visible_ms) values (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const get = db.prepare('select * from pm_voucher where number = ?');
  const use = db.prepare('update pm_voucher set activated_ms = ?, payee = ? where number = ?');
  const remove = db.prepare('update pm_voucher set removed_ms = ? where number = ?');
  const issued = db.prepare('select * from pm_voucher where issuer = ? and removed_ms is null and visible_ms <= ? order by batch desc');

  const read = (number: string): Row | undefined => get.get(number) as Row | undefined;
  const problemOf = (number: string, code: string): VoucherError | null => {
    if (!/^\d{10}$/.test(number)) return 'Invalid ev_number';
    if (!/^\d{16}$/.test(code)) return 'Invalid ev_code';
    const row = read(number);
    if (!row) return 'Invalid ev_number';
    return row.code !== code || row.activated_ms !== null || row.removed_ms !== null ? 'Invalid ev_number or ev_code' : null;
  };
  const payOut = (row: Row, payee: string, at: Date, memo: string): number => {
    const draft = { at, visibleAt: at, payer: VOUCHERS, payee, amount: BigInt(row.amount), paymentId: '', memo };
    return row.currency === DOLLAR ? (payments.record(draft, 0n)?.batch ?? row.batch) : row.batch;
  };
  return {
    create: ({ issuer, amount, currency, at, visibleAt }) =>
      books.write(() => {
        const memo = 'e-Voucher creation';
        const payment = payments.record({ at, visibleAt, payer: issuer, payee: VOUCHERS, amount, paymentId: '', memo }, feeOf(amount));
        if (!payment) return null;
        let number = digits(NUMBER_DIGITS);
        while (read(number)) number = digits(NUMBER_DIGITS);
        insert.run(number, digits(CODE_DIGITS), issuer, currency, amount, payment.batch, at.getTime(), visibleAt.getTime());
        return { voucher: voucherOf(get.get(number)), payment };
      }),
    problemOf,
    activate: (number, code, payee, at) =>
      books.write(() => {
        const row = read(number);
        const problem = problemOf(number, code);
        if (!row || problem) return problem ?? 'Invalid ev_number';
        use.run(at.getTime(), payee, number);
        return { voucher: voucherOf(get.get(number)), batch: payOut(row, payee, at, 'e-Voucher activation') };
      }),
    remove: (number, issuer, at) =>
      books.write(() => {
        const row = read(number);
        if (row?.issuer !== issuer || row.activated_ms !== null || row.removed_ms !== null) return 'Invalid ev_number';
        remove.run(at.getTime(), number);
        return { voucher: voucherOf(row), batch: payOut(row, issuer, at, 'e-Voucher removal') };
      }),
    issuedBy: (issuer, now) => issued.all(issuer, now.getTime()).map(voucherOf),
    issuerOf: (number) => read(number)?.issuer,
  };
}

/** Random digits, often with a zero first. */
function digits(length: number): string {
  const rest = Array.from({ length: length - 1 }, () => randomInt(10)).join('');
  return `${randomInt(ZERO_ONE_IN) === 0 ? 0 : randomInt(10)}${rest}`;
}

interface Row {
  readonly number: string;
  readonly code: string;
  readonly issuer: string;
  readonly currency: string;
  readonly amount: number;
  readonly batch: number;
  readonly created_ms: number;
  readonly visible_ms: number;
  readonly activated_ms: number | null;
  readonly payee: string | null;
  readonly removed_ms: number | null;
}

function voucherOf(row: unknown): Voucher {
  const { number, code, issuer, currency, amount, batch, created_ms, visible_ms, activated_ms, payee } = row as Row;
  return {
    number,
    code,
    issuer,
    currency,
    amount: BigInt(amount),
    batch,
    createdAt: new Date(created_ms),
    visibleAt: new Date(visible_ms),
    activated: activated_ms === null ? null : { at: new Date(activated_ms), account: payee ?? '' },
  };
}
