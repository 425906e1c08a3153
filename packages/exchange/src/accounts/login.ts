import { type LoginInput, registerInput, type StartedSessionView } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { findKnownDevice, hasKnownDevices, type PasswordTries, rememberDevice } from '@quydoi/database/repositories/password-tries';
import { deleteSession } from '@quydoi/database/repositories/sessions';
import { KNOWN_DEVICES_MAX, PASSWORD_LENGTH, SESSION_DAYS, WRONG_PASSWORDS_PER_DAY_MAX } from '@quydoi/domain/constants';
import { DAY_MS } from '@quydoi/domain/durations';
import { isAPIError } from 'better-auth/api';
import type { Ctx } from '../context.ts';
import { macOf } from '../keyed-mac.ts';
import type { AccountDeps } from './account-deps.ts';
import { CLIENT_ADDRESS_HEADER } from './auth.ts';
import { withPasswordTry } from './password-tries.ts';
import { tellOwner } from './tell-owner.ts';

const PARTY_BYTES = 12;

/**
 * Begins a session. Wrong passwords are counted by the name that they are tried at, whether or not anybody has it, so that neither an answer nor a
 * refusal tells who is a customer. A device that has logged in before has tries of its own, and a lane of its own to hash in: attacks from elsewhere
 * do not keep its owner out. Errors: CREDENTIALS_INVALID, TOO_MANY_PASSWORDS, UNAVAILABLE.
 */
export async function login(ctx: Ctx, deps: AccountDeps, caller: Caller, input: LoginInput): Promise<StartedSessionView> {
  const name = nameOf(input.login);
  const { length } = input.password;
  // What no account can have needs no look at any.
  if (name === null || length < PASSWORD_LENGTH.min || length > PASSWORD_LENGTH.max) throw new AppError('CREDENTIALS_INVALID');
  const { deviceId } = caller;
  const knownAs = deviceId === null ? null : await findKnownDevice(ctx.orm, name.text, deviceId);
  const tries: PasswordTries =
    knownAs === null
      ? { party: `name:${macOf(`login ${name.text}`, deps.secrets, PARTY_BYTES)}`, triesMax: WRONG_PASSWORDS_PER_DAY_MAX.stranger }
      : { party: `device:${knownAs}:${deviceId}`, triesMax: WRONG_PASSWORDS_PER_DAY_MAX.knownDevice };
  const { token, user } = await withPasswordTry(ctx, tries, () =>
    deps.lanes.run(knownAs === null ? 'stranger' : 'known', () => signIn(deps, caller, name, input.password)),
  );
  if (knownAs === null && (await hasKnownDevices(ctx.orm, user.id))) await tellOwner(ctx, deps, caller, user.id, 'new-sign-in');
  if (deviceId !== null) await rememberDevice(ctx.orm, user.id, deviceId, ctx.clock.now(), KNOWN_DEVICES_MAX);
  await endSession(ctx, deps, caller);
  return startedSession(ctx, deps, token);
}

/** A name to log in with, in lower case. */
interface LoginName {
  readonly kind: 'email' | 'username';
  readonly text: string;
}

/** Null for what can be neither an e-mail address nor a username. */
function nameOf(login: string): LoginName | null {
  const kind = login.includes('@') ? 'email' : 'username';
  const parsed = registerInput.shape[kind].safeParse(login);
  return parsed.success && parsed.data !== undefined ? { kind, text: parsed.data.toLowerCase() } : null;
}

/** Checks the password and begins the session. The library hashes a password for unknown names, too. */
async function signIn(deps: AccountDeps, caller: Caller, { kind, text }: LoginName, password: string) {
  const headers = originOf(caller);
  try {
    const answer =
      kind === 'email'
        ? await deps.auth.api.signInEmail({ body: { email: text, password }, headers })
        : await deps.auth.api.signInUsername({ body: { username: text, password }, headers });
    if (!answer) throw new AppError('CREDENTIALS_INVALID');
    return answer;
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) throw new AppError('CREDENTIALS_INVALID');
    throw error;
  }
}

/** What a session tells its customer about where it began. */
export function originOf({ ip, userAgent }: Caller): Headers {
  return new Headers({ [CLIENT_ADDRESS_HEADER]: ip, 'user-agent': userAgent ?? '' });
}

/** A new session as its customer gets to know it. */
export function startedSession(ctx: Ctx, { tokens }: AccountDeps, token: string): StartedSessionView {
  return { token: tokens.seal(token), expiresAt: new Date(ctx.clock.now().getTime() + SESSION_DAYS * DAY_MS) };
}

/** Ends the session that a call was made with, if there is one. */
export async function endSession(ctx: Ctx, { sessions }: AccountDeps, { principal }: Caller): Promise<void> {
  if (principal.kind !== 'customer') return;
  await deleteSession(ctx.orm, principal.customerId, principal.sessionId);
  sessions.drop([principal.customerId]);
}
