import type { RecoveryCodesView, TwoFactorSetUpView } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { type CustomerAccount, readCustomerAccount } from '@quydoi/database/repositories/customers';
import { addRecoveryCodes, addTwoFactor } from '@quydoi/database/repositories/two-factor';
import { TWO_FACTOR_SET_UP_SECONDS } from '@quydoi/domain/constants';
import { SECOND_MS } from '@quydoi/domain/durations';
import type { Ctx } from '../../context.ts';
import { type AccountDeps, sessionOf } from '../account-deps.ts';
import { confirmPassword } from '../check-password.ts';
import { sha256Of } from '../password-tries.ts';
import { replaceSessions, startedSession } from '../start-session.ts';
import { tellOwner } from '../tell-owner.ts';
import { newCodeSecret, totpUri } from './codes.ts';
import { keyRecoveryCodes, newRecoveryCodes } from './recovery-codes.ts';
import { type FactorSecret, openFactor, removalCodesOf, sealFactor } from './sealed-secret.ts';
import { readCode, withCodeTry } from './take-code.ts';

/**
 * Makes a secret for an authenticator app, which the customer sees once. Nothing is stored until {@link activateTwoFactor}: the sealed secret goes with
 * the answer and comes back. Errors: those of {@link beginSetUp}.
 */
export async function setUpTwoFactor(
  ctx: Ctx,
  deps: AccountDeps,
  caller: Caller,
  { password }: { readonly password: string },
): Promise<TwoFactorSetUpView> {
  const { customerId } = sessionOf(caller);
  const { email } = await beginSetUp(ctx, deps, customerId, password);
  const secret = newCodeSecret(ctx.random);
  return { secret, uri: totpUri(secret, email), ...sealSetUp(ctx, deps, customerId, { kind: 'authenticator', secret }, null) };
}

/**
 * Asks for the password of a customer who has no second factor yet. Errors: CREDENTIALS_INVALID, TOO_MANY_PASSWORDS, TWO_FACTOR_CHANGED when it is on
 * already.
 */
export async function beginSetUp(ctx: Ctx, deps: AccountDeps, customerId: string, password: string): Promise<CustomerAccount> {
  await confirmPassword(ctx, deps, customerId, password);
  const account = await readCustomerAccount(ctx.orm, customerId);
  if (account === null) throw new AppError('REQUIRED_LOGIN');
  if (account.twoFactorSecret !== null) throw new AppError('TWO_FACTOR_CHANGED');
  return account;
}

/** Puts what codes are made of into a token. @param sentStep of a code that was sent; null for an app's */
export function sealSetUp(
  ctx: Ctx,
  deps: AccountDeps,
  customerId: string,
  factor: FactorSecret,
  sentStep: number | null,
): { readonly setUp: string; readonly expiresAt: Date } {
  const expiresAt = new Date(ctx.clock.now().getTime() + TWO_FACTOR_SET_UP_SECONDS * SECOND_MS);
  const sealed = sealFactor(factor, customerId, deps.secrets, ctx.random);
  return { setUp: deps.links.seal('set-up', `${sealed} ${sentStep ?? ''}`, expiresAt), expiresAt };
}

/**
 * Switches the second factor on by a code of the app that has the secret, or of the SMS that was sent, ends every session and begins a new one, all in
 * one transaction. Errors: CHALLENGE_INVALID (late, or another customer's), CODE_INVALID, TOO_MANY_CODES, TWO_FACTOR_CHANGED when it is on already.
 */
export async function activateTwoFactor(
  ctx: Ctx,
  deps: AccountDeps,
  caller: Caller,
  { setUp, code }: { readonly setUp: string; readonly code: string },
): Promise<RecoveryCodesView> {
  const { customerId } = sessionOf(caller);
  const now = ctx.clock.now();
  const [sealed = '', sent = ''] = deps.links.open('set-up', setUp, now)?.split(' ') ?? [];
  const factor = openFactor(sealed, customerId, deps.secrets);
  if (factor === null) throw new AppError('CHALLENGE_INVALID');
  const sentStep = sent === '' ? null : Number(sent);
  const lastStep = await withCodeTry(ctx, deps, caller, customerId, async () => readCode(ctx, factor, sentStep, code));
  const recoveryCodes = newRecoveryCodes(ctx.random);
  const removalHash = sha256Of(removalCodesOf(customerId, sealed, deps.secrets)[0]);
  const token = await deps.pool.inTransaction(async (run) => {
    const isAdded = await addTwoFactor(run, { customerId, secret: sealed, lastStep, sentStep, removalHash, createdAt: now });
    if (!isAdded) throw new AppError('TWO_FACTOR_CHANGED');
    await addRecoveryCodes(run, customerId, keyRecoveryCodes(customerId, recoveryCodes, deps.secrets).map(sha256Of));
    return replaceSessions(deps, caller, customerId);
  });
  deps.sessions.drop([customerId]);
  await tellOwner(ctx, deps, caller, customerId, 'two-factor-on');
  return { ...(await startedSession(ctx, deps, caller, customerId, token)), recoveryCodes };
}
