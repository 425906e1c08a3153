import { randomUUID } from 'node:crypto';
import type { Books } from '../../books.ts';
import type { BankPace } from '../options.ts';

const SCHEMA = `
create table if not exists payos_payout (
  n integer primary key autoincrement,
  id text not null unique,
  transaction_id text not null unique,
  reference text not null unique,
  key text not null unique,
  reference_id text not null,
  amount integer not null check (amount > 0),
  description text not null,
  bin text not null,
  account text not null,
  ends_in text not null check (ends_in in ('paid', 'failed', 'reversed')),
  created_ms integer not null,
  held_until_ms integer,
  processing_ms integer,
  ended_ms integer,
  reversed_ms integer
) strict;
create index if not exists payos_payout_reference_id on payos_payout (reference_id, n);
create index if not exists payos_payout_account on payos_payout (account, n);
create table if not exists payos_account (account text primary key, opening integer not null) strict;
`;

/** A transfer's state, as payOS names it. `HELD` is our word for RECEIVED while the approval waits for a code. */
export type PayOsState = 'HELD' | 'RECEIVED' | 'PROCESSING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED' | 'REVERSED';

/** Planned outcome of a payout. */
export type PayOsOutcome = 'paid' | 'failed' | 'reversed';

/** A requested payout. Amount in dong. */
export interface PayOsDraft {
  /** The idempotency key. */
  readonly key: string;
  readonly referenceId: string;
  readonly amount: number;
  readonly description: string;
  readonly bin: string;
  readonly account: string;
}

/** A payout in payOS's book. */
export interface PayOsPayout extends PayOsDraft {
  readonly id: string;
  readonly transactionId: string;
  /** The bank's reference, shown after success. */
  readonly reference: string;
  readonly state: PayOsState;
  readonly createdAt: Date;
  /** Time of success; null before. */
  readonly arrivedAt: Date | null;
}

/** payOS's book. Future state changes are stored with the payout, so they happen even if the sandbox is killed. */
export interface PayOsBook {
  /** Opening balance of the account. */
  readonly opening: number;
  /** Books a payout once per key: a known key returns the existing payout. `short` if the balance is too small. */
  create(draft: PayOsDraft, endsIn: PayOsOutcome, isHeld: boolean, now: Date): PayOsPayout | 'short';
  byKey(key: string, now: Date): PayOsPayout | null;
  byId(id: string, now: Date): PayOsPayout | null;
  /** Newest first; all, or those with one reference. */
  list(referenceId: string | null, limit: number, offset: number, now: Date): { payouts: PayOsPayout[]; total: number };
  /** Payouts that wait for a code. */
  held(now: Date): PayOsPayout[];
  /** Releases a held payout. */
  release(id: string, now: Date): void;
  balance(now: Date): number;
  /** Payouts that reached a bank account and were not reversed, oldest first. */
  arrivedAt(account: string, now: Date): PayOsPayout[];
}

/** Opens the book. The payout account keeps the opening balance that it had when the first payout was made. @param isUsed whether one was made elsewhere */
export function openPayOsBook(books: Books, ourAccount: string, ourOpening: number, pace: BankPace, isUsed: boolean): PayOsBook {
  const { db } = books;
  db.exec(SCHEMA);
  db.prepare(
    `insert into payos_account (account, opening) values (:account, :opening) on conflict (account) do update set opening = excluded.opening
     where not :used and not exists (select 1 from payos_payout)`,
  ).run({ account: ourAccount, opening: ourOpening, used: isUsed ? 1 : 0 });
  const opening = db.prepare('select opening from payos_account where account = ?');
  const insert = db.prepare(
    `insert into payos_payout (id, transaction_id, reference, key, reference_id, amount, description, bin, account, ends_in, created_ms, held_until_ms,
     processing_ms, ended_ms, reversed_ms) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const byKey = db.prepare('select * from payos_payout where key = ?');
  const byId = db.prepare('select * from payos_payout where id = ?');
  const list = db.prepare('select * from payos_payout where (:ref is null or reference_id = :ref) order by n desc limit :limit offset :offset');
  const count = db.prepare('select count(*) as total from payos_payout where :ref is null or reference_id = :ref');
  const held = db.prepare('select * from payos_payout where processing_ms is null and held_until_ms > ? order by n');
  const release = db.prepare('update payos_payout set processing_ms = ?, ended_ms = ?, reversed_ms = ? where id = ? and processing_ms is null');
  // Spent amounts: all payouts but failed, cancelled and reversed ones.
  const gone = db.prepare(
    `select coalesce(sum(amount), 0) as sum from payos_payout where case
       when processing_ms is null then held_until_ms > :now
       when ends_in = 'failed' then ended_ms > :now
       when ends_in = 'reversed' then reversed_ms > :now
       else true end`,
  );
  const to = db.prepare('select * from payos_payout where account = ? order by n');

  const times = (endsIn: PayOsOutcome, fromMs: number) => {
    const endedMs = fromMs + 2 * pace.payoutStepMs;
    return [fromMs + pace.payoutStepMs, endedMs, endsIn === 'reversed' ? endedMs + pace.reversalMs : null] as const;
  };
  const balance = (now: Date) => {
    const { sum } = gone.get({ now: now.getTime() }) as { sum: number };
    return (opening.get(ourAccount) as { opening: number }).opening - sum;
  };
  const one = (row: unknown, now: Date) => (row === undefined ? null : payoutOf(row as Row, now));
  return {
    opening: (opening.get(ourAccount) as { opening: number }).opening,
    create: (draft, endsIn, isHeld, now) =>
      books.write(() => {
        const known = one(byKey.get(draft.key), now);
        if (known) return known;
        if (balance(now) < draft.amount) return 'short';
        const nowMs = now.getTime();
        const [processingMs, endedMs, reversedMs] = isHeld ? [null, null, null] : times(endsIn, nowMs);
        const reference = `FT${randomUUID().replaceAll('-', '').slice(0, 14).toUpperCase()}`;
        const { key, referenceId, amount, description, bin, account } = draft;
        const id = randomUUID();
        const heldUntilMs = isHeld ? nowMs + pace.otpLifeMs : null;
        const plan = [endsIn, nowMs, heldUntilMs, processingMs, endedMs, reversedMs] as const;
        insert.run(id, randomUUID(), reference, key, referenceId, amount, description, bin, account, ...plan);
        return payoutOf(byId.get(id) as unknown as Row, now);
      }),
    byKey: (key, now) => one(byKey.get(key), now),
    byId: (id, now) => one(byId.get(id), now),
    list(referenceId, limit, offset, now) {
      const { total } = count.get({ ref: referenceId }) as { total: number };
      const rows = list.all({ ref: referenceId, limit, offset }) as unknown as Row[];
      return { payouts: rows.map((row) => payoutOf(row, now)), total };
    },
    held: (now) => (held.all(now.getTime()) as unknown as Row[]).map((row) => payoutOf(row, now)),
    release(id, now) {
      const row = byId.get(id) as unknown as Row;
      release.run(...times(row.ends_in, now.getTime()), id);
    },
    balance,
    arrivedAt: (account, now) =>
      (to.all(account) as unknown as Row[]).map((row) => payoutOf(row, now)).filter((payout) => payout.state === 'SUCCEEDED'),
  };
}

interface Row {
  readonly id: string;
  readonly transaction_id: string;
  readonly reference: string;
  readonly key: string;
  readonly reference_id: string;
  readonly amount: number;
  readonly description: string;
  readonly bin: string;
  readonly account: string;
  readonly ends_in: PayOsOutcome;
  readonly created_ms: number;
  readonly held_until_ms: number | null;
  readonly processing_ms: number | null;
  readonly ended_ms: number | null;
  readonly reversed_ms: number | null;
}

function payoutOf(row: Row, now: Date): PayOsPayout {
  const state = stateOf(row, now.getTime());
  const hasArrived = state === 'SUCCEEDED' || state === 'REVERSED';
  return {
    id: row.id,
    transactionId: row.transaction_id,
    reference: row.reference,
    key: row.key,
    referenceId: row.reference_id,
    amount: row.amount,
    description: row.description,
    bin: row.bin,
    account: row.account,
    state,
    createdAt: new Date(row.created_ms),
    arrivedAt: hasArrived && row.ended_ms !== null ? new Date(row.ended_ms) : null,
  };
}

function stateOf(row: Row, nowMs: number): PayOsState {
  if (row.processing_ms === null || row.ended_ms === null) return nowMs < (row.held_until_ms ?? 0) ? 'HELD' : 'CANCELLED';
  if (nowMs < row.processing_ms) return 'RECEIVED';
  if (nowMs < row.ended_ms) return 'PROCESSING';
  if (row.ends_in === 'failed') return 'FAILED';
  return row.reversed_ms !== null && nowMs >= row.reversed_ms ? 'REVERSED' : 'SUCCEEDED';
}
