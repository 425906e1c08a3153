import { readSubmission, readSubmissionOfPayment, type VoucherSubmission } from '@quydoi/database/repositories/voucher-submissions';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/transfer/payment';
import type { Ctx } from '../context.ts';
import { type EvidenceFields, evidenceCodesOf } from '../evidence-codes.ts';

/*
 * A voucher's money comes without a name: that it is an order's, only the signer knows, because it has activated the voucher for that order. Its process
 * leaves a code with the answer, which its database login alone cannot make.
 */

/** What the issuer answered about an order's voucher. */
export type ActivationFacts = Pick<VoucherSubmission, 'id' | 'orderId'> & { readonly reference: string; readonly amount: bigint };

/** Makes the code of an activation. */
export function activationCodeOf(ctx: Ctx, facts: ActivationFacts): string {
  return evidenceCodesOf(ctx).codeOf('voucher activation', fieldsOf(facts));
}

/** Makes the code of a first call about a voucher. */
export function sentCodeOf(ctx: Ctx, submission: SentFacts): string {
  return evidenceCodesOf(ctx).codeOf('voucher activation', sentFieldsOf(submission));
}

/** Whether the signer's process itself made the first call about a voucher, when the row says: a login alone can put any voucher in doubt. */
export function isSentByUs(ctx: Ctx, submission: SentFacts & Pick<VoucherSubmission, 'sentCode'>): boolean {
  const { sentCode } = submission;
  return sentCode !== null && evidenceCodesOf(ctx).isCode(sentCode, 'voucher activation', sentFieldsOf(submission));
}

type SentFacts = Pick<VoucherSubmission, 'id' | 'orderId' | 'sentAt'>;

function sentFieldsOf({ id, orderId, sentAt }: SentFacts): EvidenceFields {
  return [id, orderId, 'sent', sentAt?.toISOString() ?? null];
}

/** Whether the signer's process itself has activated a voucher of this order that brought this payment. */
export async function isActivatedFor(ctx: Ctx, order: Order, payment: Pick<Payment, 'reference' | 'amount'>): Promise<boolean> {
  const found = await readSubmissionOfPayment(ctx.orm, payment.reference);
  if (!found || found.orderId !== order.id || found.amount !== payment.amount) return false;
  const { code } = (await readSubmission(ctx.orm, found.id)) ?? { code: null };
  return code !== null && evidenceCodesOf(ctx).isCode(code, 'voucher activation', fieldsOf(found));
}

function fieldsOf({ id, orderId, reference, amount }: ActivationFacts): EvidenceFields {
  return [id, orderId, reference, amount.toString()];
}
