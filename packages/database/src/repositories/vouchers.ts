import type { CurrencyCode } from '@quydoi/domain/currencies';
import type { IssuedVoucher } from '@quydoi/domain/transfer/issued-voucher';
import { VoucherCheckEntity, VoucherEntity } from '../entities/voucher.ts';
import { runPrepared } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';
import { readRow, readRows } from '../read-rows.ts';

/** What the issuer says of a voucher, and when it was asked. */
export interface VoucherCheck {
  readonly attemptId: string;
  readonly askedAt: Date;
  readonly readAt: Date | null;
  readonly activatedAt: Date | null;
  readonly activatedBy: string | null;
}

const OF_ORDER = { name: 'vouchers of order', where: 'order_id = $1 order by created_at' };
const BY_NUMBER = { name: 'voucher by number', where: 'number_hash = $1' };
const BY_ATTEMPT = { name: 'voucher of attempt', where: 'attempt_id = $1' };
const SINCE = { name: 'vouchers since', where: 'created_at >= $1' };
const CHECKS_OPEN = {
  name: 'voucher checks open',
  where: 'activated_at is null and asked_at > $2 and (read_at is null or read_at < asked_at) order by asked_at limit $1',
};
const CHECK_OF = { name: 'voucher check', where: 'attempt_id = $1' };

/** The vouchers that an order and its refunds were paid out in, oldest first. */
export async function readVouchersOf(orm: Orm, orderId: string): Promise<IssuedVoucher[]> {
  return readRows<IssuedVoucher>(orm, VoucherEntity, OF_ORDER, [orderId]);
}

/** The voucher of a number, by the number's keyed hash; null when we have paid out none. */
export async function readVoucherByNumber(orm: Orm, numberHash: string): Promise<IssuedVoucher | null> {
  return readRow<IssuedVoucher>(orm, VoucherEntity, BY_NUMBER, [numberHash]);
}

/** The voucher of an attempt, or null. */
export async function readVoucherOfAttempt(orm: Orm, attemptId: string): Promise<IssuedVoucher | null> {
  return readRow<IssuedVoucher>(orm, VoucherEntity, BY_ATTEMPT, [attemptId]);
}

/** References of vouchers stored since a time, those of one attempt left out. */
export async function readVoucherReferencesSince(orm: Orm, since: Date, exceptAttemptId: string): Promise<Set<string>> {
  const rows = await readRows<IssuedVoucher>(orm, VoucherEntity, SINCE, [since]);
  return new Set(rows.filter(({ attemptId }) => attemptId !== exceptAttemptId).map(({ reference }) => reference));
}

const BEING_SENT = "select id from attempt where sent_alone is not null and state in ('sending', 'unknown') and id <> $1 limit 1";

/** Whether an attempt to create a voucher, other than this one, is being sent, or its answer was lost. */
export async function hasVoucherBeingSent(orm: Orm, exceptAttemptId: string): Promise<boolean> {
  return (await runPrepared(orm, 'voucher being sent', BEING_SENT, [exceptAttemptId])).length > 0;
}

/** An attempt of a currency whose payouts are sent one at a time, of which no answer is known. */
export interface AttemptSentAlone {
  readonly id: string;
  readonly currency: CurrencyCode;
  readonly sentAt: Date;
}

const SENT_ALONE = `select id, sent_alone as currency, coalesce(sent_at, created_at) as "sentAt" from attempt
  where sent_alone is not null and state in ('sending', 'unknown')`;

/** The attempts that keep others of their currency from being sent: at most one of each currency. */
export async function readAttemptsSentAlone(orm: Orm): Promise<AttemptSentAlone[]> {
  const rows = await runPrepared<AttemptSentAlone>(orm, 'attempts sent alone', SENT_ALONE, []);
  return rows.map((row) => ({ ...row, sentAt: new Date(row.sentAt) }));
}

/** Asks the signer what the issuer says of a voucher now. */
export async function askVoucherCheck(orm: Orm, attemptId: string, at: Date): Promise<void> {
  const row = { attemptId, askedAt: at };
  await dbOf(orm)
    .insertInto('voucher_check')
    .values(row)
    .onConflict((conflict) => conflict.column('attemptId').doUpdateSet({ askedAt: at }))
    .execute();
}

/** The stored check of a voucher, with the issuer's last answer; null when nobody has asked about it. */
export async function readVoucherCheck(orm: Orm, attemptId: string): Promise<VoucherCheck | null> {
  return readRow<VoucherCheck>(orm, VoucherCheckEntity, CHECK_OF, [attemptId]);
}

/** Vouchers that were asked about after a time and since the issuer was, oldest first. */
export async function readVoucherChecksOpen(orm: Orm, askedAfter: Date, limit: number): Promise<VoucherCheck[]> {
  return readRows<VoucherCheck>(orm, VoucherCheckEntity, CHECKS_OPEN, [limit, askedAfter]);
}

/** Stores what the issuer says of a voucher. */
export async function answerVoucherCheck(
  orm: Orm,
  attemptId: string,
  answer: Pick<VoucherCheck, 'activatedAt' | 'activatedBy'> & { readonly readAt: Date },
): Promise<void> {
  await dbOf(orm).updateTable('voucher_check').set(answer).where('attemptId', '=', attemptId).where('activatedAt', 'is', null).execute();
}
