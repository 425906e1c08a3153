import type { Orm } from '@quydoi/database/orm';
import type { StoredRecord } from '@quydoi/database/repositories/first-hand';
import { readOrdersByRef } from '@quydoi/database/repositories/orders';
import { addPaymentUse, type DoubleUseGuard } from '@quydoi/database/repositories/payment-uses';
import { readPaymentById } from '@quydoi/database/repositories/payments';
import type { JournalledRow } from '@quydoi/database/repositories/reconciliation-exceptions';
import { readDeposits, readKnownCustomers } from '@quydoi/database/repositories/wallets';
import type { Change } from '@quydoi/domain/change';
import { leasesAddresses } from '@quydoi/domain/networks';
import { candidateRefs } from '@quydoi/domain/order/match';
import { confirmPayments, type FirstHandPayment, isTransferFree } from '@quydoi/domain/transfer/first-hand';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { decideDeposit } from '@quydoi/domain/wallet/decide-deposit';
import { depositorsInMemo } from '@quydoi/domain/wallet/deposit-memo';
import { firstHandLists } from '@quydoi/rails/first-hand';
import { decisionContext } from '../context.ts';
import { decideAndApply, startingFrom } from '../decide-and-apply.ts';
import { readRecords, trueRecords, useCodeOf } from '../first-hand-records.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { isOwnAddress } from '../market/own-addresses.ts';
import { readDepositorByAddress } from '../payments/deposit-address-owner.ts';
import { readRowDecisions } from '../payouts/operator-decisions.ts';
import type { SignerCtx } from '../payouts/signer.ts';
import { freeAsFound, reportDoubt } from '../payouts/told-again.ts';

const BATCH_SIZE = 100;
const CONCURRENCY = 4;
const FIRST: Pick<Payment, 'recordedAt' | 'id'> = { recordedAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' };

/** The last deposit that each process has looked at, while there are more behind it. */
const lookedAt = new WeakMap<Orm, Pick<Payment, 'recordedAt' | 'id'>>();

/**
 * Credits deposits to their customers' balances, once the signer has read them itself. One that it has not read yet waits; one whose memo names nobody,
 * or several, by the signer's own reading, is left to operators. Runs take turns at more than one can look at: those that wait keep no others waiting.
 */
export async function creditDeposits(ctx: SignerCtx): Promise<false> {
  const deposits = await readDeposits(ctx.orm, lookedAt.get(ctx.orm) ?? FIRST, BATCH_SIZE);
  const last = deposits[BATCH_SIZE - 1];
  if (last) lookedAt.set(ctx.orm, last);
  else lookedAt.delete(ctx.orm);
  await forEachIsolated(ctx, deposits, 'deposit not credited', (deposit) => creditDeposit(ctx, deposit), {
    concurrency: CONCURRENCY,
    fieldsOf: ({ id }) => ({ payment: id }),
  });
  return false;
}

async function creditDeposit(ctx: SignerCtx, first: Payment): Promise<void> {
  const written = await decideAndApply(
    ctx,
    startingFrom(first, () => readPaymentById(ctx.orm, first.id)),
    (payment) => decide(ctx, payment),
  );
  if (written) ctx.logger.info({ payment: first.id }, 'deposit credited');
}

async function decide(ctx: SignerCtx, payment: Payment): Promise<Change | null> {
  if (payment.state !== 'case' || payment.caseCode !== 'deposit') return null;
  const record = confirmPayments([payment], await readRecords(ctx, [payment])).found.get(payment.id);
  const customerId = record && (await depositorOf(ctx, payment, record));
  if (!record || !customerId || !(await take(ctx, payment, record, customerId))) return null;
  return decideDeposit(payment, customerId, decisionContext(ctx, 'system', `payment:${payment.id}`));
}

/**
 * The only customer whom a payment names, as the signer has read it; null when it names an order besides, or nobody. On chains the address names the
 * customer: the database gives one only to who had none, and only one that was never used.
 */
async function depositorOf(ctx: SignerCtx, payment: Payment, { memo, payer }: FirstHandPayment): Promise<string | null> {
  if (leasesAddresses(payment.network)) return (await isOwnAddress(ctx, payment.account)) ? readDepositorByAddress(ctx, payment) : null;
  const [customerId, ...others] = await readKnownCustomers(ctx.orm, depositorsInMemo(memo));
  if (customerId === undefined || others.length > 0) return null;
  const orders = await readOrdersByRef(ctx.orm, candidateRefs({ ...payment, memo, payer }));
  return orders.length === 0 ? customerId : null;
}

/**
 * Whether operators have found a row to be a transfer of its own, to this customer: what they were told of it, which the worker's login may have written,
 * names nobody else.
 */
async function isFound(ctx: SignerCtx, record: FirstHandPayment, { source, sourceId, detail }: JournalledRow, customerId: string): Promise<boolean> {
  const [told, ...others] = await readKnownCustomers(ctx.orm, depositorsInMemo(detail));
  if (told !== customerId || others.length > 0) return false;
  return (await readRowDecisions(ctx, { ...record, source, sourceId })).length > 0;
}

/**
 * Takes a record for the deposit of a customer, unless that was done before. One that seems to be told again is taken where operators have found it to be
 * a transfer of its own. @returns whether it is that customer's
 */
async function take(ctx: SignerCtx, payment: Payment, record: FirstHandPayment, customerId: string): Promise<boolean> {
  if (record.use) return record.use.customerId === customerId;
  const use = { paymentId: payment.id, orderId: null, customerId };
  const coded = { ...use, code: useCodeOf(ctx, record, use) };
  const add = (guard: DoubleUseGuard) => addPaymentUse(ctx.orm, record, coded, ctx.clock.now(), guard);
  const isOnlyList = firstHandLists(ctx.rails.get(record.network)?.firstHand).length <= 1;
  let nearby: FirstHandPayment[] = [];
  const isFreeByItself = (stored: readonly StoredRecord[]) => {
    nearby = trueRecords(ctx, stored);
    return isTransferFree(record, nearby);
  };
  if (await add({ isOnlyList, isFree: isFreeByItself })) return true;
  const isFree = await freeAsFound(ctx, record, (row) => isFound(ctx, record, row, customerId));
  if (await add({ isOnlyList: false, isFree })) return true;
  // Another signer may have taken it meanwhile.
  const taken = confirmPayments([payment], await readRecords(ctx, [payment])).found.get(payment.id)?.use;
  if (!taken) await reportDoubt(ctx, payment, record, nearby);
  return taken?.customerId === customerId;
}
