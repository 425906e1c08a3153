import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { PasswordTries } from '@quydoi/database/repositories/password-tries';
import { findTwoFactor, takeRecoveryCode, takeTotpStep } from '@quydoi/database/repositories/two-factor';
import { WRONG_CODES_PER_DAY_MAX } from '@quydoi/domain/constants';
import { InvariantError } from '@quydoi/domain/invariant';
import type { Ctx } from '../../context.ts';
import type { AccountDeps } from '../account-deps.ts';
import { isKnownDevice } from '../known-devices.ts';
import { withTry } from '../password-tries.ts';
import { tellOwner } from '../tell-owner.ts';
import { keyRecoveryCodes, normalizeRecoveryCode } from './recovery-codes.ts';
import { openTotpSecret } from './sealed-secret.ts';
import { totpStepOf } from './totp.ts';

/**
 * Uses up a code of a customer's second factor, of the authenticator app or for recovery; neither counts again. Call it once the password was right.
 * Errors: CODE_INVALID, CODE_USED, TOO_MANY_CODES, TWO_FACTOR_CHANGED when the second factor is off.
 */
export async function takeCode(ctx: Ctx, deps: AccountDeps, caller: Caller, customerId: string, typed: string): Promise<void> {
  const factor = await findTwoFactor(ctx.orm, customerId);
  if (factor === null) throw new AppError('TWO_FACTOR_CHANGED');
  const secret = openTotpSecret(factor.secret, customerId, deps.secrets);
  // The web's login could write such a row, the web does not.
  if (secret === null) throw new InvariantError('a secret of the second factor was not sealed for its customer');
  await withCodeTry(ctx, deps, caller, customerId, async () => {
    const recoveryCode = normalizeRecoveryCode(typed);
    if (recoveryCode === null) return takeAppCode(ctx, customerId, secret, typed);
    const keyed = deps.secrets.flatMap((key) => keyRecoveryCodes(customerId, [recoveryCode], [key]));
    if (!(await takeRecoveryCode(ctx.orm, customerId, keyed))) throw new AppError('CODE_INVALID');
    return tellOwner(ctx, deps, caller, customerId, 'recovery-code-used');
  });
}

async function takeAppCode(ctx: Ctx, customerId: string, secret: string, typed: string): Promise<void> {
  const step = readAppCode(ctx, secret, typed);
  if (!(await takeTotpStep(ctx.orm, customerId, step))) throw new AppError('CODE_USED');
}

/** Time step of a code that the authenticator app with this secret shows now. @throws AppError CODE_INVALID */
export function readAppCode({ clock }: Ctx, secret: string, typed: string): number {
  const step = totpStepOf(secret, typed.replace(/[\s-]/g, ''), clock.now());
  if (step === null) throw new AppError('CODE_INVALID');
  return step;
}

/**
 * Runs `attempt` at the cost of one of the day's tries of codes, which is given back if the code was right. A device that the customer has logged in
 * from has tries of its own: whoever knows the password does not keep its owner out. Error: TOO_MANY_CODES.
 */
export async function withCodeTry<T>(ctx: Ctx, deps: AccountDeps, { deviceId }: Caller, customerId: string, attempt: () => Promise<T>): Promise<T> {
  const isKnown = await isKnownDevice(ctx, deps, customerId, deviceId);
  const tries: PasswordTries = { party: isKnown ? `code:${customerId}:${deviceId}` : `code:${customerId}`, triesMax: WRONG_CODES_PER_DAY_MAX };
  return withTry(ctx, tries, attempt, 'TOO_MANY_CODES');
}
