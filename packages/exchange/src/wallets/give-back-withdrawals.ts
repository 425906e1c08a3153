import { readSentAttempts } from '@quydoi/database/repositories/payouts';
import { readHeldOfWithdrawal, readWithdrawalsRefused } from '@quydoi/database/repositories/wallets';
import { isGivenBack } from '@quydoi/domain/wallet/decide-resolution';
import type { Withdrawal } from '@quydoi/domain/wallet/withdrawal';
import { decideGiveBack } from '@quydoi/domain/wallet/withdrawal-obligation';
import { decisionContext } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { hasLeftBalance } from '../payouts/obligations/read-withdrawal-obligation.ts';
import type { SignerCtx } from '../payouts/signer.ts';
import { readWithdrawalAndPayouts } from './withdrawal-and-payouts.ts';

const BATCH_SIZE = 1_000;
const CONCURRENCY = 4;

/**
 * Gives withdrawals back to their balances whose payouts operators have refused: operators' logins move no balance. The signer looks itself that nothing was
 * tried, and that the amount has left the balance. What does not pass stays in error, for operators.
 */
export async function giveBackWithdrawals(ctx: SignerCtx): Promise<false> {
  const refused = await readWithdrawalsRefused(ctx.orm, BATCH_SIZE);
  await forEachIsolated(ctx, refused, 'withdrawal not given back', (withdrawal) => giveBack(ctx, withdrawal), {
    concurrency: CONCURRENCY,
    fieldsOf: ({ id }) => ({ withdrawal: id }),
  });
  return false;
}

async function giveBack(ctx: SignerCtx, { id }: Withdrawal): Promise<void> {
  const change = await decideAndApply(
    ctx,
    () => readWithdrawalAndPayouts(ctx, id),
    async (state) => {
      if (!isGivenBack(state) || !(await hasLeftBalance(ctx, state.withdrawal))) return null;
      // `tries` is only what the role's login may have written. Attempts stay, and when they were sent.
      if ((await readSentAttempts(ctx.orm, state.payouts)).length > 0) return null;
      const held = await readHeldOfWithdrawal(ctx.orm, state.withdrawal);
      return decideGiveBack(state.withdrawal, held, decisionContext(ctx, 'system', `withdrawal:${id}`));
    },
  );
  if (change) ctx.logger.info({ withdrawal: id }, 'refused withdrawal given back');
}
