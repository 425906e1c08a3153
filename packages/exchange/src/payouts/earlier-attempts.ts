import { applyChanges } from '@quydoi/database/apply-changes';
import { readLastAttempt, readSentAttempts } from '@quydoi/database/repositories/payouts';
import type { Attempt } from '@quydoi/domain/transfer/attempt';
import { decideRecheck, decideRefused, decideSettled } from '@quydoi/domain/transfer/decide-attempt';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { decisionContext } from '../context.ts';
import { isProvenUnpaid, lookUp } from './look-up.ts';
import type { SignerTransfer } from './obligation.ts';
import type { SignerCtx } from './signer.ts';

/** When an attempt is looked at again whose predecessors could not be looked up. */
const LOOK_AGAIN_MS = 5_000;

/**
 * Whether an attempt must not be sent because an earlier attempt for the same money may have paid after all: a provider's refusal, an operator's
 * retry and the silence of its records can each be mistaken. Earlier attempts are looked up once more; proof settles the payout, or has an operator
 * decide where the earlier amount differs or may be what was recorded manually; while the records cannot be read, the attempt waits.
 */
export async function wasPaidBefore(ctx: SignerCtx, transfer: SignerTransfer): Promise<boolean> {
  const { obligation, payout } = transfer;
  const earlier = (await readSentAttempts(ctx.orm, obligation.payouts)).filter(({ attempt }) => attempt.id !== transfer.attempt.id);
  for (const { payout: before, attempt } of earlier) {
    const relation = obligation.relate(before, payout);
    if (relation === 'unrelated') continue;
    const look = await lookUp(ctx, { obligation, payout: before, attempt });
    const kind = ctx.rails.get(before.rail)?.payOut?.kind;
    if (look && kind && isProvenUnpaid(kind, look)) continue;
    if (look?.state !== 'paid') return await wait(ctx, transfer);
    if (await hasSettledAnother(ctx, attempt, transfer)) continue;
    const recorded = manualRecordOf(before, look.reference, transfer);
    if (recorded === 'this') continue;
    const settles = relation === 'same' && recorded === 'none';
    const decisionCtx = decisionContext(ctx, 'system', `payout:${payout.id}`);
    const change = settles
      ? decideSettled(transfer, look, decisionCtx, attempt)
      : decideRefused(transfer, `already paid by ${attempt.key}`, decisionCtx);
    if (!settles) ctx.logger.error({ payout: payout.id, attempt: attempt.key }, 'payout refused: an earlier attempt has paid');
    await applyChanges(ctx.orm, [change], decisionCtx.now);
    return true;
  }
  return false;
}

/** Whether an earlier attempt's transfer has settled another payout already: one transfer settles one payout. */
async function hasSettledAnother(ctx: SignerCtx, earlier: Attempt, { obligation, payout }: SignerTransfer): Promise<boolean> {
  const settled = obligation.payouts.filter(({ id, state }) => id !== payout.id && state === 'settled');
  const attempts = await Promise.all(settled.map(({ id }) => readLastAttempt(ctx.orm, id)));
  return attempts.some((attempt) => attempt?.state === 'done' && attempt.paidByAttemptId === earlier.id);
}

/**
 * What operators recorded manually for the same debt after an earlier payout of it failed: nothing, `this` very transfer, which has settled what
 * they recorded, or `another` one as far as can be told: it may be this transfer under a reference that the provider does not use.
 */
function manualRecordOf(earlier: Payout, reference: string, { obligation }: SignerTransfer): 'none' | 'this' | 'another' {
  const manual = obligation.payouts.filter(({ madeBy }) => madeBy === 'operator');
  const isLater = (one: Payout) =>
    one.obligationKind === earlier.obligationKind && one.obligationId === earlier.obligationId && one.state === 'settled' && one.seq > earlier.seq;
  if (!manual.some(isLater)) return 'none';
  return manual.some((one) => one.reference === reference) ? 'this' : 'another';
}

async function wait(ctx: SignerCtx, { attempt }: SignerTransfer): Promise<true> {
  const now = ctx.clock.now();
  await applyChanges(ctx.orm, [decideRecheck(attempt, false, new Date(now.getTime() + LOOK_AGAIN_MS))], now);
  return true;
}
