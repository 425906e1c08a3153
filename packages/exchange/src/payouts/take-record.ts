import { readOrdersByRef } from '@quydoi/database/repositories/orders';
import { addPaymentUse, type DoubleUseGuard } from '@quydoi/database/repositories/payment-uses';
import { type JournalledRow, readJournalledRows } from '@quydoi/database/repositories/reconciliation-exceptions';
import { readKnownCustomers } from '@quydoi/database/repositories/wallets';
import { RETENTION_DAYS } from '@quydoi/domain/constants';
import { DAY_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { refsInMemo } from '@quydoi/domain/memo';
import { NETWORKS } from '@quydoi/domain/networks';
import { type FirstHandPayment, isTransferFree, type PaymentUse, rowsToldAgain } from '@quydoi/domain/transfer/first-hand';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { nearbyWindow } from '@quydoi/domain/transfer/same-transfer';
import { depositorsInMemo } from '@quydoi/domain/wallet/deposit-memo';
import { firstHandLists } from '@quydoi/rails/first-hand';
import { isDueAgain } from '../due-again.ts';
import { findRecords, trueRecords, useCodeOf } from '../first-hand-records.ts';
import { reportExceptions } from '../report-exception.ts';
import { doubtDetail, isToldOf } from '../told-again-detail.ts';
import { readRowDecisions } from './operator-decisions.ts';
import type { SignerCtx } from './signer.ts';

/** A payment in doubt for so long is told to operators: another list may still tell of its transfer. */
const DOUBT_TOLD_AFTER_MS = MINUTE_MS;
/** The signer comes to a payment in doubt at each look. */
const DOUBT_REPORT_MS = MINUTE_MS;

/** What a record is taken for, and what operators have to do with it. */
export interface Taking {
  readonly payment: Payment;
  /** The payment's record, unused. */
  readonly record: FirstHandPayment;
  readonly use: PaymentUse;
  /** Whether the signer's own reading alone tells the use; false where an operator has chosen it. */
  readonly isAutomatic: boolean;
  /** Whether operators had the payment journalled as a transfer of its own, and chose its use. */
  isChosen(): Promise<boolean>;
}

/**
 * Takes a record of a payment for its use, for good, if its transfer was taken for nothing: by the signer's own readings, or by what operators have found
 * of rows that a list told again. A payment that stays in doubt is told to operators.
 * @returns the record with the use that the payment has now, which a concurrent signer may have chosen; null while it is in doubt
 */
export async function takeRecord(ctx: SignerCtx, taking: Taking): Promise<FirstHandPayment | null> {
  const { payment, record, use, isAutomatic } = taking;
  const coded = { ...use, code: useCodeOf(ctx, record, use) };
  const add = (guard: DoubleUseGuard) => addPaymentUse(ctx.orm, record, coded, ctx.clock.now(), guard);
  let readToldAgain = (): FirstHandPayment[] => [];
  const isFree: DoubleUseGuard['isFree'] = (stored, payees) => {
    const nearby = trueRecords(ctx, stored);
    readToldAgain = () => rowsToldAgain(record, nearby, payees);
    return isTransferFree(record, nearby, payees);
  };
  const isOnlyList = firstHandLists(ctx.rails.get(record.network)?.firstHand).length <= 1;
  const mayTake = !(isAutomatic && areWordsErased(ctx, record));
  if (mayTake && (await add({ isOnlyList, isFree }))) return { ...record, use };
  const isFreeAsFound = await readFindings(ctx, taking);
  if (isFreeAsFound && (await add({ isOnlyList: false, isFree: isFreeAsFound }))) return { ...record, use };
  const taken = (await findRecords(ctx, [payment])).found.get(payment.id);
  if (taken?.use) return taken;
  await reportDoubt(ctx, payment, readToldAgain());
  return null;
}

/**
 * Whether rows that may be of a record's transfer are so old that their words may be erased: nothing would tell one of them, told again under another id,
 * from another transfer.
 */
function areWordsErased({ clock }: SignerCtx, record: FirstHandPayment): boolean {
  const erasedBefore = clock.now().getTime() - RETENTION_DAYS.firstHand * DAY_MS;
  return NETWORKS[record.network].repeatsReferences && nearbyWindow(record).from.getTime() < erasedBefore;
}

/**
 * How to tell whether a record's transfer is free by what operators have found (`journalRow`): that rows which a list told again are transfers of their
 * own. Each counts as one for its own payment and once that is taken, so that no other is taken in its place; and only if operators were told what the
 * signer has read of it, because whoever has the worker's login may have told them anything. Null where they have found nothing.
 */
async function readFindings(ctx: SignerCtx, { payment, record, isChosen }: Taking): Promise<DoubleUseGuard['isFree'] | null> {
  const rows = new Map((await readJournalledRows(ctx.orm, record)).map((row) => [keyOf(row), row]));
  if (rows.size === 0) return null;
  const namedInDecided = new Map<string, readonly string[]>();
  for (const [key, row] of rows) {
    if ((await readRowDecisions(ctx, { ...record, source: row.source, sourceId: row.sourceId })).length === 0) continue;
    namedInDecided.set(key, await readNamed(ctx, row.memo ?? ''));
  }
  const isPaymentChosen = await isChosen();
  return (stored, payees) => {
    const nearby = trueRecords(ctx, stored);
    const taken = nearby.flatMap(({ source, sourceId, use }) => (use ? [{ source, sourceId, paymentId: use.paymentId }] : []));
    taken.push({ source: record.source, sourceId: record.sourceId, paymentId: payment.id });
    return isTransferFree(record, nearby, payees, (row) => {
      const found = rows.get(keyOf(row));
      if (!found || !taken.some((one) => isOf(one, found))) return false;
      const named = namedInDecided.get(keyOf(row));
      return isPaymentChosen || (named !== undefined && isToldOf(found, named, row));
    });
  };
}

/** The known customers and orders that a memo names. */
async function readNamed({ orm }: SignerCtx, memo: string): Promise<string[]> {
  const orders = await readOrdersByRef(orm, refsInMemo(memo));
  return [...(await readKnownCustomers(orm, depositorsInMemo(memo))), ...orders.map(({ ref }) => ref)];
}

/** A record that was taken for a payment, or is to be. */
type Taken = Pick<FirstHandPayment, 'source' | 'sourceId'> & Pick<PaymentUse, 'paymentId'>;

/** Whether a record is of a journalled row: the row itself, or another list's of the payment that the row was journalled as. */
function isOf(record: Taken, row: JournalledRow): boolean {
  return record.source === row.source ? record.sourceId === row.sourceId : record.paymentId === row.paymentId;
}

function keyOf({ source, sourceId }: Pick<FirstHandPayment, 'source' | 'sourceId'>): string {
  return JSON.stringify([source, sourceId]);
}

/**
 * Reports the rows for which a journalled payment waits, because the signer takes them for copies: the worker may have read equal transfers at once that the
 * signer has read one after the other. Operators find out which are transfers of their own (`journalRow`).
 */
async function reportDoubt(ctx: SignerCtx, payment: Payment, rows: readonly FirstHandPayment[]): Promise<void> {
  if (ctx.clock.now().getTime() - payment.recordedAt.getTime() < DOUBT_TOLD_AFTER_MS) return;
  if (!isDueAgain(ctx, `doubt ${payment.id}`, DOUBT_REPORT_MS)) return;
  await reportExceptions(
    ctx,
    rows.map(({ network, source, sourceId, account, unit, amount, reference, memo, payer, paidAt }) => {
      const told = { reference, memo, payer, payerName: null, paidAt: paidAt.toISOString() };
      const detail = doubtDetail(payment, told);
      return { network, source, sourceId, kind: 'told_again', account, asset: unit, amount: amount.toString(), detail, told };
    }),
  );
}
