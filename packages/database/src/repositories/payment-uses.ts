import { DAY_MS } from '@quydoi/domain/durations';
import type { FirstHandPayment, PaymentUse } from '@quydoi/domain/transfer/first-hand';
import { type KnownPayees, nearbyWindow, reportWindow, type TimeSpan } from '@quydoi/domain/transfer/same-transfer';
import { chainWindow } from '@quydoi/domain/transfer/transfer-chain';
import { PaymentUseEntity } from '../entities/payment.ts';
import { lockTransfer, transferLock } from '../lock-transfer.ts';
import { type MoneyTx, withMoneyTx, writePrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';
import { readRows } from '../read-rows.ts';
import { insertRows } from '../write-rows.ts';
import { type RecordRow, recordOfRow, type StoredRecord } from './first-hand.ts';
import { readKnownPayees } from './known-payees.ts';

/** A use as it is stored. Its code tells whether the signer's process wrote it. */
export interface StoredUse extends Pick<FirstHandPayment, 'network' | 'source' | 'sourceId'>, PaymentUse {
  readonly code: string;
}

// Records that may describe one transfer, which several lists may each report once. $1 to $7: network, account, amount, reference and times.
const IS_ALIKE = `f.network = $1 and f.account = $2 and f.amount = $3 and (f.reference = $4 or f.reference = '' or $4 = '')
    and (f.paid_at between $5 and $6 or f.paid_at = $7)`;

// Of the accounts into which a transfer may be told: the record's, $2, and those that customers were told, because a list may tell a virtual account or the
// one behind it. Each is looked up by the index.
const ACCOUNTS = `array_append(array(select distinct value ->> 'accountNumber' from setting where kind = 'collection'), $2)`;

// $1 to $5: network, account, amount and times of days around, whatever the reference is: another list may write it otherwise. $6: the order that a
// record is to be used for, whose other records may tell of the same transfer in other words. Which are its, by the journal, is the word of other roles: whoever judges them looks at what the records say.
const NEARBY = `
  select f.network, f.source, f.source_id, f.account, f.reference, f.unit, f.amount, f.memo, f.payer, f.paid_at, f.read_at, f.code, f.words_code,
    u.payment_id, u.order_id, u.customer_id, u.code as use_code, null as journalled_as
  from first_hand_payment f left join payment_use u on u.network = f.network and u.source = f.source and u.source_id = f.source_id
  where (f.network, f.source, f.source_id) in (
    select f.network, f.source, f.source_id from first_hand_payment f where f.network = $1 and f.account = any(${ACCOUNTS}) and f.amount = $3
      and f.paid_at between $4 and $5
    union select network, source, source_id from payment_use where order_id = $6
    union select p.network, s.source, s.source_id from payment p join sighting s on s.payment_id = p.id where p.order_id = $6
  ) and f.network = $1 and f.account = any(${ACCOUNTS}) and f.amount = $3
  order by f.reading`;

// By the list itself too, which may report a transfer again under another id; and not where another list, which this role has read before, told anything
// of the amount. $14: the lock that `lockTransfer` takes, $15: the customer of a deposit, $16 and $17: times of days around.
const ADD_UNLESS_REPORTED_TWICE = `
  insert into payment_use (network, source, source_id, payment_id, order_id, customer_id, code, at)
  select $1, $8, $9, $10::uuid, $11::uuid, $15, $12, $13::timestamptz from (select pg_advisory_xact_lock(hashtextextended($14, 0))) locked
  where not exists (select from first_hand_payment f where ${IS_ALIKE} and (f.source <> $8 or f.source_id <> $9))
    and not exists (
      select from first_hand_payment f
      where f.network = $1 and f.account = any(${ACCOUNTS}) and f.amount = $3 and f.source <> $8 and f.paid_at between $16 and $17
    )
  on conflict do nothing`;

/** Guards against using one transfer twice because several lists report it. */
export interface DoubleUseGuard {
  /** Whether this role reads a single list of the network. No other list's record of the transfer can be used concurrently, so one statement suffices. */
  readonly isOnlyList: boolean;
  /** Whether the transfer is still unused, given all records that may describe it, including the one to use, others of its order, and whom they name. */
  isFree(nearby: readonly StoredRecord[], payees: KnownPayees): boolean;
}

/**
 * Takes a record for one payment of one order or balance, for good. Concurrent calls for records of the same transfer are serialized.
 * @returns false when the record or the payment was taken before, or the transfer is not free
 */
export async function addPaymentUse(
  orm: Orm,
  record: FirstHandPayment,
  use: PaymentUse & { readonly code: string },
  at: Date,
  { isOnlyList, isFree }: DoubleUseGuard,
): Promise<boolean> {
  const { network, source, sourceId, account, amount, reference } = record;
  const { from, to, day } = reportWindow(record);
  const transfer = [network, account, amount, reference, from, to, day];
  if (isOnlyList) {
    const span = nearbyWindow(record);
    const values = [
      ...transfer,
      source,
      sourceId,
      use.paymentId,
      use.orderId,
      use.code,
      at,
      transferLock(record),
      use.customerId ?? null,
      span.from,
      span.to,
    ];
    if ((await writePrepared(orm, 'insert payment_use unless reported twice', ADD_UNLESS_REPORTED_TWICE, values)) > 0) return true;
  }
  return withMoneyTx(orm, async (tx) => {
    await lockTransfer(tx, record);
    const { nearby, payees } = await readNearby(tx, record, use.orderId);
    if (!isFree(nearby, payees)) return false;
    return (
      (await insertRows(tx, PaymentUseEntity, [{ network, source, sourceId, ...use, customerId: use.customerId ?? null, at }], 'do nothing')) > 0
    );
  });
}

/** Reads the records that may be of a record's transfer, and of those that a chain links to it, however far that goes; and whom they name. */
async function readNearby(tx: MoneyTx, record: FirstHandPayment, orderId: string | null): Promise<{ nearby: StoredRecord[]; payees: KnownPayees }> {
  const { network, account, amount } = record;
  // A day more, within which other lists tell the same transfer: mostly one query is enough.
  let span: TimeSpan = longer(nearbyWindow(record), DAY_MS);
  for (;;) {
    const { rows } = await tx.run<RecordRow>('records nearby', NEARBY, [network, account, amount, span.from, span.to, orderId]);
    const nearby = rows.map(recordOfRow);
    const payees = await readKnownPayees(tx, memosOf(nearby));
    const needed = chainWindow(record, nearby, payees);
    if (needed.from >= span.from && needed.to <= span.to) return { nearby, payees };
    // Thrice as long each time: a chain of months is read in a few queries.
    span = longer(span, span.to.getTime() - span.from.getTime());
  }
}

/** A span that begins and ends so much farther away. */
function longer({ from, to }: TimeSpan, ms: number): TimeSpan {
  return { from: new Date(from.getTime() - ms), to: new Date(to.getTime() + ms) };
}

/** Of records, to read which payees they name. */
function memosOf(records: readonly Pick<StoredRecord, 'memo'>[]): string[] {
  return records.map(({ memo }) => memo);
}

const USES_OF = { name: 'payment uses of orders', where: 'order_id = any($1::uuid[])' };

/** The payments that were taken for these orders, as they are stored. */
export async function readPaymentUsesOf(orm: Orm, orderIds: readonly string[]): Promise<StoredUse[]> {
  return orderIds.length === 0 ? [] : readRows<StoredUse>(orm, PaymentUseEntity, USES_OF, [orderIds]);
}
