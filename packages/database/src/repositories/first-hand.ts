import type { NetworkCode } from '@quydoi/domain/networks';
import type { FirstHandPayment } from '@quydoi/domain/transfer/first-hand';
import type { Payment, PaymentFact } from '@quydoi/domain/transfer/payment';
import { FirstHandPaymentEntity, PaymentEntity, PaymentUseEntity } from '../entities/payment.ts';
import { runPrepared, withMoneyTx } from '../money-tx.ts';
import type { Orm } from '../orm.ts';
import { readRows } from '../read-rows.ts';
import { insertRow, insertRows } from '../write-rows.ts';

const RECORDS = `
  select f.network, f.source, f.source_id, f.account, f.reference, f.unit, f.amount, f.memo, f.payer, f.paid_at, u.payment_id, u.order_id
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) as x(network, account, reference, amount)
  join first_hand_payment f on f.network = x.network and f.account = x.account and f.reference = x.reference and f.amount = x.amount
  left join payment_use u on u.network = f.network and u.source = f.source and u.source_id = f.source_id`;

interface RecordRow {
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
  readonly payment_id: string | null;
  readonly order_id: string | null;
}

/** Stores final payments that the signer has read itself. Idempotent; the first reading stays. */
export async function addFirstHandPayments(orm: Orm, facts: readonly PaymentFact[], readAt: Date): Promise<void> {
  const final = facts.filter(({ confirmed }) => confirmed);
  if (final.length === 0) return;
  const rows = final.map(({ exactAmount: _exact, payerName: _name, confirmed: _confirmed, ...record }) => ({ ...record, readAt }));
  await withMoneyTx(orm, (tx) => insertRows(tx, FirstHandPaymentEntity, rows, '(network, source, source_id) do nothing'));
}

/** The signer's own records that may be those of journalled payments: same network, account, reference and amount. */
export async function readFirstHandPayments(orm: Orm, payments: readonly Payment[]): Promise<FirstHandPayment[]> {
  if (payments.length === 0) return [];
  const rows = await runPrepared<RecordRow>(orm, 'first-hand payments', RECORDS, [
    payments.map(({ network }) => network),
    payments.map(({ account }) => account),
    payments.map(({ reference }) => reference),
    payments.map(({ amount }) => amount),
  ]);
  return rows.map(({ source_id: sourceId, paid_at: paidAt, payment_id: paymentId, order_id: orderId, amount, ...row }) => ({
    ...row,
    sourceId,
    amount: BigInt(amount),
    paidAt: new Date(paidAt),
    use: paymentId === null || orderId === null ? null : { paymentId, orderId },
  }));
}

/**
 * Takes a record for one payment of one order, for good.
 * @returns false when the record or the payment was taken before
 */
export async function addPaymentUse(
  orm: Orm,
  { network, source, sourceId }: FirstHandPayment,
  use: { readonly paymentId: string; readonly orderId: string },
  at: Date,
): Promise<boolean> {
  return insertRow(orm, PaymentUseEntity, { network, source, sourceId, ...use, at }, 'do nothing');
}

const UNREAD = `not exists (
    select 1 from first_hand_payment f left join payment_use u on u.network = f.network and u.source = f.source and u.source_id = f.source_id
    where f.network = payment.network and f.account = payment.account and f.reference = payment.reference and f.amount = payment.amount
      and f.paid_at between payment.paid_at - interval '10 minutes' and payment.paid_at + interval '10 minutes' and (u.payment_id is null or u.payment_id = payment.id))`;
// The network as an expression: an index that starts with it must not be taken, because few payments are recent or awaited, and most are of one network.
const RECENT_UNREAD = {
  name: 'recent payments unread',
  where: `network || '' = $1 and confirmed and recorded_at > $2 and ${UNREAD} order by recorded_at limit $3`,
};
const AWAITED_UNREAD = {
  name: 'awaited payments unread',
  where: `network || '' = $1 and confirmed and order_id = any(array(
      select w.order_id from payout w where w.waits_for = 'confirmation' and w.state = 'queued' and w.next_at <= $2 order by w.next_at limit $3
    )) and ${UNREAD} limit $3`,
};

/**
 * Journalled payments of a network that the signer has no record of: those journalled after `since`, and those that payouts due before `dueBefore`
 * wait for.
 */
export async function readUnreadPayments(orm: Orm, network: NetworkCode, since: Date, dueBefore: Date, limit: number): Promise<Payment[]> {
  const [recent, awaited] = await Promise.all([
    readRows<Payment>(orm, PaymentEntity, RECENT_UNREAD, [network, since, limit]),
    readRows<Payment>(orm, PaymentEntity, AWAITED_UNREAD, [network, dueBefore, limit]),
  ]);
  return [...new Map([...recent, ...awaited].map((payment) => [payment.id, payment])).values()];
}
