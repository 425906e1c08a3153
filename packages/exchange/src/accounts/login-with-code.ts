import type { StartedSessionView } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import type { Ctx } from '../context.ts';
import type { AccountDeps } from './account-deps.ts';
import { customerOfChallenge } from './login-challenge.ts';
import { startSession } from './start-session.ts';
import { takeCode } from './two-factor/take-code.ts';

/** Begins the session of a login that wants a code. Errors: CHALLENGE_INVALID, CODE_INVALID, CODE_USED, TOO_MANY_CODES, TWO_FACTOR_CHANGED. */
export async function loginWithCode(
  ctx: Ctx,
  deps: AccountDeps,
  caller: Caller,
  { challenge, code }: { readonly challenge: string; readonly code: string },
): Promise<StartedSessionView> {
  const customerId = await customerOfChallenge(ctx, deps, caller, challenge);
  await takeCode(ctx, deps, caller, customerId, code);
  return startSession(ctx, deps, caller, customerId);
}
