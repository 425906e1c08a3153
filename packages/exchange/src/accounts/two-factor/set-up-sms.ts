import type { SmsSetUpView } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { readMobileNumber } from '@quydoi/domain/customer/mobile-number';
import type { Ctx } from '../../context.ts';
import { type AccountDeps, sessionOf } from '../account-deps.ts';
import { newCodeSecret } from './codes.ts';
import { beginSetUp, sealSetUp } from './set-up-two-factor.ts';
import { sendSmsCode } from './sms.ts';

/**
 * Sends a first code by SMS. Nothing is stored until `activateTwoFactor`: number and secret go with the answer, sealed, and come back. Errors:
 * PHONE_INVALID (looked at first), those of {@link beginSetUp}, TOO_MANY_SMS, SMS_NOT_SENT.
 */
export async function setUpSms(
  ctx: Ctx,
  deps: AccountDeps,
  caller: Caller,
  { password, phone: typed }: { readonly password: string; readonly phone: string },
): Promise<SmsSetUpView> {
  const { customerId } = sessionOf(caller);
  const phone = readMobileNumber(typed);
  if (phone === null) throw new AppError('PHONE_INVALID');
  await beginSetUp(ctx, deps, customerId, password);
  const factor = { kind: 'sms', phone, secret: newCodeSecret(ctx.random) } as const;
  const { step, sent } = await sendSmsCode(ctx, deps, caller, { customerId, factor, purpose: 'set-up' });
  return { ...sent, setUp: sealSetUp(ctx, deps, customerId, factor, step).setUp };
}
