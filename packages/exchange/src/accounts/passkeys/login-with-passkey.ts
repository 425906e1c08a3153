import type { StartedSessionView } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { PasskeyAssertion, PasskeyLoginView } from '@quydoi/contract/passkeys';
import { findPasskey, recordPasskeyUse } from '@quydoi/database/repositories/passkeys';
import { PASSKEY_SECONDS } from '@quydoi/domain/constants';
import { SECOND_MS } from '@quydoi/domain/durations';
import type { Ctx } from '../../context.ts';
import type { AccountDeps } from '../account-deps.ts';
import { startSession } from '../start-session.ts';
import { tellOwner } from '../tell-owner.ts';
import { consumePasskeyChallenge, createPasskeyChallenge } from './challenges.ts';
import { isGenuinePasskey, isUserHandle } from './passkey-codes.ts';
import { relyingPartyOf, verifyAssertion } from './webauthn.ts';

/** A key (ES256) that nobody has: signatures are verified with it where there is no passkey, so that time tells no more than words. */
const NOBODYS_KEY = 'pQECAyYgASFYIKIYC5psoOZ8qe6JW79CY3CjfgwyXQfA7Jd_GN_XhVITIlgg8yJ8avghbCfhtBUfSb20gs4oPypLKx9OUKa3FVKHv58';

/** Begins a login with a passkey. The browser offers those that it has for this site; nobody is named. */
export async function passkeyLogin(ctx: Ctx, deps: AccountDeps, { deviceId }: Caller): Promise<PasskeyLoginView> {
  const { challenge, token, expiresAt } = createPasskeyChallenge(ctx, deps, 'passkey-login', deviceId ?? '');
  const { id: rpId } = relyingPartyOf(deps.publicUrl);
  return { options: { challenge, rpId, timeout: PASSKEY_SECONDS * SECOND_MS, userVerification: 'required' }, challenge: token, expiresAt };
}

/**
 * Begins the session of a passkey's customer. The passkey is both factors: something that the customer has, and the fingerprint, face or PIN that its
 * authenticator has checked. Errors: CHALLENGE_INVALID (late, or another device's), PASSKEY_INVALID for everything else, such as an unknown or removed
 * passkey, a wrong signature, or a challenge that was used. A copy of an authenticator shows by a count of signatures that has not grown, which the
 * owner is told.
 */
export async function loginWithPasskey(
  ctx: Ctx,
  deps: AccountDeps,
  caller: Caller,
  { challenge: token, credential }: { readonly challenge: string; readonly credential: PasskeyAssertion },
): Promise<StartedSessionView> {
  const { challenge, isUsed } = await consumePasskeyChallenge(ctx, deps, 'passkey-login', token, caller.deviceId ?? '');
  if (isUsed) throw new AppError('PASSKEY_INVALID');
  const stored = await findPasskey(ctx.orm, credential.id);
  const passkey = stored !== null && isGenuinePasskey(stored, deps.secrets) ? stored : null;
  const party = relyingPartyOf(deps.publicUrl);
  const signCount = await verifyAssertion(credential, passkey?.publicKey ?? NOBODYS_KEY, { challenge, party });
  if (passkey === null || signCount === null || !isUserHandle(credential.response.userHandle, passkey.customerId, deps.secrets))
    throw new AppError('PASSKEY_INVALID');
  const { id, customerId } = passkey;
  if (!(await recordPasskeyUse(ctx.orm, id, signCount, ctx.clock.now()))) {
    await tellOwner(ctx, deps, caller, customerId, 'passkey-copied');
    throw new AppError('PASSKEY_INVALID');
  }
  return startSession(ctx, deps, caller, customerId);
}
