import type { StartedSessionView } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { hasKnownDevices } from '@quydoi/database/repositories/password-tries';
import { openScreen } from '@quydoi/database/repositories/screens';
import { deleteSession } from '@quydoi/database/repositories/sessions';
import { SESSION_DAYS } from '@quydoi/domain/constants';
import { DAY_MS } from '@quydoi/domain/durations';
import type { Ctx } from '../context.ts';
import type { AccountDeps } from './account-deps.ts';
import { isKnownDevice, rememberDevice } from './known-devices.ts';
import { tellOwner } from './tell-owner.ts';

/**
 * Begins the session of a customer who has proved all that it takes, and ends the one that the call was made with. The device is known from now on; the
 * owner is told of a new one.
 */
export async function startSession(ctx: Ctx, deps: AccountDeps, caller: Caller, customerId: string): Promise<StartedSessionView> {
  const { deviceId } = caller;
  const token = await createSession(deps, caller, customerId);
  const isKnown = await isKnownDevice(ctx, deps, customerId, deviceId);
  if (!isKnown && (await hasKnownDevices(ctx.orm, customerId))) await tellOwner(ctx, deps, caller, customerId, 'new-sign-in');
  if (deviceId !== null) await rememberDevice(ctx, deps, customerId, deviceId);
  await endSession(ctx, deps, caller);
  return startedSession(ctx, deps, caller, customerId, token);
}

/** Ends every session of a customer and begins a new one, within the transaction of what made that necessary. @returns the new session's token */
export async function replaceSessions(deps: AccountDeps, caller: Caller, customerId: string): Promise<string> {
  const { internalAdapter } = await deps.auth.$context;
  await internalAdapter.deleteUserSessions(customerId);
  return createSession(deps, caller, customerId);
}

async function createSession({ auth }: AccountDeps, { ip, userAgent }: Caller, customerId: string): Promise<string> {
  const { internalAdapter } = await auth.$context;
  return (await internalAdapter.createSession(customerId, false, { ipAddress: ip, userAgent: userAgent ?? '' })).token;
}

/** A customer's new session as the customer gets to know it. A browser's has a screen. */
export async function startedSession(
  ctx: Ctx,
  { tokens }: AccountDeps,
  { deviceId }: Caller,
  customerId: string,
  token: string,
): Promise<StartedSessionView> {
  if (deviceId !== null) await openScreen(ctx.orm, token, ctx.clock.now());
  return { token: tokens.seal({ token, customerId }), expiresAt: new Date(ctx.clock.now().getTime() + SESSION_DAYS * DAY_MS) };
}

/** Ends the session that a call was made with, if there is one. */
export async function endSession(ctx: Ctx, { sessions }: AccountDeps, { principal }: Caller): Promise<void> {
  if (principal.kind !== 'customer') return;
  await deleteSession(ctx.orm, principal.customerId, principal.sessionId);
  sessions.drop([principal.customerId]);
}
