import { readIsReturnConfirmed } from '@quydoi/database/repositories/audit';
import { readSentAttempts } from '@quydoi/database/repositories/payouts';
import { readHeldOfWithdrawal, readWithdrawalsRefused } from '@quydoi/database/repositories/wallets';
import type { Change } from '@quydoi/domain/change';
import { MINUTE_MS } from '@quydoi/domain/durations';
import type { Attempt } from '@quydoi/domain/transfer/attempt';
import type { Settlement } from '@quydoi/domain/transfer/obligation';
import { decideResolveWithdrawal, isGivenBack, type WithdrawalAndPayouts } from '@quydoi/domain/wallet/decide-resolution';
import type { Withdrawal } from '@quydoi/domain/wallet/withdrawal';
import { decideGiveBack } from '@quydoi/domain/wallet/withdrawal-obligation';
import { decisionContext } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { isDueAgain } from '../due-again.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { isOurs } from '../payouts/attempt-codes.ts';
import { checkAttempt, isProvenUnpaid } from '../payouts/check-attempt.ts';
import { hasLeftBalance } from '../payouts/obligations/read-withdrawal-obligation.ts';
import { providerOf } from '../payouts/providers.ts';
import type { SignerCtx } from '../payouts/signer.ts';
import { readWithdrawalAndPayouts } from './withdrawal-and-payouts.ts';

const BATCH_SIZE = 1_000;
const CONCURRENCY = 4;
/** Pause between looks at a withdrawal that is not given back yet. */
const LOOK_AGAIN_MS = 5_000;
/** How long a provider's list may not show yet what was sent, though its answer refused it. */
const LISTED_WITHIN_MS = MINUTE_MS;

/**
 * Ends withdrawals that were refused, by their provider or by operators, and those that operators return: their logins move no balance. The signer looks
 * up what was sent: what certainly was not goes back to its balance, and what was sent after all is done. While the records cannot be read and two
 * operators have not said that nothing was sent, or the amount has not left the balance by lines of the signer's own, it stays in error. So does what the
 * records have and is not ended there, whatever operators say: it may still be paid.
 */
export async function giveBackWithdrawals(ctx: SignerCtx): Promise<false> {
  const refused = await readWithdrawalsRefused(ctx.orm, BATCH_SIZE);
  const due = refused.filter(({ id, version }) => isDueAgain(ctx, `refused ${id} ${version}`, LOOK_AGAIN_MS));
  await forEachIsolated(ctx, due, 'withdrawal not given back', (withdrawal) => giveBack(ctx, withdrawal), {
    concurrency: CONCURRENCY,
    fieldsOf: ({ id }) => ({ withdrawal: id }),
  });
  return false;
}

async function giveBack(ctx: SignerCtx, { id }: Withdrawal): Promise<void> {
  const change = await decideAndApply(
    ctx,
    () => readWithdrawalAndPayouts(ctx, id),
    (state) => decide(ctx, state),
  );
  const state = change?.withdrawals[0]?.after.state;
  if (state === 'done') ctx.logger.error({ withdrawal: id }, 'withdrawal done by a payout that its provider had refused');
  else if (change) ctx.logger.info({ withdrawal: id }, 'withdrawal given back');
}

async function decide(ctx: SignerCtx, state: WithdrawalAndPayouts): Promise<Change | null> {
  const { withdrawal } = state;
  if (!isGivenBack(state) || !(await hasLeftBalance(ctx, withdrawal))) return null;
  const sent = await lookUp(ctx, state);
  if (sent === 'on-its-way') return null;
  if (sent === 'unknown' && !(withdrawal.reason === 'returned' && (await readIsReturnConfirmed(ctx.orm, withdrawal.ref)))) return null;
  const decisionCtx = decisionContext(ctx, 'system', `withdrawal:${withdrawal.id}`);
  if (typeof sent === 'object') return decideResolveWithdrawal(state, 'done', sent, 0n, decisionCtx);
  return decideGiveBack(withdrawal, await readHeldOfWithdrawal(ctx.orm, withdrawal), decisionCtx);
}

/**
 * What came of a withdrawal by the records of its providers: `unknown` while they cannot be read, or may not have it yet. Attempts stay, and when they were
 * sent: `tries` is only what the role's login may have written.
 */
async function lookUp(ctx: SignerCtx, { withdrawal, payouts }: WithdrawalAndPayouts): Promise<Settlement | 'on-its-way' | 'unsent' | 'unknown'> {
  let [isOnItsWay, isUnknown] = [false, false];
  for (const { payout, attempt } of await readSentAttempts(ctx.orm, payouts)) {
    const record = await checkAttempt(ctx, { payout, attempt, obligation: { memo: withdrawal.ref } });
    if (record?.state === 'paid' && (await isOurs(ctx, attempt))) return { reference: record.reference, fee: record.fee };
    const kind = providerOf(ctx, payout, attempt)?.payouts.kind;
    if (!record || !kind || (record.state === 'absent' && mayBeListedLater(ctx, attempt))) isUnknown = true;
    else if (!isProvenUnpaid(kind, record)) isOnItsWay = true;
  }
  if (isOnItsWay) return 'on-its-way';
  return isUnknown ? 'unknown' : 'unsent';
}

/** Whether an attempt was sent so recently that its provider's list may not show it yet. */
function mayBeListedLater({ clock, patienceMs }: SignerCtx, { sentAt, createdAt }: Attempt): boolean {
  return clock.now().getTime() - (sentAt ?? createdAt).getTime() < Math.min(patienceMs, LISTED_WITHIN_MS);
}
