import { bankHolderOf } from '../holder-name.ts';
import type { PayOsPayout, PayOsState } from './book.ts';

/** Approval state by transfer state. */
const APPROVALS: Record<PayOsState, string> = {
  HELD: 'SUBMITTED',
  RECEIVED: 'PROCESSING',
  PROCESSING: 'PROCESSING',
  SUCCEEDED: 'COMPLETED',
  REVERSED: 'COMPLETED',
  FAILED: 'FAILED',
  CANCELLED: 'CANCELLED',
};

/** A payout as payOS answers it. */
export function payoutView(payout: PayOsPayout) {
  const { state, arrivedAt } = payout;
  return {
    id: payout.id,
    referenceId: payout.referenceId,
    transactions: [
      {
        id: payout.transactionId,
        referenceId: payout.referenceId,
        amount: payout.amount,
        description: payout.description,
        toBin: payout.bin,
        toAccountNumber: payout.account,
        toAccountName: bankHolderOf(payout.bin, payout.account),
        reference: arrivedAt ? payout.reference : null,
        transactionDatetime: arrivedAt?.toISOString() ?? null,
        errorMessage: state === 'FAILED' ? 'Ngân hàng thụ hưởng từ chối giao dịch' : null,
        errorCode: state === 'FAILED' ? 'BANK_REJECTED' : null,
        state: state === 'HELD' ? 'RECEIVED' : state,
      },
    ],
    category: null,
    approvalState: APPROVALS[state],
    createdAt: payout.createdAt.toISOString(),
  };
}
