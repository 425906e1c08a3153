import type { RecoveryCodesView, StartedSessionView, TwoFactorView } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { AuthStatement } from '@quydoi/database/auth-pool';
import { addRecoveryCodes, deleteRecoveryCodes, deleteTwoFactor, findTwoFactor } from '@quydoi/database/repositories/two-factor';
import type { Ctx } from '../../context.ts';
import { type AccountDeps, sessionOf } from '../account-deps.ts';
import { confirmPassword } from '../check-password.ts';
import { sha256Of } from '../password-tries.ts';
import { replaceSessions, startedSession } from '../start-session.ts';
import { tellOwner } from '../tell-owner.ts';
import { keyRecoveryCodes, newRecoveryCodes } from './recovery-codes.ts';
import { removalCodesOf, shownFactorOf } from './sealed-secret.ts';
import { takeCode } from './take-code.ts';

/** What changes at the second factor take: both factors. */
interface BothFactors {
  readonly password: string;
  readonly code: string;
}

/** The second factor of the call's customer. */
export async function readTwoFactor(ctx: Ctx, { secrets, sms }: Pick<AccountDeps, 'secrets' | 'sms'>, caller: Caller): Promise<TwoFactorView> {
  const { customerId } = sessionOf(caller);
  const factor = await findTwoFactor(ctx.orm, customerId);
  return {
    ...shownFactorOf(factor?.secret ?? null, customerId, secrets),
    since: factor?.createdAt ?? null,
    recoveryCodesLeft: factor?.recoveryCodes ?? 0,
    isSmsOffered: sms !== null,
  };
}

/** Makes new recovery codes in the place of those that there are. Errors: those of {@link changeTwoFactor}. */
export async function replaceRecoveryCodes(ctx: Ctx, deps: AccountDeps, caller: Caller, factors: BothFactors): Promise<RecoveryCodesView> {
  const recoveryCodes = newRecoveryCodes(ctx.random);
  const session = await changeTwoFactor(ctx, deps, caller, factors, async (run, customerId, removalCodes) => {
    if (!(await deleteRecoveryCodes(run, customerId, removalCodes))) return false;
    await addRecoveryCodes(run, customerId, keyRecoveryCodes(customerId, recoveryCodes, deps.secrets).map(sha256Of));
    return true;
  });
  await tellOwner(ctx, deps, caller, sessionOf(caller).customerId, 'recovery-codes-replaced');
  return { ...session, recoveryCodes };
}

/** Switches the second factor off. Errors: those of {@link changeTwoFactor}. */
export async function turnOffTwoFactor(ctx: Ctx, deps: AccountDeps, caller: Caller, factors: BothFactors): Promise<StartedSessionView> {
  const session = await changeTwoFactor(ctx, deps, caller, factors, deleteTwoFactor);
  await tellOwner(ctx, deps, caller, sessionOf(caller).customerId, 'two-factor-off');
  return session;
}

/**
 * Changes the second factor, ends every session of the customer and begins a new one, all in one transaction. The code is looked at once the password
 * was right. Errors: CREDENTIALS_INVALID, TOO_MANY_PASSWORDS, CODE_INVALID, CODE_USED, TOO_MANY_CODES, TWO_FACTOR_CHANGED when it is off, or was changed meanwhile.
 */
async function changeTwoFactor(
  ctx: Ctx,
  deps: AccountDeps,
  caller: Caller,
  { password, code }: BothFactors,
  change: (run: AuthStatement, customerId: string, removalCodes: readonly string[]) => Promise<boolean>,
): Promise<StartedSessionView> {
  const { customerId } = sessionOf(caller);
  await confirmPassword(ctx, deps, customerId, password);
  await takeCode(ctx, deps, caller, customerId, code);
  const factor = await findTwoFactor(ctx.orm, customerId);
  const removalCodes = factor === null ? [] : removalCodesOf(customerId, factor.secret, deps.secrets);
  const token = await deps.pool.inTransaction(async (run) => {
    if (!(await change(run, customerId, removalCodes))) throw new AppError('TWO_FACTOR_CHANGED');
    return replaceSessions(deps, caller, customerId);
  });
  deps.sessions.drop([customerId]);
  return startedSession(ctx, deps, caller, customerId, token);
}
