import type { Change } from '@quydoi/domain/change';
import type { DecisionContext } from '@quydoi/domain/decision-context';
import { decideAccepted, decideUnknown } from '@quydoi/domain/transfer/decide-attempt';
import { decideRefused, decideRefusedTemporarily, decideRetry } from '@quydoi/domain/transfer/decide-outcome';
import type { TransferState } from '@quydoi/domain/transfer/steps';
import type { PayoutKind } from './check-times.ts';
import type { Answer } from './send.ts';

/** The provider that answered. */
export interface Answerer {
  readonly kind: PayoutKind;
  /** Whether other providers make the same payouts. */
  readonly isOneOfSeveral: boolean;
}

/** Moves an attempt by the answer to its first sending. */
export function decideAnswered(transfer: TransferState, { kind, isOneOfSeveral }: Answerer, answer: Answer, ctx: DecisionContext): Change {
  switch (answer.state) {
    case 'accepted':
      return decideAccepted(transfer, answer.reference, answer.fee, ctx);
    case 'refused':
      return decideByRefusal(transfer, answer, isOneOfSeveral, ctx);
    case 'trouble': {
      // A signed transfer can always be sent again; only the chain's word ends it.
      const isUnknown = answer.error.outcome === 'unknown' || kind === 'signed';
      return isUnknown ? decideUnknown(transfer, answer.error.message, ctx) : decideRetry(transfer, answer.error.message, ctx);
    }
  }
}

function decideByRefusal(
  transfer: TransferState,
  { refusal, detail }: Extract<Answer, { state: 'refused' }>,
  isOneOfSeveral: boolean,
  ctx: DecisionContext,
): Change {
  switch (refusal) {
    // A wallet that is short is filled up by a person, which is not the payout's failure.
    case 'temporary':
    case 'funds':
      return decideRefusedTemporarily(transfer, detail, ctx);
    case 'credentials':
      return decideRetry(transfer, detail, ctx);
    case 'destination':
    case 'other':
      // The first word of one of several is not the last: another may know the account.
      return isOneOfSeveral && isFirstTry(transfer) ? decideRetry(transfer, detail, ctx) : decideRefused(transfer, detail, ctx);
  }
}

function isFirstTry({ payout: { tries, expiries } }: TransferState): boolean {
  return tries - expiries <= 1;
}

/** Whether a provider refused our credentials. */
export function refusesCredentials(answer: Answer): boolean {
  return (answer.state === 'refused' && answer.refusal === 'credentials') || (answer.state === 'trouble' && answer.error.trouble === 'credentials');
}
