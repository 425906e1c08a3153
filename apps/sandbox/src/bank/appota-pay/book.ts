import type { Books } from '../../books.ts';
import type { BankPace } from '../options.ts';

const SCHEMA = `
create table if not exists appotapay_transfer (
  n integer primary key autoincrement,
  trans_id text not null unique,
  ref text not null unique,
  amount integer not null check (amount > 0),
  bank_code text not null,
  account text not null,
  account_name text not null,
  message text not null,
  ends_in text not null check (ends_in in ('paid', 'failed', 'reversed')),
  created_ms integer not null,
  ended_ms integer not null,
  reversed_ms integer
) strict;
create index if not exists appotapay_transfer_account on appotapay_transfer (account, n);
`;

/** How a transfer ends. AppotaPay has no word of its own for one that was given back: it calls it failed. */
export type AppotaPayOutcome = 'paid' | 'failed' | 'reversed';
/** State of a transfer. */
export type AppotaPayState = 'pending' | 'paid' | 'failed' | 'reversed';

/** A transfer as it is asked for. Amount in dong. */
export interface AppotaPayDraft {
  /** `partnerRefId`: taken once. */
  readonly ref: string;
  readonly amount: number;
  readonly bankCode: string;
  readonly account: string;
  readonly accountName: string;
  readonly message: string;
}

/** A transfer in AppotaPay's book. */
export interface AppotaPayTransfer extends AppotaPayDraft {
  readonly transId: string;
  readonly state: AppotaPayState;
  readonly at: Date;
}

/** AppotaPay's book: the wallet of its partner, and its transfers. What becomes of a transfer later is stored with it. */
export interface AppotaPayBook {
  /**
   * Books a transfer, which reduces the balance at once.
   * @param endsIn the transfer's final outcome
   * @param isPending whether the transfer is first answered as pending, and gets its outcome later
   * @returns `short` if the balance is too small: nothing is booked
   */
  create(draft: AppotaPayDraft, endsIn: AppotaPayOutcome, isPending: boolean, now: Date): AppotaPayTransfer | 'short';
  byRef(ref: string, now: Date): AppotaPayTransfer | null;
  /** Newest first. */
  list(limit: number, now: Date): AppotaPayTransfer[];
  balance(now: Date): number;
  /** Whether a transfer was ever taken. */
  isUsed(): boolean;
  /** Transfers that reached an account and were not given back, oldest first. */
  arrivedAt(account: string, now: Date): AppotaPayTransfer[];
}

/** Opens the book. @param opening the wallet's opening balance */
export function openAppotaPayBook(books: Books, opening: () => number, pace: BankPace): AppotaPayBook {
  const { db } = books;
  db.exec(SCHEMA);
  const insert = db.prepare(
    `insert into appotapay_transfer (trans_id, ref, amount, bank_code, account, account_name, message, ends_in, created_ms, ended_ms, reversed_ms)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const byRef = db.prepare('select * from appotapay_transfer where ref = ?');
  const list = db.prepare('select * from appotapay_transfer order by n desc limit ?');
  const to = db.prepare('select * from appotapay_transfer where account = ? order by n');
  const next = db.prepare('select coalesce(max(n), 0) + 1 as n from appotapay_transfer');
  // Spent: all transfers but those that have failed or come back.
  const gone = db.prepare(
    `select coalesce(sum(amount), 0) as sum from appotapay_transfer where case
       when ends_in = 'failed' then ended_ms > :now
       when ends_in = 'reversed' then reversed_ms > :now
       else true end`,
  );
  const balance = (now: Date) => opening() - (gone.get({ now: now.getTime() }) as { sum: number }).sum;
  const read = (row: unknown, now: Date) => transferOf(row as Row, now.getTime());
  return {
    create: ({ ref, amount, bankCode, account, accountName, message }, endsIn, isPending, now) =>
      books.write(() => {
        if (balance(now) < amount) return 'short';
        const { n } = next.get() as { n: number };
        const endedMs = now.getTime() + (isPending ? 2 * pace.payoutStepMs : 0);
        const reversedMs = endsIn === 'reversed' ? endedMs + pace.reversalMs : null;
        const transId = `AP${String(n).padStart(10, '0')}`;
        insert.run(transId, ref, amount, bankCode, account, accountName, message, endsIn, now.getTime(), endedMs, reversedMs);
        return read(byRef.get(ref), now);
      }),
    byRef(ref, now) {
      const row = byRef.get(ref);
      return row === undefined ? null : read(row, now);
    },
    list: (limit, now) => list.all(limit).map((row) => read(row, now)),
    balance,
    isUsed: () => list.all(1).length > 0,
    arrivedAt: (account, now) =>
      to
        .all(account)
        .map((row) => read(row, now))
        .filter(({ state }) => state === 'paid'),
  };
}

interface Row {
  readonly trans_id: string;
  readonly ref: string;
  readonly amount: number;
  readonly bank_code: string;
  readonly account: string;
  readonly account_name: string;
  readonly message: string;
  readonly ends_in: AppotaPayOutcome;
  readonly created_ms: number;
  readonly ended_ms: number;
  readonly reversed_ms: number | null;
}

function transferOf(row: Row, nowMs: number): AppotaPayTransfer {
  return {
    transId: row.trans_id,
    ref: row.ref,
    amount: row.amount,
    bankCode: row.bank_code,
    account: row.account,
    accountName: row.account_name,
    message: row.message,
    state: stateOf(row, nowMs),
    at: new Date(row.created_ms),
  };
}

function stateOf({ ends_in, ended_ms, reversed_ms }: Row, nowMs: number): AppotaPayState {
  if (nowMs < ended_ms) return 'pending';
  if (ends_in === 'failed') return 'failed';
  return reversed_ms !== null && nowMs >= reversed_ms ? 'reversed' : 'paid';
}
