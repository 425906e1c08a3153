import type { Orm } from '@quydoi/database/orm';
import { readPaymentById } from '@quydoi/database/repositories/payments';
import { readDeposits } from '@quydoi/database/repositories/wallets';
import type { Change } from '@quydoi/domain/change';
import { leasesAddresses } from '@quydoi/domain/networks';
import type { FirstHandPayment } from '@quydoi/domain/transfer/first-hand';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { decideDeposit } from '@quydoi/domain/wallet/decide-deposit';
import { decisionContext } from '../context.ts';
import { decideAndApply, startingFrom } from '../decide-and-apply.ts';
import { findRecords } from '../first-hand-records.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { isOwnAddress } from '../market/own-addresses.ts';
import { readDepositorByAddress } from '../orders/deposit-address-owner.ts';
import { readNamedDepositor } from '../payments/named-depositor.ts';
import type { SignerCtx } from '../payouts/signer.ts';
import { takeRecord } from '../payouts/take-record.ts';

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
  const record = (await findRecords(ctx, [payment])).found.get(payment.id);
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
  return readNamedDepositor(ctx, { ...payment, memo, payer });
}

/** Takes a record for a customer's deposit if it is free. @returns whether the deposit is this customer's, by now or before */
async function take(ctx: SignerCtx, payment: Payment, record: FirstHandPayment, customerId: string): Promise<boolean> {
  if (record.use) return record.use.customerId === customerId;
  const taken = await takeRecord(ctx, {
    payment,
    record,
    use: { paymentId: payment.id, orderId: null, customerId },
    isAutomatic: true,
    isChosen: async () => false,
  });
  return taken?.use?.customerId === customerId;
}
