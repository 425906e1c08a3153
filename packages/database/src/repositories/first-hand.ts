import { NETWORK_CODES, type NetworkCode } from '@quydoi/domain/networks';
import type { FirstHandPayment, PaymentUse } from '@quydoi/domain/transfer/first-hand';
import type { Payment, PaymentFact } from '@quydoi/domain/transfer/payment';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { FirstHandPaymentEntity, PaymentEntity } from '../entities/payment.ts';
import { PayoutEntity } from '../entities/payout.ts';
import { type MoneyTx, runPlannedOnce, withMoneyTx, writePrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';
import { readRows } from '../read-rows.ts';
import { insertRows } from '../write-rows.ts';

/** A record as it is stored. Its codes tell whether the signer's process wrote it: its login alone can store anything. */
export interface StoredRecord extends Omit<FirstHandPayment, 'use'> {
  readonly code: string;
  /** Code of memo and payer; without meaning once they are erased. */
  readonly wordsCode: string;
  readonly use: (PaymentUse & { readonly code: string }) | null;
}

/** A record to be stored. `reading` is 1, or counts on from records of the same payment that are forged or lack its memo. */
export type NewRecord = Omit<StoredRecord, 'use' | 'journalledAs' | 'firstReadAt' | 'lastReadAt'> & { readonly reading: number };

// Found by what identifies a payment in all sources, or by its id in the source: the reference of a bank's row may be filled in later. The offset keeps the
// planner from the other way round, over all records of the network.
const RECORDS = `
  select f.*, u.payment_id, u.order_id, u.customer_id, u.code as use_code, s.payment_id as journalled_as from (
    select f.network, f.source, f.source_id, f.account, f.reference, f.unit, f.amount, f.memo, f.payer, f.paid_at, f.read_at, f.reading, f.code, f.words_code
    from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) as x(network, account, reference, amount)
    join first_hand_payment f on f.network = x.network and f.account = x.account and f.reference = x.reference and f.amount = x.amount
    union
    select f.network, f.source, f.source_id, f.account, f.reference, f.unit, f.amount, f.memo, f.payer, f.paid_at, f.read_at, f.reading, f.code, f.words_code
    from unnest($1::text[], $5::uuid[]) as x(network, id) join sighting s on s.payment_id = x.id cross join lateral (
      select * from first_hand_payment f where f.network = x.network and f.source = s.source and f.source_id = s.source_id offset 0
    ) f
  ) f
  left join payment_use u on u.network = f.network and u.source = f.source and u.source_id = f.source_id
  left join sighting s on s.source = f.source and s.source_id = f.source_id
  order by f.reading`;

/** A record as it is read, with its use. */
export interface RecordRow {
  readonly network: FirstHandPayment['network'];
  readonly source: string;
  readonly source_id: string;
  readonly account: string;
  readonly reference: string;
  readonly unit: FirstHandPayment['unit'];
  readonly amount: string | bigint;
  readonly memo: string;
  readonly payer: string | null;
  readonly paid_at: string | Date;
  readonly read_at: string | Date;
  readonly code: string;
  readonly words_code: string;
  readonly payment_id: string | null;
  readonly order_id: string | null;
  readonly customer_id: string | null;
  readonly journalled_as: string | null;
  readonly use_code: string | null;
}

/**
 * Stores final payments that the signer has read itself. Idempotent; the first reading stays.
 * @returns how many were new
 */
export async function addFirstHandPayments(orm: Orm, records: readonly NewRecord[], readAt: Date): Promise<number> {
  return withMoneyTx(orm, (tx) => writeFirstHandPayments(tx, records, readAt));
}

/** {@link addFirstHandPayments} inside a transaction. */
export async function writeFirstHandPayments(tx: MoneyTx, records: readonly NewRecord[], readAt: Date): Promise<number> {
  const rows = records.map((record) => ({ ...record, readAt }));
  return insertRows(tx, FirstHandPaymentEntity, rows, '(network, source, source_id, reading) do nothing');
}

const READINGS = {
  name: 'first-hand readings',
  where: '(network, source, source_id) in (select * from unnest($1::text[], $2::text[], $3::text[])) order by reading',
};

/** All that is stored of these payments of sources, forged readings among them. */
export async function readFirstHandReadings(
  orm: Orm,
  payments: readonly Pick<FirstHandPayment, 'network' | 'source' | 'sourceId'>[],
): Promise<NewRecord[]> {
  const keys = [payments.map(({ network }) => network), payments.map(({ source }) => source), payments.map(({ sourceId }) => sourceId)];
  return readRows<NewRecord>(orm, FirstHandPaymentEntity, READINGS, keys);
}

/** Records per statement. */
const ERASED_AT_ONCE = 500;

/** Erases memo and payer of payments that were read before a time. @returns whether there may be more */
export async function eraseFirstHand(orm: Orm, readBefore: Date): Promise<boolean> {
  const erased = await writePrepared(
    orm,
    'erase first-hand payments',
    `update first_hand_payment set memo = '', payer = null where (network, source, source_id) in (
       select network, source, source_id from first_hand_payment
       where read_at < $1 and (memo <> '' or payer is not null) order by read_at limit $2 for update skip locked
     )`,
    [readBefore, ERASED_AT_ONCE],
  );
  return erased === ERASED_AT_ONCE;
}

/**
 * Records that may be of these journalled payments: with the same id in the same source, or with the same network, account, reference and amount.
 * Includes forged records. Readings of one payment are returned oldest first.
 */
export async function readFirstHandPayments(orm: Orm, payments: readonly (Identity & { readonly id?: string })[]): Promise<StoredRecord[]> {
  if (payments.length === 0) return [];
  const ids = payments.map(({ id }) => id ?? null);
  const rows = await runPlannedOnce<RecordRow>(orm, 'first-hand payments', RECORDS, [...identitiesOf(payments), ids]);
  return rows.map(recordOfRow);
}

/** Converts a row to a record. */
export function recordOfRow(row: RecordRow): StoredRecord {
  return {
    network: row.network,
    source: row.source,
    sourceId: row.source_id,
    account: row.account,
    reference: row.reference,
    unit: row.unit,
    amount: BigInt(row.amount),
    memo: row.memo,
    payer: row.payer,
    paidAt: new Date(row.paid_at),
    firstReadAt: new Date(row.read_at),
    lastReadAt: new Date(row.read_at),
    code: row.code,
    wordsCode: row.words_code,
    journalledAs: row.journalled_as,
    use: row.payment_id === null ? null : { paymentId: row.payment_id, orderId: row.order_id, customerId: row.customer_id, code: row.use_code ?? '' },
  };
}

const UNJOURNALLED = {
  name: 'first-hand payments unjournalled',
  where: `read_at > $3 and (network, source) in (select * from unnest($1::text[], $2::text[]))
    and (select s.payment_id from sighting s join payment p on p.id = s.payment_id
      where s.source = first_hand_payment.source and s.source_id = first_hand_payment.source_id
        and (p.order_id is not null or p.memo = first_hand_payment.memo or first_hand_payment.memo = '')) is null
    order by read_at limit $4`,
};

/**
 * Payments that the signer has read from these sources after `since`, and that are not journalled under the source's id yet, or are journalled without an
 * order and with another memo than the signer has read.
 */
export async function readUnjournalledPayments(
  orm: Orm,
  sources: readonly { readonly network: NetworkCode; readonly name: string }[],
  since: Date,
  limit: number,
): Promise<(PaymentFact & { readonly readAt: Date })[]> {
  const keys = [sources.map(({ network }) => network), sources.map(({ name }) => name)];
  const rows = await readRows<FirstHandRow>(orm, FirstHandPaymentEntity, UNJOURNALLED, [...keys, since, limit]);
  return rows.map(({ reading: _reading, code: _code, wordsCode: _words, ...record }) => ({
    ...record,
    exactAmount: null,
    payerName: null,
    confirmed: true,
  }));
}

type FirstHandRow = NewRecord & { readonly readAt: Date };

const AWAITING = {
  name: 'payouts awaiting payments',
  where: `state = 'queued' and waits_for = 'confirmation' and order_id = any(array(
      select p.order_id from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) as x(network, account, reference, amount)
      join payment p on p.network = x.network and p.account = x.account and p.reference = x.reference and p.amount = x.amount
      union
      select p.order_id from unnest($5::text[], $6::text[]) as x(source, source_id)
      join sighting s on s.source = x.source and s.source_id = x.source_id join payment p on p.id = s.payment_id
    ))`,
};

/** Payouts that wait for the confirmation of these payments. */
export async function readPayoutsAwaiting(orm: Orm, facts: readonly PaymentFact[]): Promise<Payout[]> {
  if (facts.length === 0) return [];
  const ids = [facts.map(({ source }) => source), facts.map(({ sourceId }) => sourceId)];
  return readRows<Payout>(orm, PayoutEntity, AWAITING, [...identitiesOf(facts), ...ids]);
}

/** What all sources of a network tell alike of a payment. */
type Identity = Pick<PaymentFact, 'network' | 'account' | 'reference' | 'amount'>;

/** The identities of payments, column by column. */
function identitiesOf(payments: readonly Identity[]): unknown[] {
  return [
    payments.map(({ network }) => network),
    payments.map(({ account }) => account),
    payments.map(({ reference }) => reference),
    payments.map(({ amount }) => amount),
  ];
}

// With a limit, so that records are looked up by the few sightings: a join is also planned the other way round, over all records of the network.
const UNREAD = `not exists (
    select 1 from first_hand_payment f left join payment_use u on u.network = f.network and u.source = f.source and u.source_id = f.source_id
    where f.network = payment.network and f.account = payment.account and f.reference = payment.reference and f.amount = payment.amount
      and f.paid_at between payment.paid_at - interval '10 minutes' and payment.paid_at + interval '10 minutes' and (u.payment_id is null or u.payment_id = payment.id)
  ) and not exists (
    select 1 from sighting s where s.payment_id = payment.id and (
      select f.network from first_hand_payment f where f.network = payment.network and f.source = s.source and f.source_id = s.source_id limit 1
    ) is not null)`;
// The network as an expression: an index that starts with it must not be taken, because few payments are recent or awaited, and most are of one network.
const RECENT_UNREAD = {
  name: 'recent payments unread',
  where: `network || '' = $1 and confirmed and recorded_at > $2 and ${UNREAD} order by recorded_at limit $3`,
};
// Network by network of the payouts: those of one that is off stay due, however many, and must not take the places of the others.
const AWAITED = {
  name: 'awaited payments',
  isPlannedOnce: true,
  where: `network || '' = $1 and confirmed and order_id = any(array(
      select due.order_id from unnest($4::text[]) as n(network) cross join lateral (
        select w.order_id from payout w
        where w.waits_for = 'confirmation' and w.state = 'queued' and w.network = n.network and w.next_at <= $2
          and (select p.id from payment p where p.order_id = w.order_id and p.network = $1 and p.confirmed limit 1) is not null
        order by w.next_at limit $3
      ) due
    ))`,
};

/** Payments of a network journalled after `since` that there is no record of. A forged record hides one until its payout waits for it. */
export async function readRecentUnread(orm: Orm, network: NetworkCode, since: Date, limit: number): Promise<Payment[]> {
  return readRows<Payment>(orm, PaymentEntity, RECENT_UNREAD, [network, since, limit]);
}

/**
 * Payments of a network whose orders have payouts, due before `dueBefore`, that wait for a confirmation; of as many payouts on each network as `limit`
 * says.
 */
export async function readAwaitedPayments(orm: Orm, network: NetworkCode, dueBefore: Date, limit: number): Promise<Payment[]> {
  return readRows<Payment>(orm, PaymentEntity, AWAITED, [network, dueBefore, limit, NETWORK_CODES]);
}
