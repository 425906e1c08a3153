import type { LoginView, StartedSessionView } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { LOGIN_CODE_SECONDS } from '@quydoi/domain/constants';
import { SECOND_MS } from '@quydoi/domain/durations';
import type { Ctx } from '../context.ts';
import { macOf } from '../keyed-mac.ts';
import type { AccountDeps } from './account-deps.ts';
import { readPasswordHash } from './check-password.ts';
import { startSession } from './start-session.ts';
import { takeCode } from './two-factor/take-code.ts';

const MARK_BYTES = 12;

/** Says that a login whose password was right wants a code. The challenge is of this customer, device and password, and holds no session. */
export async function createChallenge(
  ctx: Ctx,
  deps: AccountDeps,
  { deviceId }: Caller,
  customerId: string,
): Promise<Extract<LoginView, { challenge: string }>> {
  const expiresAt = new Date(ctx.clock.now().getTime() + LOGIN_CODE_SECONDS * SECOND_MS);
  return { challenge: deps.links.seal('login', await subjectOf(deps, deviceId, customerId), expiresAt), expiresAt };
}

/**
 * Begins the session of a login that wants a code. Errors: CHALLENGE_INVALID when the login has to begin anew (late, another device's, or the password
 * was changed), CODE_INVALID, CODE_USED, TOO_MANY_CODES, TWO_FACTOR_CHANGED.
 */
export async function loginWithCode(
  ctx: Ctx,
  deps: AccountDeps,
  caller: Caller,
  { challenge, code }: { readonly challenge: string; readonly code: string },
): Promise<StartedSessionView> {
  const subject = deps.links.open('login', challenge, ctx.clock.now());
  const [customerId = ''] = subject?.split(' ') ?? [];
  if (subject === null || subject !== (await subjectOf(deps, caller.deviceId, customerId))) throw new AppError('CHALLENGE_INVALID');
  await takeCode(ctx, deps, caller, customerId, code);
  return startSession(ctx, deps, caller, customerId);
}

/** What a challenge is of. A password that is set meanwhile makes another subject. */
async function subjectOf(deps: AccountDeps, deviceId: string | null, customerId: string): Promise<string> {
  const hash = await readPasswordHash(deps, customerId);
  return `${customerId} ${deviceId ?? ''} ${macOf(`password ${hash}`, deps.secrets, MARK_BYTES)}`;
}
