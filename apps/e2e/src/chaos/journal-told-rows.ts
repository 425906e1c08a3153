import { type Db, dbOf } from '@quydoi/database/orm';
import { readExchangeBooks } from '../reconciliation/exchange-books.ts';
import { type JournalledTransfers, journalledTransfers } from '../reconciliation/reconcile-payments.ts';
import { presentTime } from '../system/clock.ts';
import { databaseOf } from '../system/database.ts';
import type { ExchangeUnderTest } from '../system/exchange-under-test.ts';
import { readSandboxBooks } from '../system/sandbox-client.ts';
import type { Tally } from '../tally.ts';

/** Age of a row before the operator looks at it: by then the lists, which no fault disturbs any more, have told of all transfers. */
const LOOKED_AT_AFTER_MS = 60_000;

/**
 * Has rows journalled that the exchange takes for payments told again, where the providers' books have more such transfers than the journal: two equal
 * transfers of one second without a reference, told under other ids and at other times, can be told apart by an operator alone.
 */
export async function journalToldRows(exchange: ExchangeUnderTest, did: Tally): Promise<void> {
  const db = dbOf(await databaseOf(exchange));
  const [sandbox, books] = [await readSandboxBooks(exchange), await readExchangeBooks(exchange)];
  for (const transfers of journalledTransfers(sandbox, books)) {
    const exceptions = transfers.alike.length > transfers.journalled ? await readRowsToldAgain(db, transfers) : [];
    const waiting = exceptions.filter(({ journalAt }) => journalAt !== null).length;
    const missing = transfers.alike.length - transfers.journalled - waiting;
    const open = exceptions.filter(({ journalAt, at }) => journalAt === null && presentTime().getTime() - at.getTime() > LOOKED_AT_AFTER_MS);
    for (const { id } of open.slice(0, Math.max(0, missing))) {
      await exchange.operate('journalRow', { exception: id, note: 'the bank has this transfer too' });
      did.add('journalRow');
    }
  }
}

/** Rows that look like some transfers and that were told again: those that wait for an operator, and those that wait to be journalled. */
function readRowsToldAgain(db: Db, { alike: [{ network, account, amount }] }: JournalledTransfers) {
  return db
    .selectFrom('reconciliation_exception as e')
    .select(['e.id', 'e.at', 'e.journalAt'])
    .where('e.network', '=', network)
    .where('e.account', '=', account)
    .where('e.amount', '=', amount.toString())
    .where('e.kind', 'in', ['told_again', 'other_payment'])
    .where((where) =>
      where.or([
        where('e.resolvedAt', 'is', null),
        where.and([
          where('e.journalAt', 'is not', null),
          where.not(
            where.exists(
              where.selectFrom('sighting as s').select('s.paymentId').whereRef('s.source', '=', 'e.source').whereRef('s.sourceId', '=', 'e.sourceId'),
            ),
          ),
        ]),
      ]),
    )
    .orderBy('e.at')
    .execute();
}
