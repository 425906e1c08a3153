import type { ScreenView } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { type CustomerAccount, readCustomerAccount } from '@quydoi/database/repositories/customers';
import { lockScreen as storeLock, unlockScreen as storeUnlock, useScreen } from '@quydoi/database/repositories/screens';
import type { UsedSession } from '@quydoi/database/repositories/sessions';
import { SCREEN_LOCK_MINUTES, SCREEN_USE_SECONDS, WRONG_PASSWORDS_PER_DAY_MAX } from '@quydoi/domain/constants';
import { MINUTE_MS, SECOND_MS } from '@quydoi/domain/durations';
import type { Ctx } from '../context.ts';
import type { AccountDeps } from './account-deps.ts';
import { checkPassword } from './check-password.ts';
import { isKnownDevice } from './known-devices.ts';
import { withTry } from './password-tries.ts';

/*
 * Screens of browsers. Pages lock theirs after minutes without any use (`lock`), and tell meanwhile that they are used (`markUsed`). One that no page has
 * told of for as long, and a little, is locked as well: the browser was closed, or asleep. Programs have none.
 */

/** Pages tell of the use of a whole interval at once, over a slow line. */
const IDLE_MS = SCREEN_LOCK_MINUTES * MINUTE_MS + 2 * SCREEN_USE_SECONDS * SECOND_MS;

/** Whether a session is locked at a time, and when it will be unless it is used. */
export function lockOf({ isLockScreen, isLocked, activeAt }: UsedSession, now: Date): { readonly isLocked: boolean; readonly locksAtMs: number } {
  const locksAtMs = isLockScreen && !isLocked && activeAt !== null ? activeAt.getTime() + IDLE_MS : Number.POSITIVE_INFINITY;
  return now.getTime() < locksAtMs ? { isLocked, locksAtMs } : { isLocked: true, locksAtMs: Number.POSITIVE_INFINITY };
}

type CustomerPrincipal = Extract<Caller['principal'], { kind: 'customer' }>;

function principalOf({ principal }: Caller): CustomerPrincipal {
  if (principal.kind !== 'customer') throw new AppError('REQUIRED_LOGIN');
  return principal;
}

/** What the page of a lock shows, whether or not it is locked. Error: REQUIRED_LOGIN. */
export async function readScreen(ctx: Ctx, caller: Caller): Promise<ScreenView> {
  const { customerId, isLocked = false } = principalOf(caller);
  const account = await readCustomerAccount(ctx.orm, customerId);
  if (account === null) throw new AppError('REQUIRED_LOGIN');
  return { isLockScreen: account.customer.isLockScreen, isLocked, name: nameOf(account) };
}

/** By what a customer knows whose screen it is, who is perhaps not the one before it: of the address, only the first letter and the provider. */
function nameOf({ customer: { fullName }, username, email }: CustomerAccount): string {
  if (fullName.trim() !== '') return fullName.trim();
  return username ?? `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`;
}

/** Locks the caller's session, if its customer wants screens to be locked. Error: REQUIRED_LOGIN. */
export async function lock(ctx: Ctx, deps: AccountDeps, caller: Caller): Promise<{ done: true }> {
  const { customerId, sessionId } = principalOf(caller);
  await storeLock(ctx.orm, sessionId, ctx.clock.now());
  deps.sessions.drop([customerId]);
  return { done: true };
}

/**
 * Unlocks the caller's session by the password, at the cost of a try as a login from the same device has them. Errors: REQUIRED_LOGIN,
 * CREDENTIALS_INVALID, TOO_MANY_PASSWORDS, UNAVAILABLE.
 */
export async function unlock(ctx: Ctx, deps: AccountDeps, caller: Caller, { password }: { readonly password: string }): Promise<{ done: true }> {
  const { customerId, sessionId } = principalOf(caller);
  const { deviceId } = caller;
  const tries = (await isKnownDevice(ctx, deps, customerId, deviceId))
    ? { party: `device:${customerId}:${deviceId}`, triesMax: WRONG_PASSWORDS_PER_DAY_MAX.knownDevice }
    : { party: `change:${customerId}`, triesMax: WRONG_PASSWORDS_PER_DAY_MAX.change };
  await withTry(ctx, tries, () => deps.lanes.run('known', () => checkPassword(deps, customerId, password)));
  await storeUnlock(ctx.orm, sessionId, ctx.clock.now());
  deps.sessions.drop([customerId]);
  return { done: true };
}

/** Notes that a page of the caller's browser is used. Errors: REQUIRED_LOGIN, SCREEN_LOCKED. */
export async function markUsed(ctx: Ctx, deps: AccountDeps, caller: Caller): Promise<{ done: true }> {
  const { customerId, sessionId } = principalOf(caller);
  const isUsed = await useScreen(ctx.orm, sessionId, ctx.clock.now());
  deps.sessions.drop([customerId]);
  if (!isUsed) throw new AppError('SCREEN_LOCKED');
  return { done: true };
}
