import type { Books } from '../books.ts';
import type { SwitchesOn, TokenSwitch } from './token.ts';
import type { Move, SentTransaction } from './transaction.ts';

const SCHEMA = `
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
create table if not exists tron_bandwidth (address text primary key, used integer not null, at_ms integer not null) strict;
create table if not exists tron_switch (kind text primary key) strict;
create table if not exists tron_ghost (txid text primary key references tron_transaction (txid)) strict;
`;

/** Time in which used free bandwidth recovers. */
const FREE_NET_MS = 86_400_000;

/** A block. */
export interface Block {
  readonly number: number;
  /** 64 hex digits, the first 16 the number. */
  readonly id: string;
  readonly parent: string;
  readonly atMs: number;
}

/** A transaction that waits for its block, or is in one. */
export interface StoredTransaction {
  readonly txid: string;
  readonly sent: SentTransaction;
  /** USDT transfers that the transaction makes; customers' wallets can make several at once. */
  readonly moves: readonly Move[];
  readonly acceptedMs: number;
  /** First block that may include the transaction. */
  readonly notBefore: number;
  readonly block: number | null;
  /** Execution result in the format of a node. */
  readonly info: unknown;
}

/** A USDT transfer in a block. */
export interface TokenTransfer extends Move {
  readonly txid: string;
  readonly logIndex: number;
  readonly block: number;
  readonly at: Date;
}

/** Balances of an address: TRX in sun, USDT at six decimals. */
export interface Account {
  readonly sun: number;
  readonly usdt: number;
}

/** Storage of the chain. Writes are on disk before anything is answered. */
export interface TronBook {
  head(): Block | null;
  block(number: number): Block | null;
  /** The block that was the newest at a time; the first one when there was none. */
  newestAt(atMs: number): Block;
  /** The newest block whose number ends in these 16 bits. */
  blockEnding(bits: number): Block | null;
  addBlock(block: Block): void;
  solid(): { readonly number: number; readonly frozenUntil: number };
  setSolid(number: number, frozenUntil: number): void;
  /** Switches of the token as of the newest block. */
  switches(): SwitchesOn;
  setSwitches(on: SwitchesOn): void;
  account(address: string): Account | null;
  accounts(): (Account & { readonly address: string })[];
  setAccount(address: string, account: Account): void;
  /** Free bandwidth that an address has used, as of a time; it recovers in a day. */
  freeNetUsed(address: string, atMs: number): number;
  useFreeNet(address: string, bytes: number, atMs: number): void;
  /** Net USDT received by an address after a block. */
  movedAfter(address: string, block: number): number;
  transaction(txid: string): StoredTransaction | null;
  waiting(): StoredTransaction[];
  transactionsOf(block: number): StoredTransaction[];
  accept(transaction: Omit<StoredTransaction, 'block' | 'info'>): void;
  include(txid: string, block: number, info: unknown): void;
  drop(txid: string): void;
  /** Marks a transaction whose block will be dropped before it is irreversible. */
  addGhost(txid: string): void;
  isGhost(txid: string): boolean;
  /** Removes marked transactions from blocks up to this one. */
  dropGhosts(block: number): void;
  addTransfer(transfer: TokenTransfer): void;
  transfersTo(address: string): TokenTransfer[];
  newestTransfers(limit: number): TokenTransfer[];
}

/** Opens the storage. */
export function openTronBook({ db }: Books): TronBook {
  db.exec(SCHEMA);
  const sql = {
    head: db.prepare('select * from tron_block order by number desc limit 1'),
    block: db.prepare('select * from tron_block where number = ?'),
    first: db.prepare('select * from tron_block order by number limit 1'),
    newestAt: db.prepare('select * from tron_block where at_ms <= ? order by number desc limit 1'),
    ending: db.prepare('select * from tron_block where number & 65535 = ? and number > ? order by number desc limit 1'),
    addBlock: db.prepare('insert into tron_block (number, id, parent, at_ms) values (?, ?, ?, ?)'),
    solid: db.prepare('select number, frozen_until from tron_solid'),
    setSolid: db.prepare(
      'insert into tron_solid (one, number, frozen_until) values (1, ?, ?) on conflict (one) do update set number = excluded.number, frozen_until = excluded.frozen_until',
    ),
    switches: db.prepare('select kind from tron_switch'),
    switchOff: db.prepare('delete from tron_switch'),
    switchOn: db.prepare('insert into tron_switch (kind) values (?)'),
    account: db.prepare('select sun, usdt from tron_account where address = ?'),
    accounts: db.prepare('select address, sun, usdt from tron_account'),
    setAccount: db.prepare(
      'insert into tron_account (address, sun, usdt) values (?, ?, ?) on conflict (address) do update set sun = excluded.sun, usdt = excluded.usdt',
    ),
    bandwidth: db.prepare('select used, at_ms from tron_bandwidth where address = ?'),
    setBandwidth: db.prepare(
      'insert into tron_bandwidth (address, used, at_ms) values (?, ?, ?) on conflict (address) do update set used = excluded.used, at_ms = excluded.at_ms',
    ),
    movedAfter: db.prepare(
      `select coalesce((select sum(amount) from tron_transfer where payee = :address and block > :block), 0)
            - coalesce((select sum(amount) from tron_transfer where payer = :address and block > :block), 0) as sum`,
    ),
    transaction: db.prepare('select * from tron_transaction where txid = ?'),
    waiting: db.prepare('select * from tron_transaction where block is null order by n'),
    ofBlock: db.prepare('select * from tron_transaction where block = ? order by n'),
    accept: db.prepare(
      'insert into tron_transaction (txid, sent, moves, accepted_ms, not_before) values (?, ?, ?, ?, ?) on conflict (txid) do nothing',
    ),
    include: db.prepare('update tron_transaction set block = ?, info = ? where txid = ? and block is null'),
    drop: db.prepare('delete from tron_transaction where txid = ? and block is null'),
    addGhost: db.prepare('insert into tron_ghost (txid) values (?)'),
    isGhost: db.prepare('select 1 from tron_ghost where txid = ?'),
    ghostsUpTo: db.prepare('select txid from tron_ghost join tron_transaction using (txid) where block <= ?'),
    dropGhost: db.prepare('delete from tron_ghost where txid = ?'),
    dropIncluded: db.prepare('delete from tron_transaction where txid = ?'),
    addTransfer: db.prepare('insert into tron_transfer (txid, log_index, block, at_ms, payer, payee, amount) values (?, ?, ?, ?, ?, ?, ?)'),
    transfersTo: db.prepare('select * from tron_transfer where payee = ? order by block, rowid'),
    newest: db.prepare('select * from tron_transfer order by rowid desc limit ?'),
  };
  const REF_BLOCKS = 65_536;
  const headOf = () => blockOf(sql.head.get());
  const freeNetUsed = (address: string, atMs: number) => {
    const row = sql.bandwidth.get(address) as { used: number; at_ms: number } | undefined;
    return row ? Math.ceil(row.used * Math.max(0, 1 - (atMs - row.at_ms) / FREE_NET_MS)) : 0;
  };
  return {
    head: headOf,
    block: (number) => blockOf(sql.block.get(number)),
    newestAt: (atMs) => {
      const block = blockOf(sql.newestAt.get(atMs)) ?? blockOf(sql.first.get());
      if (!block) throw new Error('the chain has no block');
      return block;
    },
    blockEnding: (bits) => blockOf(sql.ending.get(bits, (headOf()?.number ?? 0) - REF_BLOCKS)),
    addBlock: ({ number, id, parent, atMs }) => void sql.addBlock.run(number, id, parent, atMs),
    solid: () => {
      const row = sql.solid.get() as { number: number; frozen_until: number } | undefined;
      return { number: row?.number ?? 0, frozenUntil: row?.frozen_until ?? 0 };
    },
    setSolid: (number, frozenUntil) => void sql.setSolid.run(number, frozenUntil),
    switches: () => new Set(sql.switches.all().map(({ kind }) => kind as TokenSwitch)),
    setSwitches(on) {
      sql.switchOff.run();
      for (const kind of on) sql.switchOn.run(kind);
    },
    account: (address) => (sql.account.get(address) as Account | undefined) ?? null,
    accounts: () => sql.accounts.all() as unknown as (Account & { readonly address: string })[],
    setAccount: (address, { sun, usdt }) => void sql.setAccount.run(address, sun, usdt),
    freeNetUsed,
    useFreeNet: (address, bytes, atMs) => void sql.setBandwidth.run(address, freeNetUsed(address, atMs) + bytes, atMs),
    movedAfter: (address, block) => (sql.movedAfter.get({ address, block }) as { sum: number }).sum,
    transaction: (txid) => transactionOf(sql.transaction.get(txid)),
    waiting: () =>
      sql.waiting
        .all()
        .map(transactionOf)
        .filter((one) => one !== null),
    transactionsOf: (block) =>
      sql.ofBlock
        .all(block)
        .map(transactionOf)
        .filter((one) => one !== null),
    accept: ({ txid, sent, moves, acceptedMs, notBefore }) =>
      void sql.accept.run(txid, JSON.stringify(sent), JSON.stringify(moves), acceptedMs, notBefore),
    include: (txid, block, info) => void sql.include.run(block, JSON.stringify(info), txid),
    drop: (txid) => {
      sql.dropGhost.run(txid);
      sql.drop.run(txid);
    },
    addGhost: (txid) => void sql.addGhost.run(txid),
    isGhost: (txid) => sql.isGhost.get(txid) !== undefined,
    dropGhosts: (block) => {
      for (const { txid } of sql.ghostsUpTo.all(block) as { txid: string }[]) {
        sql.dropGhost.run(txid);
        sql.dropIncluded.run(txid);
      }
    },
    addTransfer: ({ txid, logIndex, block, at, from, to, amount }) => void sql.addTransfer.run(txid, logIndex, block, at.getTime(), from, to, amount),
    transfersTo: (address) => sql.transfersTo.all(address).map(transferOf),
    newestTransfers: (limit) => sql.newest.all(limit).map(transferOf),
  };
}

function blockOf(row: unknown): Block | null {
  if (!row) return null;
  const { number, id, parent, at_ms } = row as { number: number; id: string; parent: string; at_ms: number };
  return { number, id, parent, atMs: at_ms };
}

interface TransactionRow {
  readonly txid: string;
  readonly sent: string;
  readonly moves: string;
  readonly accepted_ms: number;
  readonly not_before: number;
  readonly block: number | null;
  readonly info: string | null;
}

function transactionOf(row: unknown): StoredTransaction | null {
  if (!row) return null;
  const { txid, sent, moves, accepted_ms, not_before, block, info } = row as TransactionRow;
  const [parsedSent, parsedMoves] = [JSON.parse(sent) as SentTransaction, JSON.parse(moves) as Move[]];
  return { txid, sent: parsedSent, moves: parsedMoves, acceptedMs: accepted_ms, notBefore: not_before, block, info: info && JSON.parse(info) };
}

interface TransferRow {
  readonly txid: string;
  readonly log_index: number;
  readonly block: number;
  readonly at_ms: number;
  readonly payer: string;
  readonly payee: string;
  readonly amount: number;
}

function transferOf(row: unknown): TokenTransfer {
  const { txid, log_index, block, at_ms, payer, payee, amount } = row as TransferRow;
  return { txid, logIndex: log_index, block, at: new Date(at_ms), from: payer, to: payee, amount };
}
