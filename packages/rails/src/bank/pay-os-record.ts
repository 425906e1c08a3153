import type { PayoutRecord, PayoutRequest } from '../payout.ts';
import { RailError } from '../rail-error.ts';
import { type PayOsPayout, payOsTimeToDate } from './pay-os-wire.ts';

/** Approval states in which an operator has to approve the payout. */
const WAITING_APPROVALS: readonly string[] = ['DRAFTING', 'SUBMITTED'];
/** Final approval states: a transfer that has not begun never will. */
const ENDED_APPROVALS: readonly string[] = ['REJECTED', 'CANCELLED', 'FAILED'];

/**
 * Maps a payout in payOS's records to its state. The transfer's state decides; the approval's only before a transfer has begun. Unknown
 * states count as pending, because they never prove that no money moved.
 */
export function recordOf(payout: PayOsPayout, now: Date): PayoutRecord {
  const { id, transactions, approvalState, createdAt } = payout;
  const transaction = transactions[0];
  const reference = transaction?.reference || transaction?.id || id;
  const detail = refusalIn(payout);
  if (detail !== null) return { state: 'refused', detail };
  if (transaction?.state === 'SUCCEEDED') {
    const at = payOsTimeToDate(transaction.transactionDatetime ?? '') ?? payOsTimeToDate(createdAt) ?? now;
    // payOS charges its own contract account, not the payout.
    return { state: 'paid', reference, fee: 0n, at };
  }
  if (transaction?.state === 'REVERSED') return { state: 'reversed', reference };
  return { state: hasNotBegun(payout) && WAITING_APPROVALS.includes(approvalState) ? 'waiting-otp' : 'pending' };
}

/** Reason why a payout definitely moved no money and never will; null when it may. */
export function refusalIn(payout: PayOsPayout): string | null {
  const transaction = payout.transactions[0];
  const isEnded = transaction?.state === 'FAILED' || transaction?.state === 'CANCELLED';
  if (!isEnded && !(hasNotBegun(payout) && ENDED_APPROVALS.includes(payout.approvalState))) return null;
  const said = [transaction?.errorCode, transaction?.errorMessage].filter(Boolean).join(' ');
  return said || `${transaction?.state ?? 'no transfer'}, approval ${payout.approvalState}`;
}

function hasNotBegun({ transactions }: PayOsPayout): boolean {
  return (transactions[0]?.state ?? 'RECEIVED') === 'RECEIVED';
}

/** Finds our payout by its key, which is payOS's reference; null when absent. @throws RailError when it differs from the request */
export function payoutOf(payouts: readonly PayOsPayout[], bin: string, request: PayoutRequest): PayOsPayout | null {
  const ours = payouts.filter((payout) => payout.referenceId === request.key);
  for (const payout of ours) requireSame(payout, bin, request);
  const live = ours.filter((payout) => refusalIn(payout) === null);
  if (live.length > 1) throw new RailError('bank', 'duplicated', 'unknown', `payOS has ${live.length} payouts under ${request.key}`);
  return live[0] ?? ours[0] ?? null;
}

/** @throws RailError when a payout under our key differs from the request */
export function requireSame(payout: PayOsPayout, bin: string, request: PayoutRequest): void {
  const isSame =
    payout.referenceId === request.key &&
    payout.transactions.length <= 1 &&
    payout.transactions.every(
      ({ amount, toBin, toAccountNumber }) => BigInt(amount) === request.amount && toBin === bin && toAccountNumber === request.destination,
    );
  if (!isSame) throw mismatch(`has another payout under ${request.key}`);
}

function mismatch(why: string): RailError {
  return new RailError('bank', 'malformed', 'unknown', `payOS ${why}`);
}
