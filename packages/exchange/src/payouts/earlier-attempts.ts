import { applyChanges } from '@quydoi/database/apply-changes';
import { readLastAttempt, readSentAttempts } from '@quydoi/database/repositories/payouts';
import type { Attempt, AttemptState } from '@quydoi/domain/transfer/attempt';
import { decideRefused, decideSettled } from '@quydoi/domain/transfer/decide-outcome';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { excludeEachOther } from '@quydoi/domain/transfer/slot';
import { decisionContext } from '../context.ts';
import { checkAttempt, isProvenUnpaid } from './check-attempt.ts';
import { isRecordOf, manualPayoutsAfter, recordsManually } from './manual-record.ts';
import { wasNeverSent } from './never-sent.ts';
import { readOperatorDecisions } from './operator-decisions.ts';
import { isRefusedVoucher, mayBeAnothers, withVoucher } from './paid-vouchers.ts';
import { postponeAttempt } from './postpone.ts';
import { providerOf } from './providers.ts';
import { readSignedTransfers } from './rail-requests.ts';
import { type Contradiction, reportContradiction } from './report-contradiction.ts';
import type { SignerCtx } from './signer.ts';
import type { SignerTransfer } from './signer-obligation.ts';

/** States of attempts that count as unpaid. */
const ENDED_UNPAID: readonly AttemptState[] = ['refused', 'absent'];

/**
 * Looks earlier attempts for the same money up once more before a send, because a provider's refusal, an operator's retry and an absent record can
 * each be wrong. If one has paid, the payout is settled by it, or failed for an operator to decide where the amount differs or a manual payout may
 * be the same transfer. If the records cannot be read, or the earlier attempt can still pay, this one is postponed.
 * @returns whether the attempt must not be sent now
 */
export async function isBlockedByEarlierAttempt(ctx: SignerCtx, transfer: SignerTransfer): Promise<boolean> {
  const { obligation, payout } = transfer;
  const earlier = (await readSentAttempts(ctx.orm, obligation.payouts)).filter(({ attempt }) => attempt.id !== transfer.attempt.id);
  for (const { payout: before, attempt } of earlier) {
    const relation = obligation.relate(before, payout);
    if (relation === 'unrelated' || isRefusedVoucher(before, attempt)) continue;
    // Its provider, which may be away, has nothing to tell of it.
    if (wasNeverSent(ctx, attempt) && attempt.provider !== transfer.attempt.provider) continue;
    const record = await checkAttempt(ctx, { obligation, payout: before, attempt });
    if (record?.state === 'paid' && (await mayBeAnothers(ctx, { obligation, payout: before, attempt }, record.reference))) {
      await postponeAttempt(ctx, transfer.attempt.id);
      return true;
    }
    const kind = providerOf(ctx, before, attempt)?.payouts.kind;
    if (record && kind && isProvenUnpaid(kind, record)) continue;
    if (record?.state === 'pending' && (await areExclusive(ctx, before, attempt, transfer))) continue;
    if (record?.state !== 'paid') {
      await postponeAttempt(ctx, transfer.attempt.id);
      return true;
    }
    if (await hasSettledAnother(ctx, attempt, transfer)) continue;
    const recorded = await manualRecordOf(ctx, before, record.reference, transfer);
    if (recorded === 'this') continue;
    const settles = relation === 'same' && recorded === 'none';
    const decisionCtx = decisionContext(ctx, 'system', `payout:${payout.id}`);
    const change = settles
      ? decideSettled(transfer, record, decisionCtx, attempt)
      : decideRefused(transfer, `already paid by ${attempt.key}`, decisionCtx);
    const fields = { payout: payout.id, attempt: attempt.id, state: attempt.state };
    if (settles) ctx.logger.warn(fields, 'payout settled by an earlier attempt that has paid after all');
    else ctx.logger.error(fields, 'payout refused: an earlier attempt has paid');
    await applyChanges(ctx.orm, [withVoucher(ctx, { obligation, payout: before, attempt }, change, record)], decisionCtx.now);
    await reportOthersPaid(ctx, transfer, attempt);
    return true;
  }
  return false;
}

/**
 * Reports attempts for the same money that their provider called failed, or did not know, and that have paid nevertheless, besides the one that
 * settled the payout.
 */
export async function reportOthersPaid(ctx: SignerCtx, transfer: SignerTransfer, paying: Attempt): Promise<void> {
  const { obligation, payout } = transfer;
  const ended = (await readSentAttempts(ctx.orm, obligation.payouts)).filter(({ attempt }) => ENDED_UNPAID.includes(attempt.state));
  for (const { payout: before, attempt } of ended) {
    const isOther = attempt.id !== paying.id && attempt.id !== transfer.attempt.id && obligation.relate(before, payout) !== 'unrelated';
    if (isOther) await reportIfPaid(ctx, { obligation, payout: before, attempt }, 'paid-too');
  }
}

/**
 * Reports an attempt that its provider called failed, or did not know, if it has paid nevertheless: unless it has settled another payout, an operator
 * has recorded this very transfer, or the provider's record may be another attempt's.
 */
export async function reportIfPaid(ctx: SignerCtx, transfer: SignerTransfer, kind: Contradiction): Promise<void> {
  const { payout, attempt } = transfer;
  if (isRefusedVoucher(payout, attempt)) return;
  const record = await checkAttempt(ctx, transfer);
  if (record?.state !== 'paid' || (await hasSettledAnother(ctx, attempt, transfer)) || (await mayBeAnothers(ctx, transfer, record.reference))) return;
  if ((await manualRecordOf(ctx, payout, record.reference, transfer)) !== 'this') await reportContradiction(ctx, transfer, kind);
}

/** Whether each signed transfer of an earlier attempt shares a slot with each of this one, so that at most one of them all is mined. */
async function areExclusive(ctx: SignerCtx, before: Payout, earlier: Attempt, { payout, attempt }: SignerTransfer): Promise<boolean> {
  if (before.network !== payout.network) return false;
  const [theirs, ours] = await Promise.all([readSignedTransfers(ctx.orm, earlier), readSignedTransfers(ctx.orm, attempt)]);
  return excludeEachOther(theirs, ours);
}

/** Whether an earlier attempt's transfer has settled another payout already: one transfer settles one payout. */
async function hasSettledAnother(ctx: SignerCtx, earlier: Attempt, { obligation, payout }: SignerTransfer): Promise<boolean> {
  const settled = obligation.payouts.filter(({ id, state }) => id !== payout.id && state === 'settled');
  const attempts = await Promise.all(settled.map(({ id }) => readLastAttempt(ctx.orm, id)));
  return attempts.some((attempt) => attempt?.state === 'done' && attempt.paidByAttemptId === earlier.id);
}

/**
 * Manual payouts that operators recorded for the same obligation after an earlier payout of it failed. `none`; `this`: one has this transfer's
 * part, reference and amount, and the audit log has the call that recorded it, so that the transfer's money is counted; `another`: they are of other
 * parts, have other references, which may name the same transfer differently, or are no proof.
 */
async function manualRecordOf(
  ctx: SignerCtx,
  earlier: Payout,
  reference: string,
  { obligation }: SignerTransfer,
): Promise<'none' | 'this' | 'another'> {
  const manual = manualPayoutsAfter(earlier, obligation.payouts);
  if (manual.length === 0) return 'none';
  const isRecorded = manual.some((one) => isRecordOf(one, earlier, reference));
  return isRecorded && (await hasBeenRecorded(ctx, earlier, reference)) ? 'this' : 'another';
}

/** Whether an operator's call that records payouts of this obligation named this reference. */
async function hasBeenRecorded(ctx: SignerCtx, payout: Payout, reference: string): Promise<boolean> {
  if (payout.orderId === null) return false;
  const decisions = await readOperatorDecisions(ctx, payout.orderId, payout);
  return decisions.some((decision) => recordsManually(decision, payout, reference));
}
