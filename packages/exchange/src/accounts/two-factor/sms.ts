import type { SentCodeView } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { returnPasswordTry, takePasswordTry } from '@quydoi/database/repositories/password-tries';
import { SMS_PAUSE_SECONDS, SMS_PER_DAY_MAX } from '@quydoi/domain/constants';
import { maskMobileNumber } from '@quydoi/domain/customer/mobile-number';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@quydoi/domain/durations';
import { RailError } from '@quydoi/rails/rail-error';
import { type Ctx, newId } from '../../context.ts';
import { macOf } from '../../keyed-mac.ts';
import type { AccountDeps } from '../account-deps.ts';
import { isKnownDevice } from '../known-devices.ts';
import { dayOf, newReturnCode, sha256Of } from '../password-tries.ts';
import { smsCodeEnd, smsCodeOf, startOfStep, stepAt } from './codes.ts';
import type { FactorSecret } from './sealed-secret.ts';

/** An SMS with a code. */
export interface CodeSms {
  /** Of this SMS alone: a provider that gets it twice sends one. */
  readonly id: string;
  /** Mobile number in E.164. */
  readonly phone: string;
  readonly code: string;
}

/** Hands SMS to a provider. */
export interface SmsSender {
  /**
   * Resolves when the provider has taken the SMS. Rejects when it has not, or did not say so; a RailError tells which. Messages of its errors hold neither
   * number nor code.
   */
  sendCode(sms: CodeSms): Promise<void>;
}

type SmsSecret = Extract<FactorSecret, { kind: 'sms' }>;

/** What an SMS is for: to set up a second factor, or for one that is on. */
type SmsPurpose = 'set-up' | 'code';

/** Half minutes between two SMS to a customer: full ones, whenever in its half minute an SMS is sent. */
const STEPS_APART = 1 + SMS_PAUSE_SECONDS / 30;
/** A refusal comes at once. After it, the SMS may be on its way, and its code counts in place of the one before. */
const REFUSED_WITHIN_MS = 2_000;
const PARTY_BYTES = 12;

/**
 * Sends the code of the present half minute by SMS, within the limits of customer and number. One that the provider refuses counts against none of those
 * of the day, and leaves the code before it, which may be late.
 * @param note notes that it is sent; false when its code does not count
 * @returns its time step, and what the customer is told
 * @throws AppError TOO_MANY_SMS, SMS_NOT_SENT
 */
export async function sendSmsCode(
  ctx: Ctx,
  deps: AccountDeps,
  caller: Caller,
  of: { readonly customerId: string; readonly factor: SmsSecret; readonly purpose: SmsPurpose },
  note: (step: number) => Promise<boolean> = async () => true,
): Promise<{ readonly step: number; readonly sent: SentCodeView }> {
  const { sms } = deps;
  if (sms === null) throw new AppError('SMS_NOT_SENT');
  const { factor, customerId } = of;
  const step = stepAt(ctx.clock.now());
  await keepPause(ctx, customerId, step);
  const uncount = await keepDailyLimits(ctx, deps, caller, of);
  const sending = sms.sendCode({ id: newId(ctx), phone: factor.phone, code: smsCodeOf(factor.secret, step) }).then(
    () => null,
    (error: unknown) => ({ error, isRefusal: error instanceof RailError && error.outcome === 'not-done' }),
  );
  const early = await Promise.race([sending, ctx.clock.sleep(REFUSED_WITHIN_MS)]);
  if (!early?.isRefusal && !(await note(step))) throw tooSoon(ctx, step);
  const failure = await sending;
  if (failure !== null) {
    ctx.logger.error({ error: String(failure.error) }, 'SMS not sent');
    if (failure.isRefusal) await uncount();
    throw new AppError('SMS_NOT_SENT');
  }
  return { step, sent: { sentTo: maskMobileNumber(factor.phone), againAt: startOfStep(step + STEPS_APART), expiresAt: smsCodeEnd(step) } };
}

/** Takes this half minute and the next: whoever sends in either finds one of them taken. */
async function keepPause(ctx: Ctx, customerId: string, step: number): Promise<void> {
  for (let taken = step; taken < step + STEPS_APART; taken += 1) {
    const day = dayOf(startOfStep(taken).getTime());
    const isFree = await takePasswordTry(ctx.orm, { party: `sms-pause:${customerId}:${taken}`, triesMax: 1 }, day, null);
    if (!isFree && taken === step) throw tooSoon(ctx, step);
  }
}

function tooSoon(ctx: Ctx, step: number): AppError {
  return tooMany((startOfStep(step + STEPS_APART).getTime() - ctx.clock.now().getTime()) / SECOND_MS, 'soon');
}

/** @returns gives back what was taken */
async function keepDailyLimits(
  ctx: Ctx,
  deps: AccountDeps,
  { deviceId }: Caller,
  { customerId, factor: { phone }, purpose }: { readonly customerId: string; readonly factor: SmsSecret; readonly purpose: SmsPurpose },
): Promise<() => Promise<void>> {
  const nowMs = ctx.clock.now().getTime();
  const day = dayOf(nowMs);
  const number = macOf(`sms ${phone}`, deps.secrets, PARTY_BYTES);
  const own = purpose === 'code' && (await isKnownDevice(ctx, deps, customerId, deviceId)) ? `${customerId}:${deviceId}` : customerId;
  const [ofCustomer, ofNumber] =
    purpose === 'code' ? [SMS_PER_DAY_MAX.codes, SMS_PER_DAY_MAX.codesOfNumber] : [SMS_PER_DAY_MAX.setUpsOfCustomer, SMS_PER_DAY_MAX.setUpsOfNumber];
  const returnCode = newReturnCode(ctx);
  const parties = [
    { party: `sms-${purpose}:${own}`, triesMax: ofCustomer },
    { party: `sms-${purpose}-number:${number}`, triesMax: ofNumber },
  ];
  for (const tries of parties) {
    const isTaken = await takePasswordTry(ctx.orm, tries, day, sha256Of(returnCode));
    if (!isTaken) throw tooMany(((day + 1) * DAY_MS - nowMs) / SECOND_MS, 'day');
  }
  return async () => {
    for (const { party } of parties) await returnPasswordTry(ctx.orm, party, day, returnCode);
  };
}

function tooMany(seconds: number, limit: 'soon' | 'day'): AppError {
  const retryAfterSeconds = Math.ceil(seconds);
  const params = { limit, seconds: String(retryAfterSeconds), hours: String(Math.ceil((seconds * SECOND_MS) / HOUR_MS)) };
  return new AppError('TOO_MANY_SMS', params, { retryAfterSeconds });
}
