import type { Change } from '@quydoi/domain/change';
import type { DecisionContext } from '@quydoi/domain/decision-context';
import { decideAccepted, decideUnknown } from '@quydoi/domain/transfer/decide-attempt';
import { decideRefused, decideRefusedTemporarily, decideRetry } from '@quydoi/domain/transfer/decide-outcome';
import type { TransferState } from '@quydoi/domain/transfer/steps';
import type { PayoutKind } from './check-times.ts';
import type { Answer } from './send.ts';

/** Moves an attempt by the answer to its first sending. */
export function decideAnswered(transfer: TransferState, kind: PayoutKind, answer: Answer, ctx: DecisionContext): Change {
  switch (answer.state) {
    case 'accepted':
      return decideAccepted(transfer, answer.reference, answer.fee, ctx);
    case 'refused':
      return decideByRefusal(transfer, answer, ctx);
    case 'trouble': {
      // A signed transfer can always be sent again; only the chain's word ends it.
      const isUnknown = answer.error.outcome === 'unknown' || kind === 'signed';
      return isUnknown ? decideUnknown(transfer, answer.error.message, ctx) : decideRetry(transfer, answer.error.message, ctx);
    }
  }
}

function decideByRefusal(transfer: TransferState, { refusal, detail }: Extract<Answer, { state: 'refused' }>, ctx: DecisionContext): Change {
  switch (refusal) {
    // A wallet that is short is filled up by a person, which is not the payout's failure.
    case 'temporary':
    case 'funds':
      return decideRefusedTemporarily(transfer, detail, ctx);
    case 'credentials':
      return decideRetry(transfer, detail, ctx);
    case 'destination':
    case 'other':
      return decideRefused(transfer, detail, ctx);
  }
}

/** Whether a provider refused our credentials. */
export function refusesCredentials(answer: Answer): boolean {
  return (answer.state === 'refused' && answer.refusal === 'credentials') || (answer.state === 'trouble' && answer.error.trouble === 'credentials');
}
