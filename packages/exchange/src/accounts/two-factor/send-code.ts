import type { SentCodeView } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { recordSentStep } from '@quydoi/database/repositories/two-factor';
import type { Ctx } from '../../context.ts';
import { type AccountDeps, sessionOf } from '../account-deps.ts';
import { customerOfChallenge } from '../login-challenge.ts';
import { sendSmsCode } from './sms.ts';
import { readFactor } from './take-code.ts';

/**
 * Sends a code by SMS to the customer of a login that wants one, else of the session. Earlier ones count no more. Errors: CHALLENGE_INVALID,
 * REQUIRED_LOGIN, TWO_FACTOR_CHANGED where codes do not come by SMS, TOO_MANY_SMS, SMS_NOT_SENT.
 */
export async function sendCode(
  ctx: Ctx,
  deps: AccountDeps,
  caller: Caller,
  { challenge }: { readonly challenge?: string | undefined },
): Promise<SentCodeView> {
  const customerId = challenge === undefined ? sessionOf(caller).customerId : await customerOfChallenge(ctx, deps, caller, challenge);
  const { factor } = await readFactor(ctx, deps, customerId);
  if (factor.kind !== 'sms') throw new AppError('TWO_FACTOR_CHANGED');
  const { sent } = await sendSmsCode(ctx, deps, caller, { customerId, factor, purpose: 'code' }, (step) => recordSentStep(ctx.orm, customerId, step));
  return sent;
}
