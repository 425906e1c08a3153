import { EVOUCHER_DESTINATION } from '@quydoi/domain/address/check';
import type { Books } from '../books.ts';

const SCHEMA = `
create table if not exists pm_wallet (account text primary key, opening integer not null) strict;
create table if not exists pm_payment (
  batch integer primary key,
  at_ms integer not null,
  visible_ms integer not null,
  payer text not null,
  payee text not null,
  amount integer not null check (amount > 0),
  fee integer not null check (fee >= 0),
  payment_id text not null,
  memo text not null
) strict;
create index if not exists pm_payment_payee on pm_payment (payee, at_ms, amount);
create index if not exists pm_payment_payer on pm_payment (payer, at_ms, amount, fee);
create index if not exists pm_payment_id on pm_payment (payment_id);
`;

/** Opening balance of a customer's wallet, in cents. */
const CUSTOMER_OPENING = 10_000_000n;
const FIRST_BATCH = 700_000_001;
/** The account that the money of unused e-vouchers lies in. The provider's answers name none. */
export const VOUCHERS = EVOUCHER_DESTINATION;

/** One transfer between wallets. Amounts in cents; the fee is the payer's, on top. */
export interface PerfectMoneyPayment {
  readonly batch: number;
  readonly at: Date;
  /** Time from which the history shows it. */
  readonly visibleAt: Date;
  readonly payer: string;
  readonly payee: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly paymentId: string;
  readonly memo: string;
}

/** A transfer to book. */
export type PerfectMoneyDraft = Omit<PerfectMoneyPayment, 'batch' | 'fee'>;

/** Perfect Money's book. Payments dated in the future have not happened yet. */
export interface PerfectMoneyBook {
  /** Books a transfer as part of a transaction of the books, with this fee. @returns null if the payer's balance is too small */
  record(draft: PerfectMoneyDraft, fee: bigint): PerfectMoneyPayment | null;
  /** Books a transfer. @returns null if the payer's balance is too small */
  pay(draft: PerfectMoneyDraft): PerfectMoneyPayment | null;
  balance(account: string, now: Date): bigint;
  /** A wallet's transfers that have happened, newest first; all, or those with one PAYMENT_ID. */
  of(account: string, now: Date, paymentId?: string): PerfectMoneyPayment[];
  newest(limit: number, now: Date): PerfectMoneyPayment[];
}

/** Perfect Money's fee of a verified payer, in cents: 0.5 %, rounded up. */
export function feeOf(amount: bigint): bigint {
  return (amount * 5n + 999n) / 1000n;
}

/** Opens the book; our wallet gets its opening balance once. */
export function openPerfectMoneyBook(books: Books, ourWallet: string, ourOpening: bigint): PerfectMoneyBook {
  const { db } = books;
  db.exec(SCHEMA);
  const open = db.prepare('insert into pm_wallet (account, opening) values (?, ?) on conflict (account) do nothing');
  const opening = db.prepare('select opening from pm_wallet where account = ?');
  const moved = db.prepare(
    `select coalesce((select sum(amount) from pm_payment where payee = :account and at_ms <= :until), 0)
          - coalesce((select sum(amount + fee) from pm_payment where payer = :account and at_ms <= :until), 0) as sum`,
  );
  const insert = db.prepare(
    `insert into pm_payment (batch, at_ms, visible_ms, payer, payee, amount, fee, payment_id, memo)
     values ((select coalesce(max(batch) + 1, ${FIRST_BATCH}) from pm_payment), ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const of = db.prepare('select * from pm_payment where (payer = :account or payee = :account) and at_ms <= :until order by batch desc');
  const byPaymentId = db.prepare(
    'select * from pm_payment where payment_id = :id and (payer = :account or payee = :account) and at_ms <= :until order by batch desc',
  );
  const newest = db.prepare('select * from pm_payment where at_ms <= ? order by batch desc limit ?');
  open.run(ourWallet, ourOpening);

  const balance = (account: string, untilMs: number): bigint => {
    const row = opening.get(account) as { opening: number } | undefined;
    const { sum } = moved.get({ account, until: untilMs }) as { sum: number };
    return (row ? BigInt(row.opening) : CUSTOMER_OPENING) + BigInt(sum);
  };
  const record = (draft: PerfectMoneyDraft, fee: bigint): PerfectMoneyPayment | null => {
    const { payer, payee, amount, paymentId, memo } = draft;
    if (payer !== VOUCHERS && balance(payer, Number.MAX_SAFE_INTEGER) < amount + fee) return null;
    const { lastInsertRowid } = insert.run(draft.at.getTime(), draft.visibleAt.getTime(), payer, payee, amount, fee, paymentId, memo);
    return { ...draft, batch: Number(lastInsertRowid), fee };
  };
  return {
    record,
    pay: (draft) => books.write(() => record(draft, feeOf(draft.amount))),
    balance: (account, now) => balance(account, now.getTime()),
    of: (account, now, paymentId) => {
      const until = now.getTime();
      const rows = paymentId === undefined ? of.all({ account, until }) : byPaymentId.all({ account, until, id: paymentId });
      return rows.map(paymentOf);
    },
    newest: (limit, now) => newest.all(now.getTime(), limit).map(paymentOf),
  };
}

interface Row {
  readonly batch: number;
  readonly at_ms: number;
  readonly visible_ms: number;
  readonly payer: string;
  readonly payee: string;
  readonly amount: number;
  readonly fee: number;
  readonly payment_id: string;
  readonly memo: string;
}

function paymentOf(row: unknown): PerfectMoneyPayment {
  const { batch, at_ms, visible_ms, payer, payee, amount, fee, payment_id, memo } = row as Row;
  return {
    batch,
    at: new Date(at_ms),
    visibleAt: new Date(visible_ms),
    payer,
    payee,
    amount: BigInt(amount),
    fee: BigInt(fee),
    paymentId: payment_id,
    memo,
  };
}
