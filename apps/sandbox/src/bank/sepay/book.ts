import { randomUUID } from 'node:crypto';
import type { Books } from '../../books.ts';

const SCHEMA = `
create table if not exists bank_transfer (
  id integer primary key autoincrement,
  uuid text not null unique,
  reference text not null,
  at_ms integer not null,
  payer text not null,
  payee text not null,
  amount integer not null check (amount > 0),
  memo text not null,
  va text not null,
  fed_ms integer not null
) strict;
create index if not exists bank_transfer_payee on bank_transfer (payee, id);
create index if not exists bank_transfer_fed on bank_transfer (fed_ms, id);
create table if not exists late_memo (
  transfer_id integer primary key references bank_transfer (id),
  told_ms integer not null
) strict;
`;

/** When SePay gets a transfer that it never gets. */
export const NEVER = new Date('9999-01-01T00:00:00Z');

/** One transfer in the bank's book. Amount in dong. */
export interface BankTransfer {
  /** Id in webhooks. */
  readonly id: number;
  /** Id in the list. */
  readonly uuid: string;
  /** The bank's reference, in both. */
  readonly reference: string;
  readonly at: Date;
  readonly payer: string;
  readonly payee: string;
  readonly amount: number;
  readonly memo: string;
  /** Virtual account of `payee` that was paid to; empty when the account itself was. */
  readonly va: string;
  /** Time at which the bank's feed tells SePay of the transfer. */
  readonly fedAt: Date;
  /** Time from which SePay tells the memo; null when it tells it with the transfer. */
  readonly memoAt: Date | null;
}

/** A transfer to book. The bank gives a reference of its own where `reference` is left out. */
export type BankTransferDraft = Pick<BankTransfer, 'at' | 'payer' | 'payee' | 'amount' | 'memo' | 'va' | 'fedAt' | 'memoAt'> & {
  readonly reference?: string;
};

interface Row {
  readonly id: number;
  readonly uuid: string;
  readonly reference: string;
  readonly at_ms: number;
  readonly payer: string;
  readonly payee: string;
  readonly amount: number;
  readonly memo: string;
  readonly va: string;
  readonly fed_ms: number;
  readonly told_ms: number | null;
}

/** Which transfers of the feed are asked for. */
export interface FeedQuery {
  readonly accounts: readonly string[];
  readonly after: BankTransfer | null;
  readonly from: Date | null;
  readonly now: Date;
}

/** The bank's book. */
export interface BankBook {
  /** Books a transfer; the caller holds the transaction. */
  insert(draft: BankTransferDraft): BankTransfer;
  byId(id: number): BankTransfer | null;
  byUuid(uuid: string): BankTransfer | null;
  /** Transfers to an account in booking order. */
  to(account: string): BankTransfer[];
  /**
   * A page of the transfers to linked accounts that SePay knows by now, and their total number: those that SePay got after another one, or all, in
   * the order of the banks' times.
   */
  page(query: FeedQuery, limit: number, offset: number): { transfers: BankTransfer[]; total: number };
  newest(limit: number): BankTransfer[];
  /** Whether SePay never gets a transfer of this amount to this account. */
  lacks(transfer: Pick<BankTransfer, 'payee' | 'amount'>): boolean;
  /** Gives every transfer another id in the list, and forgets the ids before. */
  renumber(): void;
  /** Sum of all transfers to an account. */
  received(account: string): number;
}

/** Opens the bank's book. */
export function openBankBook({ db }: Books): BankBook {
  db.exec(SCHEMA);
  const insert = db.prepare(
    'insert into bank_transfer (uuid, reference, at_ms, payer, payee, amount, memo, va, fed_ms) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const insertLate = db.prepare('insert into late_memo (transfer_id, told_ms) values (?, ?)');
  const transfers = 'bank_transfer left join late_memo on transfer_id = id';
  const byId = db.prepare(`select * from ${transfers} where id = ?`);
  const byUuid = db.prepare(`select * from ${transfers} where uuid = ?`);
  const to = db.prepare(`select * from ${transfers} where payee = ? order by id`);
  const fed = `from ${transfers} where payee in (select value from json_each(?)) and fed_ms <= ? and (fed_ms, id) > (?, ?) and at_ms >= ?`;
  const page = db.prepare(`select * ${fed} order by at_ms, id limit ? offset ?`);
  const count = db.prepare(`select count(*) as total ${fed}`);
  const lacking = db.prepare('select 1 from bank_transfer where payee = ? and amount = ? and fed_ms = ? limit 1');
  const ids = db.prepare('select id from bank_transfer');
  const setUuid = db.prepare('update bank_transfer set uuid = ? where id = ?');
  const received = db.prepare('select coalesce(sum(amount), 0) as sum from bank_transfer where payee = ?');
  const newest = db.prepare(`select * from ${transfers} order by id desc limit ?`);
  return {
    insert({ at, payer, payee, amount, memo, va, fedAt, memoAt, reference: told }) {
      const uuid = randomUUID();
      const reference = told ?? `FT${uuid.replaceAll('-', '').slice(0, 14).toUpperCase()}`;
      const { lastInsertRowid } = insert.run(uuid, reference, at.getTime(), payer, payee, amount, memo, va, fedAt.getTime());
      const id = Number(lastInsertRowid);
      if (memoAt) insertLate.run(id, memoAt.getTime());
      return { id, uuid, reference, at, payer, payee, amount, memo, va, fedAt, memoAt };
    },
    byId: (id) => one(byId.get(id)),
    byUuid: (uuid) => one(byUuid.get(uuid)),
    to: (account) => to.all(account).map(transferOf),
    page({ accounts, after, from, now }, limit, offset) {
      const wanted = [JSON.stringify(accounts), now.getTime(), after?.fedAt.getTime() ?? 0, after?.id ?? 0, from?.getTime() ?? 0] as const;
      const { total } = count.get(...wanted) as { total: number };
      return { transfers: page.all(...wanted, limit, offset).map(transferOf), total };
    },
    newest: (limit) => newest.all(limit).map(transferOf),
    lacks: ({ payee, amount }) => lacking.get(payee, amount, NEVER.getTime()) !== undefined,
    renumber() {
      for (const { id } of ids.all() as { id: number }[]) setUuid.run(randomUUID(), id);
    },
    received: (account) => (received.get(account) as { sum: number }).sum,
  };
}

function one(row: unknown): BankTransfer | null {
  return row === undefined ? null : transferOf(row);
}

function transferOf(row: unknown): BankTransfer {
  const { at_ms, fed_ms, told_ms, ...rest } = row as Row;
  return { ...rest, at: new Date(at_ms), fedAt: new Date(fed_ms), memoAt: told_ms === null ? null : new Date(told_ms) };
}

/** The memo as far as SePay tells it by now. */
export function memoTold({ memo, memoAt }: BankTransfer, now: Date): string {
  return memoAt !== null && now < memoAt ? '' : memo;
}
