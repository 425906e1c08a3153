import type { LoginView } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { LOGIN_CODE_SECONDS } from '@quydoi/domain/constants';
import { SECOND_MS } from '@quydoi/domain/durations';
import { InvariantError } from '@quydoi/domain/invariant';
import type { Ctx } from '../context.ts';
import { macOf } from '../keyed-mac.ts';
import type { AccountDeps } from './account-deps.ts';
import { readPasswordHash } from './check-password.ts';
import { shownFactorOf } from './two-factor/sealed-secret.ts';

const MARK_BYTES = 12;

/**
 * Says that a login whose password was right wants a code. The challenge is of this customer, device and password, and holds no session.
 * @param sealed what the customer's codes are made of
 */
export async function createChallenge(
  ctx: Ctx,
  deps: AccountDeps,
  { deviceId }: Caller,
  customerId: string,
  sealed: string,
): Promise<Extract<LoginView, { challenge: string }>> {
  const expiresAt = new Date(ctx.clock.now().getTime() + LOGIN_CODE_SECONDS * SECOND_MS);
  const { twoFactor, sentTo } = shownFactorOf(sealed, customerId, deps.secrets);
  if (twoFactor === 'none') throw new InvariantError('a code is wanted without a second factor');
  return { challenge: deps.links.seal('login', await subjectOf(deps, deviceId, customerId), expiresAt), expiresAt, twoFactor, sentTo };
}

/**
 * The customer of a login that wants a code.
 * @throws AppError CHALLENGE_INVALID when the login has to begin anew: it is late, another device's, or the password was changed
 */
export async function customerOfChallenge(ctx: Ctx, deps: AccountDeps, { deviceId }: Caller, challenge: string): Promise<string> {
  const subject = deps.links.open('login', challenge, ctx.clock.now());
  const [customerId = ''] = subject?.split(' ') ?? [];
  if (subject === null || subject !== (await subjectOf(deps, deviceId, customerId))) throw new AppError('CHALLENGE_INVALID');
  return customerId;
}

/** What a challenge is of. A password that is set meanwhile makes another subject. */
async function subjectOf(deps: AccountDeps, deviceId: string | null, customerId: string): Promise<string> {
  const hash = await readPasswordHash(deps, customerId);
  return `${customerId} ${deviceId ?? ''} ${macOf(`password ${hash}`, deps.secrets, MARK_BYTES)}`;
}
