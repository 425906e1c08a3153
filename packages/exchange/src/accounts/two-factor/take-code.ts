import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { PasswordTries } from '@quydoi/database/repositories/password-tries';
import { findTwoFactor, takeCodeStep, takeRecoveryCode } from '@quydoi/database/repositories/two-factor';
import { WRONG_CODES_PER_DAY_MAX } from '@quydoi/domain/constants';
import { InvariantError } from '@quydoi/domain/invariant';
import type { Ctx } from '../../context.ts';
import type { AccountDeps } from '../account-deps.ts';
import { isKnownDevice } from '../known-devices.ts';
import { withTry } from '../password-tries.ts';
import { tellOwner } from '../tell-owner.ts';
import { isSmsCode, totpStepOf } from './codes.ts';
import { keyRecoveryCodes, normalizeRecoveryCode } from './recovery-codes.ts';
import { type FactorSecret, openFactor } from './sealed-secret.ts';

/** A second factor that is on. */
interface OpenedFactor {
  readonly factor: FactorSecret;
  readonly sentStep: number | null;
}

/** A customer's second factor. @throws AppError TWO_FACTOR_CHANGED while it is off */
export async function readFactor(ctx: Ctx, { secrets }: Pick<AccountDeps, 'secrets'>, customerId: string): Promise<OpenedFactor> {
  const stored = await findTwoFactor(ctx.orm, customerId);
  if (stored === null) throw new AppError('TWO_FACTOR_CHANGED');
  const factor = openFactor(stored.secret, customerId, secrets);
  // The web's login could write such a row, the web does not.
  if (factor === null) throw new InvariantError('a secret of the second factor was not sealed for its customer');
  return { factor, sentStep: stored.sentStep };
}

/**
 * Uses up a code of a customer's second factor, of the authenticator app, of an SMS or for recovery; none counts again. Call it once the password was
 * right. Errors: CODE_INVALID, CODE_USED, TOO_MANY_CODES, TWO_FACTOR_CHANGED when the second factor is off.
 */
export async function takeCode(ctx: Ctx, deps: AccountDeps, caller: Caller, customerId: string, typed: string): Promise<void> {
  const { factor, sentStep } = await readFactor(ctx, deps, customerId);
  await withCodeTry(ctx, deps, caller, customerId, async () => {
    const recoveryCode = normalizeRecoveryCode(typed);
    if (recoveryCode !== null) return useRecoveryCode(ctx, deps, caller, customerId, recoveryCode, factor);
    const step = readCode(ctx, factor, sentStep, typed);
    if (!(await takeCodeStep(ctx.orm, customerId, step, sentStep))) throw new AppError('CODE_USED', { of: factor.kind });
  });
}

async function useRecoveryCode(ctx: Ctx, deps: AccountDeps, caller: Caller, customerId: string, code: string, factor: FactorSecret): Promise<void> {
  const keyed = deps.secrets.flatMap((key) => keyRecoveryCodes(customerId, [code], [key]));
  if (!(await takeRecoveryCode(ctx.orm, customerId, keyed))) throw new AppError('CODE_INVALID', { of: factor.kind });
  return tellOwner(ctx, deps, caller, customerId, 'recovery-code-used');
}

/**
 * Time step of a code that counts now: one that the authenticator app shows, or the one that was sent last.
 * @param sentStep of the newest code that was sent
 * @throws AppError CODE_INVALID
 */
export function readCode({ clock }: Ctx, factor: FactorSecret, sentStep: number | null, typed: string): number {
  const code = typed.replace(/[\s-]/g, '');
  const step = factor.kind === 'sms' ? sentStepOf(factor.secret, sentStep, code, clock.now()) : totpStepOf(factor.secret, code, clock.now());
  if (step === null) throw new AppError('CODE_INVALID', { of: factor.kind });
  return step;
}

function sentStepOf(secret: string, sentStep: number | null, code: string, now: Date): number | null {
  return sentStep !== null && isSmsCode(secret, sentStep, code, now) ? sentStep : null;
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
