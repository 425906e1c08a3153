import { refsInMemo } from '@quydoi/domain/memo';
import { leasesAddresses, NETWORK_CODES, type NetworkCode } from '@quydoi/domain/networks';
import type { Payment, PaymentFact, Sighting } from '@quydoi/domain/transfer/payment';
import { reportWindow, sameReferenceWindow, tellingOf, wholeOf } from '@quydoi/domain/transfer/same-transfer';
import { depositorsInMemo } from '@quydoi/domain/wallet/deposit-memo';
import { PaymentEntity, SightingEntity } from '../entities/payment.ts';
import { lockTransfer } from '../lock-transfer.ts';
import { ConflictError, type MoneyTx, runPrepared } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';
import { readRow, readRows } from '../read-rows.ts';
import { insertRow } from '../write-rows.ts';

const BY_ID = { name: 'payment by id', where: 'id = $1' };
const BY_REFERENCE = { name: 'payment by reference', where: 'network = $1 and account = $2 and reference = $3 and occurrence = 1' };
const BY_SIGHTING = {
  name: 'payment by sighting',
  where: 'id = (select payment_id from sighting where source = $1 and source_id = $2)',
};
/**
 * Condition of payments that a report may be about: those with its reference, or one of both without, around its time; of the nearest within minutes, those
 * whose reference contains the other; those of the orders or the depositors that its memo names; and those that no order was found for yet, or at all: a
 * source may write the reference otherwise. One index range each, because some amounts are paid all the time.
 */
const reportedAlike = (told: string, first = '') => `id = any(array(
    ${told}
    union select p.id from payment p join orders o on o.id = p.order_id where o.ref = any($9::text[])
    union select id from payment where customer_id = any($10::text[]) and paid_at between $4 and $5
    union select id from payment where state = 'unmatched' and network || ' ' || account = $1::text || ' ' || $2::text
    union select id from payment where state = 'case' and network = $1 and amount = $3 and account = $2 and paid_at between $4 and $5
  )) and network = $1 and account = $2 and amount = $3
  and not exists (select 1 from sighting s where s.payment_id = payment.id and s.source = $6 and s.source_id <> $7)
  order by ${first} abs(extract(epoch from paid_at - $8::timestamptz)), id limit 100`;
const ofAmount = (more: string, columns = 'id') => `select ${columns} from payment where network = $1 and account = $2 and amount = $3 and ${more}`;
/** Sources tell nearly the same time of a transfer; of a popular amount there may be thousands. */
const nearest = (span: string, order: 'asc' | 'desc') => `(${ofAmount(span, 'id, reference')} order by paid_at ${order} limit 10)`;
const CONTAINS_REFERENCE = '(strpos(upper(reference), upper($13)) > 0 or strpos(upper($13), upper(reference)) > 0)';
const ALIKE = {
  name: 'payments alike',
  isPlannedOnce: true,
  where: reportedAlike(
    `${ofAmount("reference = any(array[$13::text, '']) and paid_at between $4 and $5")}
    union select id from (${nearest('paid_at between $11 and $8', 'desc')} union all ${nearest('paid_at > $8 and paid_at <= $12', 'asc')}) near
      where ${CONTAINS_REFERENCE}`,
    // A source may give another time: who deposits one amount often would push the payment itself behind the limit.
    `case when reference = $13 then 0 when reference <> '' and ${CONTAINS_REFERENCE} then 1 else 2 end,`,
  ),
};
const ALIKE_WITHOUT_REFERENCE = {
  name: 'payments alike, any reference',
  isPlannedOnce: true,
  // Of those without a reference too, a source may give another time.
  where: reportedAlike(`${ofAmount('paid_at between $11 and $12')} union ${ofAmount("reference = '' and paid_at between $4 and $5")}`),
};
const OCCURRENCES = 'select coalesce(max(occurrence), 0) as count from payment where network = $1 and account = $2 and reference = $3';
/**
 * Condition of the first payments of each account, as many as $1 says, among those that fulfil a condition with an index by account and time. Steps
 * through the index from account to account, because there may be far more than a poll can handle. The redundant first sort key makes the index serve.
 */
const firstOfAccounts = (condition: string, order: 'asc' | 'desc') => `id = any(array(
    with recursive account_key(key) as (
      (select network || ' ' || account from payment where ${condition} order by 1 limit 1)
      union all
      select (select network || ' ' || account from payment where ${condition} and network || ' ' || account > key order by 1 limit 1)
      from account_key where key is not null
    )
    select first.id from account_key cross join lateral (
      select id from payment where ${condition} and network || ' ' || account = key
      order by network || ' ' || account ${order}, recorded_at ${order}, id ${order} limit $1
    ) first
  ))`;
// Leased accounts take turns, so that many payments to one of them delay only payments to that one.
const UNMATCHED = {
  name: 'payments unmatched',
  where: `${firstOfAccounts("state = 'unmatched'", 'asc')} order by
    case when network = any($2) then row_number() over (partition by network, account order by recorded_at, id) else 1 end, recorded_at limit $1`,
};
// The newest first: those that no order takes stay until they are confirmed or dropped, and must not keep others from being looked at.
const UNPLACED = {
  name: 'payments unplaced',
  where: `${firstOfAccounts("state = 'unconfirmed' and order_id is null", 'desc')} order by
    row_number() over (partition by network, account order by recorded_at desc, id desc), recorded_at desc limit $1`,
};
// Each network has a limit of its own, so that payments that stay unconfirmed on one keep none of another from being read.
const UNCONFIRMED_BEFORE = {
  name: 'payments unconfirmed before',
  where: `id = any(array(
    select first.id from unnest($1::text[], $2::timestamptz[]) as read(network, moment) cross join lateral (
      select id from payment where state = 'unconfirmed' and network = read.network and paid_at < read.moment
        and recorded_at < read.moment order by recorded_at limit $3
    ) first
  )) order by recorded_at`,
};
/** Networks whose accounts are leased to one order each. */
const LEASING = NETWORK_CODES.filter(leasesAddresses);
const EARLIEST_NAMELESS = {
  name: 'earliest nameless payment',
  where: `id = (
    select p.id from unnest($2::timestamptz[], $3::timestamptz[]) as recorded(after, until)
    join payment p on p.state = 'case' and p.recorded_at > recorded.after and p.recorded_at <= recorded.until
    where p.case_code = 'no_order' and p.order_id is null and p.customer_id is null and p.network = $1 order by p.paid_at limit 1
  )`,
};
const ARRIVED = {
  name: 'payments arrived',
  where: `state = 'unmatched' and network || ' ' || account = $1 and paid_at >= $2
    and not exists (select 1 from voucher_submission s where s.reference = payment.reference) order by recorded_at limit 100`,
};
const OF_ORDER = { name: 'payments of order', where: 'order_id = $1 order by recorded_at' };

/** A journalled payment by its id, or null. */
export async function readPaymentById(orm: Orm, id: string): Promise<Payment | null> {
  return readRow<Payment>(orm, PaymentEntity, BY_ID, [id]);
}

/** A journalled payment by its reference, on networks where that identifies it, or null. */
export async function readPaymentByReference(
  orm: Orm,
  { network, account, reference }: Pick<PaymentFact, 'network' | 'account' | 'reference'>,
): Promise<Payment | null> {
  return readRow<Payment>(orm, PaymentEntity, BY_REFERENCE, [network, account, reference]);
}

/** The journalled payment that a source reported under this id, or null. */
export async function readPaymentBySighting(orm: Orm, { source, sourceId }: Pick<PaymentFact, 'source' | 'sourceId'>): Promise<Payment | null> {
  return readRow<Payment>(orm, PaymentEntity, BY_SIGHTING, [source, sourceId]);
}

/** Payments with a report's account and amount, which may be those that it is about, and which its source has not reported under another id; the nearest in time first. */
export async function readPaymentsAlike(orm: Orm, fact: PaymentFact): Promise<Payment[]> {
  const { query, values } = alikeTo(fact);
  return readRows<Payment>(orm, PaymentEntity, query, values);
}

function alikeTo(fact: PaymentFact) {
  const { network, account, amount, reference, source, sourceId, memo, paidAt } = fact;
  const [minutes, hours] = [wholeOf(reportWindow(fact)), sameReferenceWindow(fact)];
  const named = [refsInMemo(memo), depositorsInMemo(memo)];
  const values = [network, account, amount, hours.from, hours.to, source, sourceId, paidAt, ...named, minutes.from, minutes.to];
  return reference === '' ? { query: ALIKE_WITHOUT_REFERENCE, values } : { query: ALIKE, values: [...values, reference] };
}

/**
 * Locks a reported transfer, and requires that no matching payment (`readPaymentsAlike`) was journalled since the caller read them: another source may
 * have reported the same transfer.
 * @param seen ids of the matching payments that the caller has read
 * @throws ConflictError when there is a new one; read again and decide again
 */
export async function requireNoneAlikeSince(tx: MoneyTx, fact: PaymentFact, seen: ReadonlySet<string>): Promise<void> {
  await lockTransfer(tx, fact);
  const { query, values } = alikeTo(fact);
  const { rows } = await tx.run<{ id: string }>(`ids of ${query.name}`, `select id from payment where ${query.where}`, values);
  if (rows.some(({ id }) => !seen.has(id))) throw new ConflictError('payment_reported_meanwhile');
}

/** How many payments with this account and reference are journalled. */
export async function countOccurrences(
  orm: Orm,
  { network, account, reference }: Pick<PaymentFact, 'network' | 'account' | 'reference'>,
): Promise<number> {
  const [row] = await runPrepared<{ count: number }>(orm, 'occurrences of reference', OCCURRENCES, [network, account, reference]);
  return row?.count ?? 0;
}

/**
 * Confirmed payments awaiting matching, oldest first; of those to leased addresses the first of each address, then the second of each, and so on.
 * Unconfirmed payments are excluded because they can still be undone.
 */
export async function readUnmatched(orm: Orm, limit: number): Promise<Payment[]> {
  return readRows<Payment>(orm, PaymentEntity, UNMATCHED, [limit, LEASING]);
}

/** Times after `after`, up to and including `until`. */
export interface TimeRange {
  readonly after: Date;
  readonly until: Date;
}

/** The earliest paid of a network's payments in the operators' inbox for which no order was found, of those recorded in one of some ranges; or null. */
export async function readEarliestNameless(orm: Orm, network: NetworkCode, recorded: readonly TimeRange[]): Promise<Payment | null> {
  const ranges = [recorded.map(({ after }) => after), recorded.map(({ until }) => until)];
  return readRow<Payment>(orm, PaymentEntity, EARLIEST_NAMELESS, [network, ...ranges]);
}

/** Unconfirmed payments not linked to an order yet: the newest of each address, the newest first, then the second newest of each, and so on. */
export async function readUnplacedPayments(orm: Orm, limit: number): Promise<Payment[]> {
  return readRows<Payment>(orm, PaymentEntity, UNPLACED, [limit]);
}

/** A network, and the time before which its payments are asked for. */
export interface NetworkMoment {
  readonly network: NetworkCode;
  readonly moment: Date;
}

/** Unconfirmed payments that were paid, and seen by us, before the moment of their network, first recorded first. @param limit maximum for each network */
export async function readUnconfirmedBefore(orm: Orm, moments: readonly NetworkMoment[], limit: number): Promise<Payment[]> {
  const values = [moments.map(({ network }) => network), moments.map(({ moment }) => moment), limit];
  return readRows<Payment>(orm, PaymentEntity, UNCONFIRMED_BEFORE, values);
}

/** Payments in the operator's inbox, oldest first, with the order they concern. */
export async function readCases(orm: Orm, limit: number): Promise<(Payment & { orderRef: string | null })[]> {
  return dbOf(orm)
    .selectFrom('payment')
    .leftJoin('orders', 'orders.id', 'payment.orderId')
    .selectAll('payment')
    .select('orders.ref as orderRef')
    .where('payment.state', 'in', ['case', 'unmatched'])
    .orderBy('payment.recordedAt')
    .limit(limit)
    .execute() as Promise<(Payment & { orderRef: string | null })[]>;
}

/** Confirmed payments into an account since a time, by the provider's, that are not matched yet and are no known voucher's. */
export async function readUnmatchedArrivals(orm: Orm, network: NetworkCode, account: string, since: Date): Promise<Payment[]> {
  return readRows<Payment>(orm, PaymentEntity, ARRIVED, [`${network} ${account}`, since]);
}

/** References of a network's unconfirmed payments that orders wait for, largest first. */
export async function readAwaitedReferences(orm: Orm, network: NetworkCode, limit: number): Promise<string[]> {
  const rows = await dbOf(orm)
    .selectFrom('payment')
    .select('reference')
    .where('state', '=', 'unconfirmed')
    .where('network', '=', network)
    .where('orderId', 'is not', null)
    .orderBy('amount', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ reference }) => reference);
}

/** Payments linked to an order, oldest first. */
export async function readPaymentsOf(orm: Orm, orderId: string): Promise<Payment[]> {
  return readRows<Payment>(orm, PaymentEntity, OF_ORDER, [orderId]);
}

// By the payment's own words, which are those of the source that was first, and by those that the signer has read from this source. $1 to $5: network,
// account, reference, amount and time; $6 to $8: source, the id that is looked at, and the time before which it told of others.
const TOLD_BEFORE = `
  select p.id, p.memo from payment p join sighting s on s.payment_id = p.id
  where p.network = $1 and p.account = $2 and p.reference = $3 and p.amount = $4 and p.paid_at = $5
    and s.source = $6 and s.source_id <> $7 and s.at < $8
  union all
  select s.payment_id, f.memo from first_hand_payment f
  join sighting s on s.source = f.source and s.source_id = f.source_id
  where f.network = $1 and f.account = $2 and f.reference = $3 and f.amount = $4 and f.paid_at = $5
    and s.source = $6 and s.source_id <> $7 and s.at < $8`;

/**
 * The journalled payment that this source has told of before a time under another id, with the same words to the second (`tellingOf`); null when there is
 * none.
 */
export async function readToldBefore(orm: Orm, fact: PaymentFact, before: Date): Promise<string | null> {
  const telling = tellingOf(fact);
  if (telling === null) return null;
  const { network, account, reference, amount, paidAt, source, sourceId } = fact;
  const values = [network, account, reference, amount, paidAt, source, sourceId, before];
  const rows = await runPrepared<{ readonly id: string; readonly memo: string }>(orm, 'payments told before', TOLD_BEFORE, values);
  return rows.find(({ memo }) => tellingOf({ ...fact, memo }) === telling)?.id ?? null;
}

/** Records that a source reported a payment. Returns false when the source has reported the payment, or another one under this id, before. */
export async function addSighting(orm: Orm, sighting: Sighting): Promise<boolean> {
  return insertRow(orm, SightingEntity, sighting, 'do nothing');
}

/** Payments that a source lacks although another has told them. */
export interface UntoldPayments {
  readonly source: string;
  readonly count: number;
  /** When the first of them was told. */
  readonly since: Date;
}

const UNTOLD = `
  select lacking.source, count(distinct told.payment_id)::integer as count, min(told.at) as since
  from unnest($1::text[]) as lacking(source)
  join sighting told on told.source = any($1) and told.source <> lacking.source and told.at > $2 and told.at <= $3
  where not exists (select 1 from sighting own where own.payment_id = told.payment_id and own.source = lacking.source)
  group by lacking.source`;

/** What each of some sources lacks of what the others told after one time, up to and including another; sources that lack nothing are left out. */
export async function readUntold(orm: Orm, sources: readonly string[], { after, until }: TimeRange): Promise<UntoldPayments[]> {
  const rows = await runPrepared<UntoldPayments>(orm, 'payments untold', UNTOLD, [sources, after, until]);
  return rows.map((row) => ({ ...row, since: new Date(row.since) }));
}
