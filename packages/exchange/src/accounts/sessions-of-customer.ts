import type { SessionView } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { deleteOtherSessions, deleteSession, listSessions } from '@quydoi/database/repositories/sessions';
import type { Ctx } from '../context.ts';
import { type AccountDeps, sessionOf } from './account-deps.ts';
import { endSession } from './start-session.ts';

/** Lists where the customer is logged in, newest first. */
export async function listOwnSessions(ctx: Ctx, caller: Caller): Promise<{ items: SessionView[] }> {
  const { customerId, sessionId } = sessionOf(caller);
  const sessions = await listSessions(ctx.orm, customerId, ctx.clock.now());
  return { items: sessions.map(({ customerId: _, ...session }) => ({ ...session, isCurrent: session.id === sessionId })) };
}

/** Ends a session of the customer's. The answer tells nothing of another's. */
export async function revokeSession(ctx: Ctx, deps: AccountDeps, caller: Caller, { id }: { readonly id: string }): Promise<{ done: true }> {
  const { customerId } = sessionOf(caller);
  await deleteSession(ctx.orm, customerId, id);
  deps.sessions.drop([customerId]);
  return { done: true };
}

/** Ends all sessions of the customer but that of the call. */
export async function revokeOtherSessions(ctx: Ctx, deps: AccountDeps, caller: Caller): Promise<{ done: true }> {
  const { customerId, sessionId } = sessionOf(caller);
  await deleteOtherSessions(ctx.orm, customerId, sessionId);
  deps.sessions.drop([customerId]);
  return { done: true };
}

/** Ends the session of the call. */
export async function logout(ctx: Ctx, deps: AccountDeps, caller: Caller): Promise<{ done: true }> {
  sessionOf(caller);
  await endSession(ctx, deps, caller);
  return { done: true };
}
