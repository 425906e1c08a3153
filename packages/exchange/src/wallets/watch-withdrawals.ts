import { readSentAttempts } from '@quydoi/database/repositories/payouts';
import { readWithdrawal, readWithdrawalsUnsettled } from '@quydoi/database/repositories/wallets';
import { PAYOUT_WATCH_HOURS } from '@quydoi/domain/constants';
import { HOUR_MS } from '@quydoi/domain/durations';
import type { Withdrawal } from '@quydoi/domain/wallet/withdrawal';
import { decideTakenBack } from '@quydoi/domain/wallet/withdrawal-obligation';
import { decisionContext } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { isDueAgain } from '../due-again.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { isOurs } from '../payouts/attempt-codes.ts';
import { checkAttempt } from '../payouts/check-attempt.ts';
import { watchPauseMs } from '../payouts/check-times.ts';
import { hasLeftBalance } from '../payouts/obligations/read-withdrawal-obligation.ts';
import { reportContradiction } from '../payouts/report-contradiction.ts';
import type { SignerCtx } from '../payouts/signer.ts';
import type { ProviderTransfer } from '../payouts/signer-obligation.ts';
import { readWithdrawalAndPayouts } from './withdrawal-and-payouts.ts';

const BATCH_SIZE = 1_000;
const CONCURRENCY = 4;

/**
 * Looks at withdrawals that ended without a settled payout, which `watchSettled` passes over, during `PAYOUT_WATCH_HOURS`, at growing intervals. What was
 * called done by a transfer that its provider takes back goes back to its balance. What went back to its balance and is paid nevertheless, or
 * contradicts otherwise what was said of it, is reported to operators.
 */
export async function watchWithdrawals(ctx: SignerCtx): Promise<false> {
  const nowMs = ctx.clock.now().getTime();
  const ended = await readWithdrawalsUnsettled(ctx.orm, new Date(nowMs - PAYOUT_WATCH_HOURS * HOUR_MS), BATCH_SIZE);
  const due = ended.filter(({ id, version, finalAt }) =>
    isDueAgain(ctx, `ended ${id} ${version}`, watchPauseMs(nowMs - (finalAt?.getTime() ?? nowMs))),
  );
  await forEachIsolated(ctx, due, 'withdrawal not watched', (withdrawal) => watch(ctx, withdrawal), {
    concurrency: CONCURRENCY,
    fieldsOf: ({ id }) => ({ withdrawal: id }),
  });
  return false;
}

async function watch(ctx: SignerCtx, { id }: Withdrawal): Promise<void> {
  const state = await readWithdrawalAndPayouts(ctx, id);
  if (!state) return;
  const { withdrawal, payouts } = state;
  let paid = 0;
  for (const sent of await readSentAttempts(ctx.orm, payouts)) {
    const transfer = { ...sent, obligation: { memo: withdrawal.ref } };
    const record = await checkAttempt(ctx, transfer);
    if (record?.state === 'paid') {
      paid += 1;
      if (withdrawal.state === 'failed') await reportContradiction(ctx, transfer, 'paid-after-return');
      else if (paid > 1) await reportContradiction(ctx, transfer, 'paid-too');
    } else if (withdrawal.state === 'done' && (record?.state === 'reversed' || record?.state === 'refused')) {
      const reference = record.state === 'reversed' ? record.reference : null;
      await takeBack(ctx, withdrawal, transfer, reference);
    }
  }
}

/** Gives a withdrawal back to its balance that was done by a transfer, by its reference. Whether another one is what operators have found, they decide. */
async function takeBack(ctx: SignerCtx, { id, reference }: Withdrawal, transfer: ProviderTransfer, takenBack: string | null): Promise<void> {
  if (takenBack === null || takenBack !== reference || !(await isOurs(ctx, transfer.attempt))) {
    return reportContradiction(ctx, transfer, 'taken-back');
  }
  const written = await decideAndApply(
    ctx,
    () => readWithdrawal(ctx.orm, id),
    async (withdrawal) =>
      withdrawal.state === 'done' && withdrawal.reference === takenBack && (await hasLeftBalance(ctx, withdrawal))
        ? decideTakenBack(withdrawal, decisionContext(ctx, 'system', `withdrawal:${id}`))
        : null,
  );
  if (written) ctx.logger.warn({ withdrawal: id }, 'withdrawal given back by its provider');
}
