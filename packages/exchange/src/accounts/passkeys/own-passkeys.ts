import type { OwnerProof, StartedSessionView } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { PasskeyView } from '@quydoi/contract/passkeys';
import type { AuthStatement } from '@quydoi/database/auth-pool';
import { lockCustomer } from '@quydoi/database/repositories/customers';
import { deletePasskeys, listPasskeys, listPasskeysIn, type StoredPasskey } from '@quydoi/database/repositories/passkeys';
import type { Ctx } from '../../context.ts';
import { type AccountDeps, sessionOf } from '../account-deps.ts';
import { confirmOwner } from '../confirm-owner.ts';
import { replaceSessions, startedSession } from '../start-session.ts';
import { tellOwner } from '../tell-owner.ts';
import { isGenuinePasskey, passkeyRemovalCodesOf } from './passkey-codes.ts';

type WithSecrets = Pick<AccountDeps, 'secrets'>;

/** Lists the customer's passkeys, oldest first. */
export async function listOwnPasskeys(ctx: Ctx, deps: WithSecrets, caller: Caller): Promise<{ items: PasskeyView[] }> {
  const passkeys = genuinePasskeys(deps, await listPasskeys(ctx.orm, sessionOf(caller).customerId));
  return { items: passkeys.map(({ id, name, createdAt, usedAt }) => ({ id, name, createdAt, usedAt })) };
}

/** Passkeys that count: those whose rows the process has written. */
export function genuinePasskeys({ secrets }: WithSecrets, stored: readonly StoredPasskey[]): StoredPasskey[] {
  return stored.filter((passkey) => isGenuinePasskey(passkey, secrets));
}

/**
 * Removes a passkey of the customer's, ends every session and begins a new one, all in one transaction. One that is gone, or another's, is left as it
 * is, with the same answer. Errors: those of confirmOwner.
 */
export async function removePasskey(
  ctx: Ctx,
  deps: AccountDeps,
  caller: Caller,
  { id, ...proof }: OwnerProof & { readonly id: string },
): Promise<StartedSessionView> {
  const { customerId } = sessionOf(caller);
  await confirmOwner(ctx, deps, caller, customerId, proof);
  const { token, removed } = await deps.pool.inTransaction(async (run) => {
    if (!(await lockCustomer(run, customerId))) throw new AppError('REQUIRED_LOGIN');
    const count = await deletePasskeys(run, customerId, passkeyRemovalCodesOf(customerId, id, deps.secrets));
    return { removed: count, token: await replaceSessions(deps, caller, customerId) };
  });
  deps.sessions.drop([customerId]);
  if (removed > 0) await tellOwner(ctx, deps, caller, customerId, 'passkey-removed');
  return startedSession(ctx, deps, caller, customerId, token);
}

/** Removes all passkeys of a customer, in the transaction of what makes that necessary. */
export async function removeAllPasskeys(run: AuthStatement, { secrets }: WithSecrets, customerId: string): Promise<void> {
  const passkeys = await listPasskeysIn(run, customerId);
  await deletePasskeys(
    run,
    customerId,
    passkeys.flatMap(({ id }) => [...passkeyRemovalCodesOf(customerId, id, secrets)]),
  );
}
