import type { Change } from '@quydoi/domain/change';
import type { DecisionContext } from '@quydoi/domain/decision-context';
import { decideCodeEntered, decideCodeRequested, decideRecheck } from '@quydoi/domain/transfer/decide-attempt';
import { decideAbsent, decideExpired, decideRefused, decideRetry, decideSettled } from '@quydoi/domain/transfer/decide-outcome';
import type { TransferState } from '@quydoi/domain/transfer/steps';
import type { ProviderRecord } from './check-attempt.ts';
import type { PayoutKind } from './check-times.ts';

/** What was found out about an attempt that awaits its record. */
export interface AttemptFinding {
  readonly kind: PayoutKind;
  /** Null when the records could not be read, which says nothing about the payout. */
  readonly record: ProviderRecord | null;
  /** Whether records that are still silent now are believed to stay so (`isPatienceOver`). */
  readonly isPatienceOver: boolean;
  /** When to look again, should the record decide nothing. */
  readonly nextCheckAt: Date;
}

/** Moves an attempt by its provider's record, or schedules the next look. */
export function decideByRecord(transfer: TransferState, { kind, record, isPatienceOver, nextCheckAt }: AttemptFinding, ctx: DecisionContext): Change {
  const { attempt } = transfer;
  const again = (foundNothing: boolean) => decideRecheck(attempt, foundNothing, nextCheckAt);
  if (record === null) return again(false);
  switch (record.state) {
    case 'paid':
      // The code was entered meanwhile: first the obligation reflects that, and the next check settles. Another part may still wait for its own code.
      return attempt.awaitingCode ? decideCodeEntered(transfer, ctx) : decideSettled(transfer, record, ctx);
    case 'absent':
      return isPatienceOver ? decideAbsent(transfer, ctx) : again(true);
    case 'failed':
      return decideRetry(transfer, record.detail, ctx, record.fee);
    case 'expired':
      return decideExpired(transfer, ctx);
    case 'waiting-otp':
      return decideCodeRequested(transfer, nextCheckAt, ctx);
    case 'pending':
      return attempt.awaitingCode ? decideCodeEntered(transfer, ctx) : again(kind === 'signed');
    case 'refused':
      return kind === 'keyed' ? decideRetry(transfer, record.detail, ctx) : again(false);
    case 'reversed':
      return kind === 'keyed' ? decideRefused(transfer, 'reversed', ctx) : again(false);
  }
}
