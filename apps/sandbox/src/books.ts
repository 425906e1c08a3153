import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

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
create table if not exists tron_block (number integer primary key, id text not null, parent text not null, at_ms integer not null) strict;
create table if not exists tron_solid (one integer primary key check (one = 1), number integer not null, frozen_until integer not null) strict;
create table if not exists tron_account (address text primary key, sun integer not null check (sun >= 0), usdt integer not null check (usdt >= 0)) strict;
create table if not exists tron_transaction (
  n integer primary key autoincrement,
  txid text not null unique,
  sent text not null,
  moves text not null,
  accepted_ms integer not null,
  not_before integer not null,
  block integer references tron_block (number),
  info text
) strict;
create index if not exists tron_transaction_block on tron_transaction (block);
create table if not exists tron_transfer (
  txid text not null references tron_transaction (txid),
  log_index integer not null,
  block integer not null,
  at_ms integer not null,
  payer text not null,
  payee text not null,
  amount integer not null check (amount > 0),
  primary key (txid, log_index)
) strict;
create index if not exists tron_transfer_payee on tron_transfer (payee, block);
create index if not exists tron_transfer_payer on tron_transfer (payer, block);
create table if not exists tron_ghost (txid text primary key references tron_transaction (txid)) strict;
create table if not exists fault (
  rail text not null,
  kind text not null,
  remaining integer not null,
  hits integer not null,
  primary key (rail, kind)
) strict;
`;

/** The sandbox's own books. Every write is on disk before it returns. */
export interface Books {
  readonly db: DatabaseSync;
  /** Runs a function in one transaction. */
  write<T>(work: () => T): T;
  close(): void;
}

/** Opens the books in a folder, making both where they are missing. */
export function openBooks(dataFolder: string): Books {
  mkdirSync(dataFolder, { recursive: true });
  const db = new DatabaseSync(join(dataFolder, 'books.sqlite'));
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 5000');
  db.exec(SCHEMA);
  return {
    db,
    write(work) {
      db.exec('begin immediate');
      try {
        const result = work();
        db.exec('commit');
        return result;
      } catch (error) {
        db.exec('rollback');
        throw error;
      }
    },
    close: () => db.close(),
  };
}
