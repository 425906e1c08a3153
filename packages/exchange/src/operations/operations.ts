import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { Operations } from '@quydoi/contract/ports';
import { addAudit } from '@quydoi/database/repositories/audit';
import type { Ctx } from '../context.ts';
import { adjustReserve } from './adjust-reserve.ts';
import { attachPayment } from './attach-payment.ts';
import { checkLedger } from './check-ledger.ts';
import { clearRisk } from './clear-risk.ts';
import { listAttention } from './list-attention.ts';
import { listUnmatched } from './list-unmatched.ts';
import { markForged } from './mark-forged.ts';
import { listReviews, moderateReview } from './moderate-review.ts';
import type { OperatorVerb } from './operator-verb.ts';
import { listRails, setRail } from './rails.ts';
import { recordHandPayout } from './record-hand-payout.ts';
import { refundOrder } from './refund-order.ts';
import { refundPayment } from './refund-payment.ts';
import { resolveError } from './resolve-error.ts';
import { setPair, setRate } from './set-rate.ts';

/** The operators' port. Every act that changes something is written to the audit log before it is done. */
export function bindOperations(ctx: Ctx): Operations {
  const act =
    <I, O>(name: string, verb: OperatorVerb<I, O>) =>
    async (caller: Caller, input: I): Promise<O> => {
      const operator = operatorOf(caller);
      await addAudit(ctx.orm, { operator, verb: name, input, at: ctx.clock.now() });
      return verb(ctx, operator, input);
    };
  const look =
    <I, O>(verb: OperatorVerb<I, O>) =>
    async (caller: Caller, input: I): Promise<O> =>
      verb(ctx, operatorOf(caller), input);
  return {
    setRate: act('setRate', setRate),
    setPair: act('setPair', setPair),
    setRail: act('setRail', setRail),
    resolveError: act('resolveError', resolveError),
    recordHandPayout: act('recordHandPayout', recordHandPayout),
    adjustReserve: act('adjustReserve', adjustReserve),
    moderateReview: act('moderateReview', moderateReview),
    attachPayment: act('attachPayment', attachPayment),
    refundPayment: act('refundPayment', refundPayment),
    refundOrder: act('refundOrder', refundOrder),
    clearRisk: act('clearRisk', clearRisk),
    markForged: act('markForged', markForged),
    listReviews: look(listReviews),
    listAttention: look(listAttention),
    listUnmatched: look(listUnmatched),
    listRails: look(listRails),
    checkLedger: look(checkLedger),
  };
}

function operatorOf(caller: Caller): string {
  if (caller.operator === null) throw new AppError('FORBIDDEN');
  return caller.operator;
}
