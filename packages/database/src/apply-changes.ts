import type { Change } from '@quydoi/domain/change';
import { InvariantError } from '@quydoi/domain/invariant';
import { writeBalanceLines } from './balance-lines.ts';
import { changeObserverOf } from './change-observer.ts';
import { PaymentClaimEntity } from './entities/claim.ts';
import { PostingEntity } from './entities/ledger.ts';
import { OrderEntity, OrderEventEntity } from './entities/order.ts';
import { PaymentEntity, SightingEntity } from './entities/payment.ts';
import { AttemptEntity, AttemptTransferEntity, PayoutEntity } from './entities/payout.ts';
import { VoucherEntity } from './entities/voucher.ts';
import { ReferralEntity, WithdrawalEntity } from './entities/wallet.ts';
import { allInOrder, type MoneyTx, withMoneyTx } from './money-tx.ts';
import type { Orm } from './orm.ts';
import { type AuditRecord, writeAudit } from './repositories/audit.ts';
import { writeRequestExecuted } from './repositories/requests.ts';
import { insertRows, writeSteps } from './write-rows.ts';

/** The command that decided, recorded in the transaction of its changes. */
export interface Command {
  /** Call of an operator verb. */
  readonly audit?: AuditRecord;
  /** Id of an order request, closed as executed. */
  readonly request?: string;
  /** Checks conditions in the transaction of the changes, after the audit row was written; throws to roll everything back. */
  readonly require?: (tx: MoneyTx) => Promise<void>;
}

/**
 * Writes decisions, all or nothing: the one writer of the money tables. One statement per table however many changes there are.
 * @throws ConflictError when a record is no longer the version that the decision saw, or exists already, or the request has been handled
 * @throws OverdrawnError when a posting asks for more than an account has
 */
export async function applyChanges(orm: Orm, changes: readonly Change[], at: Date, { audit, request, require }: Command = {}): Promise<void> {
  await withMoneyTx(orm, async (tx) => {
    if (audit) await writeAudit(tx, audit, concernedOrder(changes));
    if (request !== undefined) await writeRequestExecuted(tx, request, at);
    await require?.(tx);
    await writeChanges(tx, changes, at, () => [tx.commit()]);
  });
}

/** The order that a command is about: the one that it changes, or whose payout. */
function concernedOrder(changes: readonly Change[]): string | null {
  const [id] = changes.flatMap(({ order, payouts }) => (order ? [order.after.id] : payouts.map(({ after }) => after.orderId)));
  return id ?? null;
}

/**
 * {@link applyChanges} inside a transaction that is already open.
 * @param behind further statements, sent with the others in one round trip, so that rows that others wait for are not locked for another one
 */
export async function writeChanges(
  tx: MoneyTx,
  changes: readonly Change[],
  at: Date,
  behind: () => readonly Promise<unknown>[] = () => [],
): Promise<void> {
  for (const change of changes) checkEvents(change);
  const orders = changes.flatMap(({ order }) => (order ? [order] : []));
  const events = changes.flatMap((change) => change.events);
  const payments = changes.flatMap((change) => change.payments);
  const sightings = changes.flatMap((change) => change.sightings);
  const payouts = changes.flatMap((change) => change.payouts);
  const attempts = changes.flatMap((change) => change.attempts);
  const transfers = changes.flatMap((change) => change.transfers);
  const claims = changes.flatMap((change) => change.claims);
  const vouchers = changes.flatMap((change) => change.vouchers);
  const withdrawals = changes.flatMap((change) => change.withdrawals);
  const referrals = changes.flatMap((change) => change.referrals);
  await writeBalanceLines(
    tx,
    changes.flatMap((change) => change.postings),
  );
  await allInOrder([
    writeSteps(tx, OrderEntity, orders),
    insertRows(tx, OrderEventEntity, events),
    writeSteps(tx, PaymentEntity, payments),
    insertRows(tx, SightingEntity, sightings),
    // Before payouts: one of a withdrawal is of one that is on its way.
    writeSteps(tx, WithdrawalEntity, withdrawals),
    writeSteps(tx, ReferralEntity, referrals),
    writeSteps(tx, PayoutEntity, payouts),
    writeSteps(tx, AttemptEntity, attempts),
    insertRows(tx, AttemptTransferEntity, transfers),
    writeSteps(tx, PaymentClaimEntity, claims),
    insertRows(tx, VoucherEntity, vouchers, '(attempt_id) do nothing'),
    writePostings(tx, changes, at),
    ...behind(),
  ]);
  const observe = changeObserverOf(tx.orm);
  if (observe) tx.afterCommit(() => observe(changes, at));
}

/** Events of an order are numbered without gaps, and counted by the order. */
function checkEvents({ order, events }: Change): void {
  if (!order) {
    if (events.length > 0) throw new InvariantError('events without their order');
    return;
  }
  const first = order.before?.eventCount ?? 0;
  if (order.after.eventCount !== first + events.length || events.some((event, index) => event.n !== first + index + 1)) {
    throw new InvariantError(`events of order ${order.after.id} are not numbered on`);
  }
}

/** Postings first, then all entries in one statement, because the balance trigger checks whole statements. */
async function writePostings(tx: MoneyTx, changes: readonly Change[], at: Date): Promise<void> {
  const postings = changes.flatMap((change) => change.postings);
  if (postings.length === 0) return;
  const rows = postings.map((posting) => ({ ...posting, paymentId: posting.paymentId ?? null, withdrawalId: posting.withdrawalId ?? null, at }));
  const inserted = insertRows(tx, PostingEntity, rows);
  const lines = postings.flatMap((posting) => posting.entries.map((entry) => ({ ...entry, postingId: posting.id })));
  const entered = tx.run(
    'insert entry',
    // An unknown account is null, which an entry must not have.
    `insert into entry (posting_id, account_id, amount)
     select x.posting_id, a.id, x.amount
     from unnest($1::uuid[], $2::text[], $3::bigint[]) as x(posting_id, account, amount) left join account a on a.name = x.account`,
    [lines.map((line) => line.postingId), lines.map((line) => line.account), lines.map((line) => line.amount)],
  );
  await allInOrder([inserted, entered]);
}
