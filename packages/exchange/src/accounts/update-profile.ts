import type { CustomerView, UpdateProfileInput } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { changeProfile } from '@quydoi/database/repositories/customers';
import { unlockScreen } from '@quydoi/database/repositories/screens';
import { dateOf, isProfileText, PROFILE_FIELDS } from '@quydoi/domain/customer/profile';
import type { Ctx } from '../context.ts';
import { type AccountDeps, sessionOf } from './account-deps.ts';
import { me } from './me.ts';

/**
 * Changes what is given of the customer's profile, and leaves the rest. Errors: REQUIRED_LOGIN, VALIDATION_FAILED (with the fields), IDENTITY_VERIFIED,
 * IDENTITY_SUBMITTED.
 */
export async function updateProfile(
  ctx: Ctx,
  deps: Pick<AccountDeps, 'secrets' | 'sessions'>,
  caller: Caller,
  input: UpdateProfileInput,
): Promise<CustomerView> {
  const { customerId, sessionId } = sessionOf(caller);
  const today = dateOf(ctx.clock.now());
  const wrong = PROFILE_FIELDS.filter((field) => !isProfileText(field, input[field] ?? '', today));
  if (wrong.length > 0)
    throw new AppError('VALIDATION_FAILED', { fields: wrong.join(', ') }, { fields: wrong.map((field) => ({ field, problem: 'invalid_format' })) });
  // The browser that it is switched on in was not left alone.
  if (input.isLockScreen && caller.deviceId !== null) await unlockScreen(ctx.orm, sessionId, ctx.clock.now());
  if (!(await changeProfile(ctx.orm, customerId, input))) {
    const { docStatus } = await me(ctx, deps, caller);
    throw new AppError(docStatus === 'verify' ? 'IDENTITY_VERIFIED' : 'IDENTITY_SUBMITTED');
  }
  if (input.isLockScreen !== undefined) deps.sessions.drop([customerId]);
  return me(ctx, deps, caller);
}
