import { readReconciliationExceptions, readRowsWaiting } from '@quydoi/database/repositories/reconciliation-exceptions';
import { type BookedPayment, readExchangeBooks } from '../reconciliation/exchange-books.ts';
import { journalledTransfers } from '../reconciliation/reconcile-payments.ts';
import { MOVING_STATUSES } from '../reconciliation/wait-until-idle.ts';
import { presentTime } from '../system/clock.ts';
import { databaseOf } from '../system/database.ts';
import type { ExchangeUnderTest } from '../system/exchange-under-test.ts';
import { readSandboxBooks } from '../system/sandbox-client.ts';
import type { Tally } from '../tally.ts';

/** Age of a row before the operator looks at it: by then the lists, which no fault disturbs any more, have told of all transfers. */
const LOOKED_AT_AFTER_MS = 60_000;
const EXCEPTIONS_MAX = 10_000;

/**
 * Has rows journalled that the exchange takes for payments told again, where the providers' books have more such transfers than the journal, or as many and
 * the signer takes one for a copy: two equal transfers of one second without a reference, told under other ids and at other times, can be told apart by an
 * operator alone.
 */
export async function journalToldRows(exchange: ExchangeUnderTest, did: Tally): Promise<void> {
  const orm = await databaseOf(exchange);
  // The journal will have the rows that wait for it: until then it has too few payments.
  if ((await readRowsWaiting(orm, presentTime())).length > 0) return;
  const [sandbox, books] = [await readSandboxBooks(exchange), await readExchangeBooks(exchange)];
  const moving = new Set(books.orders.filter(({ status }) => MOVING_STATUSES.has(status)).map(({ id }) => id));
  const isDoubted = ({ caseCode, orderId }: BookedPayment) => caseCode === 'deposit' || (orderId !== null && moving.has(orderId));
  const doubted = new Map(books.payments.filter(isDoubted).map((payment) => [payment.id, payment]));
  const transfers = journalledTransfers(sandbox, books);
  const missing = transfers.filter(({ alike, journalled }) => alike.length > journalled);
  const exceptions = missing.length > 0 || doubted.size > 0 ? await readReconciliationExceptions(orm, EXCEPTIONS_MAX) : [];
  const lookedAtBefore = presentTime().getTime() - LOOKED_AT_AFTER_MS;
  const journal = async ({ id }: { readonly id: string }) => {
    await exchange.operate('journalRow', { exception: id, note: 'the bank has this transfer too' });
    did.add('journalRow');
  };
  for (const { kind, detail, id } of exceptions) {
    const payment = kind === 'told_again' ? doubted.get(/^payment (\S+) waits/.exec(detail)?.[1] ?? '') : undefined;
    const of =
      payment &&
      transfers.find(({ alike: [one] }) => one.network === payment.network && one.account === payment.account && one.amount === payment.amount);
    if (of && of.alike.length === of.journalled) await journal({ id });
  }
  for (const { alike, journalled } of missing) {
    const [{ network, account, amount }] = alike;
    const told = exceptions.filter(
      (one) =>
        (one.kind === 'told_again' || one.kind === 'other_payment') &&
        one.network === network &&
        one.account === account &&
        one.amount === amount.toString() &&
        one.at.getTime() < lookedAtBefore,
    );
    for (const row of told.slice(0, alike.length - journalled)) await journal(row);
  }
}
