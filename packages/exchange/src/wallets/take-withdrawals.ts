import { BalanceShortError } from '@quydoi/database/balance-lines';
import { OverdrawnError } from '@quydoi/database/money-tx';
import { readSavedDestinations } from '@quydoi/database/repositories/saved-destinations';
import { readWithdrawal, readWithdrawalsRequested } from '@quydoi/database/repositories/wallets';
import { DESTINATION_WAIT_HOURS } from '@quydoi/domain/constants';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { maxPayoutFee } from '@quydoi/domain/price/payout-fee';
import { decideRefuseWithdrawal, decideTakeWithdrawal } from '@quydoi/domain/wallet/decide-withdrawal';
import { amountSentOf, type Withdrawal, type WithdrawalRefusal } from '@quydoi/domain/wallet/withdrawal';
import { withdrawalTermsOf } from '@quydoi/domain/wallet/withdrawal-terms';
import { decisionContext } from '../context.ts';
import { decideAndApply, startingFrom } from '../decide-and-apply.ts';
import { isDueAgain } from '../due-again.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { isDestinationProven } from '../orders/saved-destinations.ts';
import { isWithdrawalProven } from '../payouts/obligations/withdrawal-proof.ts';
import type { SignerCtx } from '../payouts/signer.ts';

const BATCH_SIZE = 1_000;
const CONCURRENCY = 4;
const SHORT_REPORT_MS = 10 * MINUTE_MS;

/**
 * Takes the withdrawals that customers have asked for, each from its balance, and queues their payouts. What the site did not ask for, or the balance does
 * not cover, is refused; what the reserve cannot pay now waits.
 */
export async function takeWithdrawals(ctx: SignerCtx): Promise<false> {
  const requested = await readWithdrawalsRequested(ctx.orm, BATCH_SIZE);
  await forEachIsolated(ctx, requested, 'withdrawal not taken', (withdrawal) => takeWithdrawal(ctx, withdrawal), {
    concurrency: CONCURRENCY,
    fieldsOf: ({ id }) => ({ withdrawal: id }),
  });
  return false;
}

async function takeWithdrawal(ctx: SignerCtx, first: Withdrawal): Promise<void> {
  const refusal = await refusalOf(ctx, first);
  if (refusal !== null) return await refuse(ctx, first, refusal);
  const { site } = await ctx.settings();
  const maxFee = maxPayoutFee(first.currency, amountSentOf(first), site);
  try {
    await decideAndApply(
      ctx,
      startingFrom(first, () => readWithdrawal(ctx.orm, first.id)),
      (withdrawal) => (withdrawal.state === 'requested' ? decideTakeWithdrawal(withdrawal, maxFee, contextOf(ctx, first)) : null),
    );
  } catch (error) {
    if (error instanceof BalanceShortError) return await refuse(ctx, first, 'balance_short');
    if (!(error instanceof OverdrawnError)) throw error;
    // The customer's money is elsewhere, as in the collection account: whoever moves it lets the withdrawal go on.
    if (isDueAgain(ctx, `withdrawals of ${first.currency}`, SHORT_REPORT_MS))
      ctx.logger.error({ withdrawal: first.id, currency: first.currency }, 'withdrawals wait: the reserve is short');
  }
}

/** Why a withdrawal is not taken, whatever its balance is; null if it may be. */
async function refusalOf(ctx: SignerCtx, withdrawal: Withdrawal): Promise<WithdrawalRefusal | null> {
  if (!isWithdrawalProven(withdrawal, ctx.requestSecrets)) return 'not_proven';
  const { currency, destinationBank, amount, fee } = withdrawal;
  const terms = withdrawalTermsOf(await ctx.settings(), currency, destinationBank);
  if (!terms || fee > terms.fee || amount > terms.max) return 'not_allowed';
  return (await isKnownDestination(ctx, withdrawal)) ? null : 'destination';
}

/** Whether the customer had saved the destination for long enough when the withdrawal was asked for, by the web process's own word. */
async function isKnownDestination(ctx: SignerCtx, { customerId, currency, destination, destinationBank, createdAt }: Withdrawal): Promise<boolean> {
  const savedUntil = createdAt.getTime() - DESTINATION_WAIT_HOURS * HOUR_MS;
  return (await readSavedDestinations(ctx.orm, customerId)).some(
    (saved) =>
      saved.currency === currency &&
      saved.bank === destinationBank &&
      saved.account === destination &&
      saved.savedAt.getTime() <= savedUntil &&
      isDestinationProven(customerId, saved, ctx.requestSecrets),
  );
}

async function refuse(ctx: SignerCtx, { id }: Withdrawal, reason: WithdrawalRefusal): Promise<void> {
  await decideAndApply(
    ctx,
    () => readWithdrawal(ctx.orm, id),
    (withdrawal) => (withdrawal.state === 'requested' ? decideRefuseWithdrawal(withdrawal, reason, contextOf(ctx, withdrawal)) : null),
  );
  if (reason === 'balance_short') ctx.logger.info({ withdrawal: id, reason }, 'withdrawal refused');
  else ctx.logger.warn({ withdrawal: id, reason }, 'withdrawal refused');
  if (reason === 'not_proven') ctx.telemetry.refused('payout_evidence');
}

function contextOf(ctx: SignerCtx, { id }: Withdrawal) {
  return decisionContext(ctx, 'system', `withdrawal:${id}`);
}
