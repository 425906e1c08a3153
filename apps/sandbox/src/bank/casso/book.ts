import type { Books } from '../../books.ts';
import type { BankBook, BankTransfer } from '../sepay/book.ts';

const SCHEMA = `
create table if not exists casso_transfer (
  id integer primary key autoincrement,
  transfer_id integer not null unique references bank_transfer (id),
  fed_ms integer not null
) strict;
`;

/** A transfer under the id that Casso gives it. */
export interface CassoTransfer {
  readonly cassoId: number;
  readonly transfer: BankTransfer;
}

/** What Casso knows of the bank's book. */
export interface CassoBook {
  /** Lets Casso know of a transfer from a time on; the caller holds the transaction. */
  insert(transfer: Pick<BankTransfer, 'id'>, fedAt: Date): void;
  /** Casso's id of a transfer. */
  idOf(transfer: Pick<BankTransfer, 'id'>): number;
  /** A page of the transfers since a day that Casso knows by now, in the order of the banks' times, and their total number. */
  page(from: Date, now: Date, limit: number, offset: number): { transfers: CassoTransfer[]; total: number };
}

/** Opens Casso's book. */
export function openCassoBook({ db }: Books, bank: BankBook): CassoBook {
  db.exec(SCHEMA);
  const insert = db.prepare('insert into casso_transfer (transfer_id, fed_ms) values (?, ?)');
  const idOf = db.prepare('select id from casso_transfer where transfer_id = ?');
  const known = 'from casso_transfer c join bank_transfer t on t.id = c.transfer_id where c.fed_ms <= ? and t.at_ms >= ?';
  const page = db.prepare(`select c.id, c.transfer_id ${known} order by t.at_ms, c.id limit ? offset ?`);
  const count = db.prepare(`select count(*) as total ${known}`);
  return {
    insert: ({ id }, fedAt) => void insert.run(id, fedAt.getTime()),
    idOf: ({ id }) => (idOf.get(id) as { id: number }).id,
    page(from, now, limit, offset) {
      const wanted = [now.getTime(), from.getTime()] as const;
      const { total } = count.get(...wanted) as { total: number };
      const rows = page.all(...wanted, limit, offset) as unknown as { id: number; transfer_id: number }[];
      const transfers = rows.flatMap(({ id, transfer_id }) => {
        const transfer = bank.byId(transfer_id);
        return transfer ? [{ cassoId: id, transfer }] : [];
      });
      return { transfers, total };
    },
  };
}
