import type { Books } from '../books.ts';

const SCHEMA = `
create table if not exists wm_purse (purse text primary key, opening integer not null) strict;
create table if not exists wm_operation (
  id integer primary key,
  at_ms integer not null,
  visible_ms integer not null,
  payer text not null,
  payee text not null,
  amount integer not null check (amount > 0),
  fee integer not null check (fee >= 0),
  tran_id integer not null,
  order_no integer not null,
  description text not null
) strict;
create index if not exists wm_operation_payee on wm_operation (payee, at_ms, amount);
create index if not exists wm_operation_payer on wm_operation (payer, at_ms, amount, fee);
create unique index if not exists wm_operation_number on wm_operation (payer, tran_id) where tran_id > 0;
create table if not exists wm_protection (operation_id integer primary key references wm_operation (id), days integer not null, done_ms integer not null) strict;
create table if not exists wm_return (operation_id integer primary key references wm_operation (id), returned_ms integer not null) strict;
create table if not exists wm_notification (
  operation_id integer primary key references wm_operation (id),
  fields text not null,
  attempts integer not null,
  next_ms integer
) strict;
`;

/** Opening balance of a customer's purse, in hundredths of a WMZ. */
const CUSTOMER_OPENING = 10_000_000n;
const FIRST_ID = 2_000_000_001;
const FEE_MAX = 5_000n;

/** One transfer between purses. Amounts in hundredths of a WMZ; the fee is the payer's, on top. */
export interface WebMoneyOperation {
  readonly id: number;
  readonly at: Date;
  /** Time from which it is listed. */
  readonly visibleAt: Date;
  readonly payer: string;
  readonly payee: string;
  readonly amount: bigint;
  readonly fee: bigint;
  /** The payer's own number; zero for none. */
  readonly tranId: number;
  /** Payment number of the merchant interface; zero for none. */
  readonly orderNo: number;
  readonly description: string;
  /** Protection that its payer chose: the payee has the money only once it is done. */
  readonly protection: Protection | null;
  /** When the money goes back to the payer, after it was the payee's; never if absent. */
  readonly returnedAt?: Date;
}

/** Protection of a transfer: its longest time in days, and when the payer's code completes it. */
export interface Protection {
  readonly days: number;
  readonly doneAt: Date;
}

/** A transfer to book. */
export type WebMoneyDraft = Omit<WebMoneyOperation, 'id' | 'fee'>;

/** A notification to deliver. */
export interface Notification {
  readonly operationId: number;
  /** Form fields without the hash. */
  readonly fields: Readonly<Record<string, string>>;
  readonly attempts: number;
  readonly nextMs: number;
}

/** WebMoney's book. */
export interface WebMoneyBook {
  /** Books a transfer. A payer's number is taken once. */
  pay(draft: WebMoneyDraft): WebMoneyOperation | 'short' | 'number-used';
  balance(purse: string, now: Date): bigint;
  /** A purse's operations that have happened, oldest first. */
  of(purse: string, now: Date): WebMoneyOperation[];
  newest(limit: number, now: Date): WebMoneyOperation[];
  plan(operationId: number, fields: Readonly<Record<string, string>>, at: Date): void;
  due(now: Date): { readonly ready: Notification[]; readonly nextMs: number | null };
  /** Stores the result of a delivery; null: never again. */
  reschedule(operationId: number, attempts: number, at: Date | null): void;
}

/** WebMoney's fee, in hundredths: 0.8 %, rounded up, at most 50 WMZ. */
export function feeOf(amount: bigint): bigint {
  const share = (amount * 8n + 999n) / 1000n;
  return share > FEE_MAX ? FEE_MAX : share;
}

/** Condition of operations whose money has not gone back. */
const IS_KEPT = 'not exists (select 1 from wm_return back where back.operation_id = wm_operation.id and back.returned_ms <= :now)';

/** Opens the book; our purse gets its opening balance once. */
export function openWebMoneyBook(books: Books, ourPurse: string, ourOpening: bigint): WebMoneyBook {
  const { db } = books;
  db.exec(SCHEMA);
  db.prepare('insert into wm_purse (purse, opening) values (?, ?) on conflict (purse) do nothing').run(ourPurse, ourOpening);
  const opening = db.prepare('select opening from wm_purse where purse = ?');
  const moved = db.prepare(
    `select coalesce((select sum(amount) from wm_operation left join wm_protection on operation_id = id
              where payee = :purse and coalesce(done_ms, 0) <= :now and ${IS_KEPT}), 0)
          - coalesce((select sum(amount + fee) from wm_operation where payer = :purse and ${IS_KEPT}), 0) as sum`,
  );
  const giveBack = db.prepare('insert into wm_return (operation_id, returned_ms) values (?, ?)');
  const byNumber = db.prepare('select 1 from wm_operation where payer = ? and tran_id = ?');
  const insert = db.prepare(
    `insert into wm_operation (id, at_ms, visible_ms, payer, payee, amount, fee, tran_id, order_no, description)
     values ((select coalesce(max(id) + 1, ${FIRST_ID}) from wm_operation), ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const protect = db.prepare('insert into wm_protection (operation_id, days, done_ms) values (?, ?, ?)');
  const operations = `wm_operation left join wm_protection on wm_protection.operation_id = id
    left join wm_return on wm_return.operation_id = id`;
  const of = db.prepare(`select * from ${operations} where (payer = :purse or payee = :purse) and at_ms <= :until order by id`);
  const newest = db.prepare(`select * from ${operations} where at_ms <= ? order by id desc limit ?`);
  const plan = db.prepare('insert into wm_notification (operation_id, fields, attempts, next_ms) values (?, ?, 0, ?)');
  const due = db.prepare('select * from wm_notification where next_ms <= ? order by next_ms limit 20');
  const next = db.prepare('select min(next_ms) as next from wm_notification');
  const reschedule = db.prepare('update wm_notification set attempts = ?, next_ms = ? where operation_id = ?');

  const balance = (purse: string, now: Date): bigint => {
    const row = opening.get(purse) as { opening: number } | undefined;
    const { sum } = moved.get({ purse, now: now.getTime() }) as { sum: number };
    return (row ? BigInt(row.opening) : CUSTOMER_OPENING) + BigInt(sum);
  };
  return {
    pay: (draft) =>
      books.write(() => {
        const { payer, payee, amount, tranId, orderNo, description, protection, returnedAt } = draft;
        if (tranId > 0 && byNumber.get(payer, tranId)) return 'number-used';
        const fee = feeOf(amount);
        if (balance(payer, draft.at) < amount + fee) return 'short';
        const { lastInsertRowid } = insert.run(
          draft.at.getTime(),
          draft.visibleAt.getTime(),
          payer,
          payee,
          amount,
          fee,
          tranId,
          orderNo,
          description,
        );
        if (protection) protect.run(lastInsertRowid, protection.days, protection.doneAt.getTime());
        if (returnedAt) giveBack.run(lastInsertRowid, returnedAt.getTime());
        return { ...draft, id: Number(lastInsertRowid), fee };
      }),
    balance,
    of: (purse, now) => of.all({ purse, until: now.getTime() }).map(operationOf),
    newest: (limit, now) => newest.all(now.getTime(), limit).map(operationOf),
    plan: (operationId, fields, at) => void plan.run(operationId, JSON.stringify(fields), at.getTime()),
    due(now) {
      const ready = due.all(now.getTime()).map((row) => {
        const { operation_id, fields, attempts, next_ms } = row as { operation_id: number; fields: string; attempts: number; next_ms: number };
        return { operationId: operation_id, fields: JSON.parse(fields) as Record<string, string>, attempts, nextMs: next_ms };
      });
      return { ready, nextMs: (next.get() as { next: number | null }).next };
    },
    reschedule: (operationId, attempts, at) => void reschedule.run(attempts, at?.getTime() ?? null, operationId),
  };
}

interface Row {
  readonly id: number;
  readonly at_ms: number;
  readonly visible_ms: number;
  readonly payer: string;
  readonly payee: string;
  readonly amount: number;
  readonly fee: number;
  readonly tran_id: number;
  readonly order_no: number;
  readonly description: string;
  readonly days: number | null;
  readonly done_ms: number | null;
  readonly returned_ms: number | null;
}

function operationOf(row: unknown): WebMoneyOperation {
  const { id, at_ms, visible_ms, payer, payee, amount, fee, tran_id, order_no, description, days, done_ms, returned_ms } = row as Row;
  return {
    id,
    at: new Date(at_ms),
    visibleAt: new Date(visible_ms),
    payer,
    payee,
    amount: BigInt(amount),
    fee: BigInt(fee),
    tranId: tran_id,
    orderNo: order_no,
    description,
    protection: days === null || done_ms === null ? null : { days, doneAt: new Date(done_ms) },
    ...(returned_ms === null ? {} : { returnedAt: new Date(returned_ms) }),
  };
}
