import { createHash } from 'node:crypto';
import { AppError } from '@quydoi/contract/errors';
import { type PasswordTries, returnPasswordTry, takePasswordTry } from '@quydoi/database/repositories/password-tries';
import { DAY_MS, HOUR_MS } from '@quydoi/domain/durations';
import type { Ctx } from '../context.ts';

/** 128 bits. */
const RETURN_CODE_BYTES = 16;

/**
 * Runs `attempt` at the cost of one of a party's tries of the day, which is given back if the password or code was right. Errors: `refusal` with the
 * seconds until the next day (UTC) when there is none left; those of `attempt`.
 */
export async function withTry<T>(
  ctx: Ctx,
  tries: PasswordTries,
  attempt: () => Promise<T>,
  refusal: 'TOO_MANY_PASSWORDS' | 'TOO_MANY_CODES' = 'TOO_MANY_PASSWORDS',
): Promise<T> {
  const nowMs = ctx.clock.now().getTime();
  const day = dayOf(nowMs);
  const returnCode = newReturnCode(ctx);
  if (!(await takePasswordTry(ctx.orm, tries, day, sha256Of(returnCode)))) {
    const leftMs = (day + 1) * DAY_MS - nowMs;
    throw new AppError(refusal, { hours: String(Math.ceil(leftMs / HOUR_MS)) }, { retryAfterSeconds: Math.ceil(leftMs / 1_000) });
  }
  try {
    const result = await attempt();
    await returnPasswordTry(ctx.orm, tries.party, day, returnCode);
    return result;
  } catch (error) {
    // An attempt that never came to the password is none.
    if (error instanceof AppError && error.code === 'UNAVAILABLE') await returnPasswordTry(ctx.orm, tries.party, day, returnCode);
    throw error;
  }
}

/** Makes the code that gives a try back: only this process knows it, so that the database login alone cannot. */
export function newReturnCode({ random }: Pick<Ctx, 'random'>): string {
  return Buffer.from(random(RETURN_CODE_BYTES)).toString('base64url');
}

/** Days since 1970 (UTC). */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** SHA-256 of a code as the database compares it. */
export function sha256Of(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}
