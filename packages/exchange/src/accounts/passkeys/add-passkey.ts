import type { OwnerProof } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { PasskeyAttestation, PasskeySetUpView, PasskeyView } from '@quydoi/contract/passkeys';
import { lockCustomer, readCustomerAccount } from '@quydoi/database/repositories/customers';
import { insertPasskey, listPasskeys, listPasskeysIn } from '@quydoi/database/repositories/passkeys';
import { isSession } from '@quydoi/database/repositories/sessions';
import { PASSKEY_NAME_LENGTH_MAX, PASSKEY_SECONDS, PASSKEYS_MAX } from '@quydoi/domain/constants';
import { SECOND_MS } from '@quydoi/domain/durations';
import type { Ctx } from '../../context.ts';
import { type AccountDeps, sessionOf } from '../account-deps.ts';
import { confirmOwner } from '../confirm-owner.ts';
import { sha256Of } from '../password-tries.ts';
import { tellOwner } from '../tell-owner.ts';
import { consumePasskeyChallenge, createPasskeyChallenge } from './challenges.ts';
import { defaultPasskeyName } from './default-name.ts';
import { genuinePasskeys, listOwnPasskeys } from './own-passkeys.ts';
import { passkeyCodeOf, passkeyRemovalCodesOf, userHandleOf } from './passkey-codes.ts';
import { PASSKEY_ALGORITHMS, relyingPartyOf, verifyAttestation } from './webauthn.ts';

/** Names the site in the dialogs of browsers. */
const SITE_NAME = 'Quy Đổi';

/**
 * Says what passkey the browser has to make. Nothing is stored until {@link addPasskey}: the challenge goes with the answer and comes back. Errors:
 * TOO_MANY_PASSKEYS (looked at first); those of confirmOwner.
 */
export async function setUpPasskey(ctx: Ctx, deps: AccountDeps, caller: Caller, proof: OwnerProof): Promise<PasskeySetUpView> {
  const { customerId } = sessionOf(caller);
  const account = await readCustomerAccount(ctx.orm, customerId);
  if (account === null) throw new AppError('REQUIRED_LOGIN');
  const passkeys = genuinePasskeys(deps, await listPasskeys(ctx.orm, customerId));
  refuseMoreThanMax(passkeys);
  await confirmOwner(ctx, deps, caller, customerId, proof);
  const { challenge, token, expiresAt } = createPasskeyChallenge(ctx, deps, 'passkey-set-up', holderOf(caller));
  const options: PasskeySetUpView['options'] = {
    challenge,
    rp: { id: relyingPartyOf(deps.publicUrl).id, name: SITE_NAME },
    user: { id: userHandleOf(customerId, deps.secrets), name: account.email, displayName: account.email },
    pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: PASSKEY_SECONDS * SECOND_MS,
    excludeCredentials: passkeys.map(({ id, transports }) => ({ id, type: 'public-key', transports: [...transports] })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
  return { options, setUp: token, expiresAt };
}

/**
 * Adds a passkey that the browser has made, and tells the owner. The same one may come again, because its answer was lost: the browser has it already, and
 * a second one would take its place there. Errors: CHALLENGE_INVALID (late, or another session's), PASSKEY_INVALID,
 * TOO_MANY_PASSKEYS, REQUIRED_LOGIN when the session ended meanwhile.
 */
export async function addPasskey(
  ctx: Ctx,
  deps: AccountDeps,
  caller: Caller,
  { setUp, credential, name = '' }: { readonly setUp: string; readonly credential: PasskeyAttestation; readonly name?: string | undefined },
): Promise<{ items: PasskeyView[] }> {
  const { customerId, sessionId } = sessionOf(caller);
  const { challenge, isUsed } = await consumePasskeyChallenge(ctx, deps, 'passkey-set-up', setUp, holderOf(caller));
  const made = await verifyAttestation(credential, { challenge, party: relyingPartyOf(deps.publicUrl) });
  if (made === null) throw new AppError('PASSKEY_INVALID');
  const { id, publicKey, signCount, model } = made;
  const outcome = await deps.pool.inTransaction(async (run) => {
    // A reset of the password removes all passkeys and ends the session: it comes before or after.
    if (!(await lockCustomer(run, customerId)) || !(await isSession(run, customerId, sessionId, ctx.clock.now())))
      throw new AppError('REQUIRED_LOGIN');
    const passkeys = genuinePasskeys(deps, await listPasskeysIn(run, customerId));
    if (isUsed) return passkeys.some((passkey) => passkey.id === id && passkey.publicKey === publicKey) ? 'there' : 'refused';
    refuseMoreThanMax(passkeys);
    const isAdded = await insertPasskey(run, {
      id,
      customerId,
      publicKey,
      signCount,
      transports: credential.response.transports,
      name: (name === '' ? defaultPasskeyName(model, caller.userAgent) : name).slice(0, PASSKEY_NAME_LENGTH_MAX),
      code: passkeyCodeOf({ id, customerId, publicKey }, deps.secrets),
      removalHash: sha256Of(passkeyRemovalCodesOf(customerId, id, deps.secrets)[0]),
      createdAt: ctx.clock.now(),
    });
    return isAdded ? 'added' : 'refused';
  });
  if (outcome === 'refused') throw new AppError('PASSKEY_INVALID');
  if (outcome === 'added') await tellOwner(ctx, deps, caller, customerId, 'passkey-added');
  return listOwnPasskeys(ctx, deps, caller);
}

/** Who may answer a challenge: the session that was asked for its password, on the same device. */
function holderOf(caller: Caller): string {
  const { customerId, sessionId } = sessionOf(caller);
  return `${customerId} ${sessionId} ${caller.deviceId ?? ''}`;
}

function refuseMoreThanMax(passkeys: readonly unknown[]): void {
  if (passkeys.length >= PASSKEYS_MAX) throw new AppError('TOO_MANY_PASSKEYS', { max: String(PASSKEYS_MAX) });
}
