import { randomUUID } from 'node:crypto';
import type { Books } from '../../books.ts';

const SCHEMA = `
create table if not exists bank_transfer (
  id integer primary key autoincrement,
  uuid text not null unique,
  reference text not null unique,
  at_ms integer not null,
  payer text not null,
  payee text not null,
  amount integer not null check (amount > 0),
  memo text not null
) strict;
create index if not exists bank_transfer_payee on bank_transfer (payee, id);
create table if not exists webhook (
  transfer_id integer primary key references bank_transfer (id),
  created_ms integer not null,
  attempts integer not null,
  next_ms integer,
  state text not null check (state in ('waiting', 'delivered', 'failed', 'lost'))
) strict;
create index if not exists webhook_next on webhook (next_ms) where state = 'waiting';
`;

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
}

/** A transfer to book. */
export type BankTransferDraft = Pick<BankTransfer, 'at' | 'payer' | 'payee' | 'amount' | 'memo'>;

interface Row {
  readonly id: number;
  readonly uuid: string;
  readonly reference: string;
  readonly at_ms: number;
  readonly payer: string;
  readonly payee: string;
  readonly amount: number;
  readonly memo: string;
}

/** The bank's book. */
export interface BankBook {
  /** Books a transfer; the caller holds the transaction. */
  insert(draft: BankTransferDraft): BankTransfer;
  byId(id: number): BankTransfer | null;
  byUuid(uuid: string): BankTransfer | null;
  /** Transfers to an account in booking order. */
  to(account: string): BankTransfer[];
  /** A page of the transfers to an account after an id, and their total number. */
  page(account: string, afterId: number, from: Date | null, limit: number, offset: number): { transfers: BankTransfer[]; total: number };
  newest(limit: number): BankTransfer[];
  /** Sum of all transfers to an account. */
  received(account: string): number;
}

/** Opens the bank's book. */
export function openBankBook({ db }: Books): BankBook {
  db.exec(SCHEMA);
  const insert = db.prepare('insert into bank_transfer (uuid, reference, at_ms, payer, payee, amount, memo) values (?, ?, ?, ?, ?, ?, ?)');
  const byId = db.prepare('select * from bank_transfer where id = ?');
  const byUuid = db.prepare('select * from bank_transfer where uuid = ?');
  const to = db.prepare('select * from bank_transfer where payee = ? order by id');
  const page = db.prepare('select * from bank_transfer where payee = ? and id > ? and at_ms >= ? order by id limit ? offset ?');
  const count = db.prepare('select count(*) as total from bank_transfer where payee = ? and id > ? and at_ms >= ?');
  const received = db.prepare('select coalesce(sum(amount), 0) as sum from bank_transfer where payee = ?');
  const newest = db.prepare('select * from bank_transfer order by id desc limit ?');
  return {
    insert({ at, payer, payee, amount, memo }) {
      const uuid = randomUUID();
      const reference = `FT${uuid.replaceAll('-', '').slice(0, 14).toUpperCase()}`;
      const { lastInsertRowid } = insert.run(uuid, reference, at.getTime(), payer, payee, amount, memo);
      return { id: Number(lastInsertRowid), uuid, reference, at, payer, payee, amount, memo };
    },
    byId: (id) => one(byId.get(id)),
    byUuid: (uuid) => one(byUuid.get(uuid)),
    to: (account) => to.all(account).map(transferOf),
    page(account, afterId, from, limit, offset) {
      const fromMs = from?.getTime() ?? 0;
      const { total } = count.get(account, afterId, fromMs) as { total: number };
      return { transfers: page.all(account, afterId, fromMs, limit, offset).map(transferOf), total };
    },
    newest: (limit) => newest.all(limit).map(transferOf),
    received: (account) => (received.get(account) as { sum: number }).sum,
  };
}

function one(row: unknown): BankTransfer | null {
  return row === undefined ? null : transferOf(row);
}

function transferOf(row: unknown): BankTransfer {
  const { at_ms, ...rest } = row as Row;
  return { ...rest, at: new Date(at_ms) };
}
