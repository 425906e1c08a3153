import { AppError } from '@quydoi/contract/errors';
import { takePasswordTry } from '@quydoi/database/repositories/password-tries';
import { PASSKEY_SECONDS } from '@quydoi/domain/constants';
import { SECOND_MS } from '@quydoi/domain/durations';
import type { Ctx } from '../../context.ts';
import type { AccountDeps } from '../account-deps.ts';
import type { LinkPurpose } from '../links.ts';
import { dayOf } from '../password-tries.ts';

type PasskeyPurpose = Extract<LinkPurpose, `passkey-${string}`>;

/** What an authenticator has to sign, and the token that comes back with the signature. */
interface PasskeyChallenge {
  /** In base64url. */
  readonly challenge: string;
  readonly token: string;
  readonly expiresAt: Date;
}

/** 256 bits. */
const CHALLENGE_BYTES = 32;

/** Makes a challenge. Nothing is stored: the token has it. @param holder who may answer it, such as a device */
export function createPasskeyChallenge(ctx: Ctx, { links }: AccountDeps, purpose: PasskeyPurpose, holder: string): PasskeyChallenge {
  const expiresAt = new Date(ctx.clock.now().getTime() + PASSKEY_SECONDS * SECOND_MS);
  const challenge = Buffer.from(ctx.random(CHALLENGE_BYTES)).toString('base64url');
  return { challenge, token: links.seal(purpose, `${challenge} ${expiresAt.getTime()} ${holder}`, expiresAt), expiresAt };
}

/** A challenge that has come back with an answer. */
interface AnsweredChallenge {
  /** What has to be signed, in base64url. */
  readonly challenge: string;
  /** It was answered before, rightly or not. */
  readonly isUsed: boolean;
}

/**
 * Uses up a challenge, whatever its answer is worth.
 * @throws AppError CHALLENGE_INVALID when it is late, another holder's, or not ours
 */
export async function consumePasskeyChallenge(
  ctx: Ctx,
  { links }: AccountDeps,
  purpose: PasskeyPurpose,
  token: string,
  holder: string,
): Promise<AnsweredChallenge> {
  const [challenge = '', expiresMs = '', ...held] = links.open(purpose, token, ctx.clock.now())?.split(' ') ?? [];
  if (challenge === '' || held.join(' ') !== holder) throw new AppError('CHALLENGE_INVALID');
  // Tries are kept until their day is over: on the day on which it expires, so that midnight does not make it new.
  const day = dayOf(Number(expiresMs));
  return { challenge, isUsed: !(await takePasswordTry(ctx.orm, { party: `passkey:${challenge}`, triesMax: 1 }, day, null)) };
}
