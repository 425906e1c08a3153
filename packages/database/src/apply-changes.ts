import type { Change, Step } from '@quydoi/domain/change';
import { InvariantError } from '@quydoi/domain/invariant';
import type { Order, RepricedTerms } from '@quydoi/domain/order/order';
import { changeObserverOf } from './change-observer.ts';
import { arraysOf, type Column, columnsOf, unnest } from './columns.ts';
import { OrderEntity, OrderEventEntity } from './entities/order.ts';
import { PaymentEntity } from './entities/payment.ts';
import { AttemptEntity, PayoutEntity } from './entities/payout.ts';
import { allInOrder, ConflictError, type MoneyTx, withMoneyTx } from './money-tx.ts';
import type { Orm } from './orm.ts';
import { type AuditRecord, writeAudit } from './repositories/audit.ts';

/**
 * Writes decisions, all or nothing: the one writer of the money tables. One statement per table however many changes there are.
 * @param audit the call of an operator verb that decided, recorded in the same transaction
 * @throws ConflictError when a record is no longer the version that the decision saw, or exists already
 * @throws OverdrawnError when a posting asks for more than an account has
 */
export async function applyChanges(orm: Orm, changes: readonly Change[], at: Date, audit?: AuditRecord): Promise<void> {
  await withMoneyTx(orm, async (tx) => {
    if (audit) await writeAudit(tx, audit, changes.find(({ order }) => order)?.order?.after.id ?? null);
    await writeChanges(orm, tx, changes, at);
  });
}

/** {@link applyChanges} inside a transaction that is already open. */
export async function writeChanges(orm: Orm, tx: MoneyTx, changes: readonly Change[], at: Date): Promise<void> {
  for (const change of changes) checkEvents(change);
  const orders = changes.flatMap((change) => (change.order ? [change.order] : []));
  const statements = [
    writeSteps(tx, 'orders', columnsOf(orm, OrderEntity), orders, changingOf(orders)),
    insertRows(
      tx,
      'order_event',
      without(columnsOf(orm, OrderEventEntity), 'id'),
      changes.flatMap((change) => change.events),
    ),
    writeSteps(
      tx,
      'payment',
      columnsOf(orm, PaymentEntity),
      changes.flatMap((change) => change.payments),
      PAYMENT_CHANGING,
    ),
    writeSteps(
      tx,
      'payout',
      columnsOf(orm, PayoutEntity),
      changes.flatMap((change) => change.payouts),
      PAYOUT_CHANGING,
    ),
    writeSteps(
      tx,
      'attempt',
      columnsOf(orm, AttemptEntity),
      changes.flatMap((change) => change.attempts),
      ATTEMPT_CHANGING,
    ),
    writePostings(tx, changes, at),
  ];
  await allInOrder(statements);
  const observe = changeObserverOf(orm);
  if (observe) tx.afterCommit(() => observe(changes, at));
}

/** Columns that change during a record's life; the rest is fixed at creation. */
const ORDER_CHANGING = [
  'version',
  'status',
  'reason',
  'expiresAt',
  'holding',
  'amountPaid',
  'paidAt',
  'finalAt',
  'eventCount',
  'payoutReference',
  'retryAt',
];
/** What a decided refund changes; named apart, because not every role may. */
const ORDER_REFUNDED = ['amountRefunded'] as const satisfies readonly (keyof Order)[];
/** Terms that an accepted recalculation sets anew; named apart too. */
const ORDER_REPRICED = [
  'quantity',
  'rate',
  'rateVersion',
  'amountSent',
  'amountReceived',
  'feeExchange',
  'cashAmount',
  'cashFee',
  'held',
] as const satisfies readonly (keyof RepricedTerms)[];
const PAYMENT_CHANGING = ['version', 'state', 'orderId', 'caseCode', 'confirmed'];
const PAYOUT_CHANGING = ['version', 'state', 'tries', 'nextAt'];
const ATTEMPT_CHANGING = ['version', 'state', 'reference', 'fee', 'detail', 'checks', 'nextCheckAt', 'sentAt', 'settledAt'];

function changingOf(orders: readonly Step<Order>[]): readonly string[] {
  const isAnyNew = (terms: readonly (keyof Order)[]) =>
    orders.some(({ before, after }) => before !== null && terms.some((term) => before[term] !== after[term]));
  return [ORDER_CHANGING, isAnyNew(ORDER_REFUNDED) ? ORDER_REFUNDED : [], isAnyNew(ORDER_REPRICED) ? ORDER_REPRICED : []].flat();
}

/** The log is numbered without gaps, and grows with every event. */
function checkEvents({ order, events }: Change): void {
  if (!order) {
    if (events.length > 0) throw new InvariantError('events without their order');
    return;
  }
  const first = order.before?.eventCount ?? 0;
  if (order.after.eventCount !== first + events.length || events.some((event, index) => event.n !== first + index + 1)) {
    throw new InvariantError(`events of ${order.after.ref} are not numbered on`);
  }
}

interface Versioned {
  readonly id: string;
  readonly version: number;
}

async function writeSteps<T extends Versioned>(
  tx: MoneyTx,
  table: string,
  columns: readonly Column[],
  steps: readonly Step<T>[],
  changing: readonly string[],
): Promise<void> {
  const inserted = insertRows(
    tx,
    table,
    columns,
    steps.filter((step) => step.before === null).map((step) => step.after),
  );
  await allInOrder([inserted, updateRows(tx, table, columns, steps, changing)]);
}

async function updateRows<T extends Versioned>(
  tx: MoneyTx,
  table: string,
  columns: readonly Column[],
  steps: readonly Step<T>[],
  changing: readonly string[],
): Promise<void> {
  const updates = steps.filter((step) => step.before !== null);
  if (updates.length === 0) return;
  for (const { before, after } of updates) {
    if (before && after.version !== before.version + 1) throw new InvariantError(`${table} ${after.id} skips a version`);
  }
  const written = columns.filter((column) => column.property === 'id' || changing.includes(column.property));
  const sets = written.filter((column) => column.name !== 'id').map((column) => `${column.name} = x.${column.name}`);
  const sql = `update ${table} t set ${sets.join(', ')} from ${unnest(written)} where t.id = x.id and t.version = x.version - 1`;
  const { count } = await tx.run(
    // A prepared statement has one text: which columns it writes is part of its name.
    `update ${table} ${written.length}`,
    sql,
    arraysOf(
      written,
      updates.map((step) => step.after),
    ),
  );
  if (count !== updates.length) throw new ConflictError(table);
}

async function insertRows(tx: MoneyTx, table: string, columns: readonly Column[], rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  const names = columns.map((column) => column.name).join(', ');
  await tx.run(`insert ${table}`, `insert into ${table} (${names}) select ${names} from ${unnest(columns)}`, arraysOf(columns, rows));
}

/** Postings first, then all entries in one statement, which is what the balance trigger looks at. */
async function writePostings(tx: MoneyTx, changes: readonly Change[], at: Date): Promise<void> {
  const postings = changes.flatMap((change) => change.postings);
  if (postings.length === 0) return;
  const inserted = tx.run(
    'insert posting',
    'insert into posting (id, kind, order_id, at) select x.id, x.kind, x.order_id, $4 from unnest($1::uuid[], $2::text[], $3::uuid[]) as x(id, kind, order_id)',
    [postings.map((posting) => posting.id), postings.map((posting) => posting.kind), postings.map((posting) => posting.orderId), at],
  );
  const lines = postings.flatMap((posting) => posting.entries.map((entry) => ({ ...entry, postingId: posting.id })));
  const entered = tx.run(
    'insert entry',
    'insert into entry (posting_id, account_id, amount) select x.posting_id, a.id, x.amount from unnest($1::uuid[], $2::text[], $3::bigint[]) as x(posting_id, account, amount) join account a on a.name = x.account',
    [lines.map((line) => line.postingId), lines.map((line) => line.account), lines.map((line) => line.amount)],
  );
  await allInOrder([inserted, entered]);
  if ((await entered).count !== lines.length)
    throw new InvariantError(`unknown ledger account among ${lines.map((line) => line.account).join(', ')}`);
}

function without(columns: readonly Column[], property: string): readonly Column[] {
  return columns.filter((column) => column.property !== property);
}
