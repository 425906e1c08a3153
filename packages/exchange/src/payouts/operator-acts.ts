import type { OrderVerb } from '@quydoi/database/repositories/audit';
import type { Payment } from '@quydoi/domain/transfer/payment';
import type { Payout } from '@quydoi/domain/transfer/payout';

/** Whether an operator gave a payment to the order that the call is about. */
export function isAttachmentOf({ verb, input }: OrderVerb, { id }: Pick<Payment, 'id'>): boolean {
  return verb === 'attachPayment' && input.id === id;
}

/** Whether an operator approved a payout. */
export function isApprovalOf({ verb, input }: OrderVerb, { id }: Pick<Payout, 'id'>): boolean {
  return verb === 'approvePayout' && input.payout === id;
}

/** Whether an operator let the order that the call is about go on, which was held as a risk. */
export function isClearance({ verb }: OrderVerb): boolean {
  return verb === 'clearRisk';
}
