import { applyChanges } from '@quydoi/database/apply-changes';
import { NO_CHANGE } from '@quydoi/domain/change';
import { CONFIRMATION_SLOW_MINUTES } from '@quydoi/domain/constants';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { decidePostponed } from '@quydoi/domain/transfer/decide-attempt';
import { decideRejected } from '@quydoi/domain/transfer/decide-outcome';
import type { Payout, PayoutWait } from '@quydoi/domain/transfer/payout';
import { stepPayout } from '@quydoi/domain/transfer/steps';
import { decisionContext } from '../context.ts';
import { isDueAgain } from '../due-again.ts';
import { waitingUntil } from './postpone.ts';
import type { SignerCtx } from './signer.ts';
import type { SignerObligation, Waiting } from './signer-obligation.ts';

const UNCONFIRMED_REPORT_MS = HOUR_MS;

/** Ends a payout that the signer's validation rejects. */
export async function reject(ctx: SignerCtx, obligation: SignerObligation, payout: Payout, reason: string): Promise<void> {
  const decisionCtx = decisionContext(ctx, 'system', `payout:${payout.id}`);
  const change = decideRejected({ obligation, payout }, await obligation.readHeld(payout), decisionCtx);
  // A conflict means that another signer was faster, and the rejection is void.
  await applyChanges(ctx.orm, [change], decisionCtx.now);
  ctx.logger.error({ obligation: `${payout.obligationKind}:${payout.obligationId}`, payout: payout.id, reason }, 'payout rejected by the signer');
  ctx.telemetry.refused('payout_evidence');
}

/**
 * Postpones a payout that waits for a confirmation or an approval. The first check only marks it as waiting, and a second check follows at once,
 * because a confirmation that is stored between check and mark finds no waiting payout to resume. Logged once for each `waitsFor`.
 */
export async function wait(ctx: SignerCtx, payout: Payout, { waitsFor, detail }: Waiting): Promise<void> {
  const isKnown = payout.waitsFor === waitsFor;
  reportSlow(ctx, payout, waitsFor, detail);
  await applyChanges(ctx.orm, [decidePostponed(payout, isKnown ? waitingUntil(ctx, payout) : payout.nextAt, waitsFor)], ctx.clock.now());
  if (isKnown) return;
  ctx.logger.warn({ payout: payout.id, waitsFor, detail }, 'payout waits');
  ctx.telemetry.refused(`payout_${waitsFor}`);
}

/** Fails a payout whose obligation does not exist: nothing that the signer knows owes it. */
export async function failUnowed(ctx: SignerCtx, payout: Payout): Promise<void> {
  await applyChanges(ctx.orm, [{ ...NO_CHANGE, payouts: [stepPayout(payout, { state: 'failed' })] }], ctx.clock.now());
  ctx.logger.error({ obligation: `${payout.obligationKind}:${payout.obligationId}`, payout: payout.id }, 'payout without an obligation');
  ctx.telemetry.refused('payout_evidence');
}

/**
 * Raises an alarm, repeatedly, while the payments of a payout cannot be confirmed for minutes. Operators see the payout in `listAttention`, and may
 * refuse it.
 */
function reportSlow(ctx: SignerCtx, { id, network, createdAt }: Payout, waitsFor: PayoutWait, detail: string): void {
  const isSlow = ctx.clock.now().getTime() - createdAt.getTime() >= CONFIRMATION_SLOW_MINUTES * MINUTE_MS;
  if (waitsFor !== 'confirmation' || !isSlow || !isDueAgain(ctx, `unconfirmed ${id}`, UNCONFIRMED_REPORT_MS)) return;
  ctx.logger.error({ network, payout: id, detail }, 'payments of a payout have not been confirmed for minutes');
}
