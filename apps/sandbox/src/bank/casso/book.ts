import type { Books } from '../../books.ts';
import type { BankBook, BankTransfer } from '../sepay/book.ts';

const SCHEMA = `
create table if not exists casso_transfer (
  id integer primary key autoincrement,
  transfer_id integer not null unique references bank_transfer (id),
  fed_ms integer not null
) strict;
create table if not exists casso_telling (
  transfer_id integer primary key references bank_transfer (id),
  shift_ms integer not null,
  prefix text not null
) strict;
`;

/** A transfer under the id that Casso gives it. */
export interface CassoTransfer {
  readonly cassoId: number;
  readonly transfer: BankTransfer;
}

/** How Casso's telling of a transfer differs from the bank's book. */
export interface CassoTelling {
  /** Added to the time of the transfer. */
  readonly shiftMs: number;
  /** Put before the bank's reference, if there is one. */
  readonly prefix: string;
}

/** What Casso knows of the bank's book. */
export interface CassoBook {
  /** Lets Casso know of a transfer from a time on; the caller holds the transaction. */
  insert(transfer: Pick<BankTransfer, 'id'>, fedAt: Date, telling: CassoTelling): void;
  /** Gives every transfer another id, after those before. */
  renumber(): void;
  /** Lists none of the transfers any more, and gives the next the ids from 1 again. */
  restart(): void;
  /** Whether Casso never gets a transfer of this amount to this account. */
  lacks(transfer: Pick<BankTransfer, 'payee' | 'amount'>): boolean;
  /** A transfer as Casso tells it. */
  tell(transfer: BankTransfer): CassoTransfer;
  /** A page of the transfers since a day that Casso knows by now, in the order of the banks' times, and their total number. */
  page(from: Date, now: Date, limit: number, offset: number): { transfers: CassoTransfer[]; total: number };
}

/** Opens Casso's book. */
export function openCassoBook({ db }: Books, bank: BankBook): CassoBook {
  db.exec(SCHEMA);
  const insert = db.prepare('insert into casso_transfer (transfer_id, fed_ms) values (?, ?)');
  const insertTelling = db.prepare('insert into casso_telling (transfer_id, shift_ms, prefix) values (?, ?, ?)');
  const toldAs = db.prepare(
    'select id, shift_ms, prefix from casso_transfer c left join casso_telling l on l.transfer_id = c.transfer_id where c.transfer_id = ?',
  );
  const lacking = db.prepare(
    'select 1 from bank_transfer where payee = ? and amount = ? and id not in (select transfer_id from casso_transfer) limit 1',
  );
  // Ids below 1 are those of transfers that a restart has hidden.
  const known = 'from casso_transfer c join bank_transfer t on t.id = c.transfer_id where c.id > 0 and c.fed_ms <= ? and t.at_ms >= ?';
  const ends = db.prepare('select coalesce(max(id), 0) as last, min(0, coalesce(min(id), 0)) as first from casso_transfer');
  const shift = db.prepare('update casso_transfer set id = id + ? where id > 0');
  const hide = db.prepare('update casso_transfer set id = ? - id where id > 0');
  const forgetIds = db.prepare("delete from sqlite_sequence where name = 'casso_transfer'");
  const page = db.prepare(`select c.transfer_id ${known} order by t.at_ms, c.id limit ? offset ?`);
  const count = db.prepare(`select count(*) as total ${known}`);

  function tell(transfer: BankTransfer): CassoTransfer {
    const { id, shift_ms, prefix } = toldAs.get(transfer.id) as { id: number; shift_ms: number | null; prefix: string | null };
    const at = new Date(transfer.at.getTime() + (shift_ms ?? 0));
    const reference = transfer.reference === '' ? '' : `${prefix ?? ''}${transfer.reference}`;
    return { cassoId: Math.abs(id), transfer: { ...transfer, at, reference } };
  }

  return {
    insert({ id }, fedAt, { shiftMs, prefix }) {
      insert.run(id, fedAt.getTime());
      if (shiftMs !== 0 || prefix !== '') insertTelling.run(id, shiftMs, prefix);
    },
    renumber() {
      const { last } = ends.get() as { last: number };
      shift.run(last);
    },
    restart() {
      const { first } = ends.get() as { first: number };
      hide.run(first);
      forgetIds.run();
    },
    lacks: ({ payee, amount }) => lacking.get(payee, amount) !== undefined,
    tell,
    page(from, now, limit, offset) {
      const wanted = [now.getTime(), from.getTime()] as const;
      const { total } = count.get(...wanted) as { total: number };
      const rows = page.all(...wanted, limit, offset) as unknown as { transfer_id: number }[];
      const transfers = rows.flatMap(({ transfer_id }) => {
        const transfer = bank.byId(transfer_id);
        return transfer ? [tell(transfer)] : [];
      });
      return { transfers, total };
    },
  };
}
