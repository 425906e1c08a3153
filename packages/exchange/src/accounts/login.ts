import { type LoginInput, type LoginView, registerInput } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { findCustomerByLogin } from '@quydoi/database/repositories/customers';
import type { PasswordTries } from '@quydoi/database/repositories/password-tries';
import { findTwoFactor } from '@quydoi/database/repositories/two-factor';
import { PASSWORD_LENGTH, WRONG_PASSWORDS_PER_DAY_MAX } from '@quydoi/domain/constants';
import type { Ctx } from '../context.ts';
import { macOf } from '../keyed-mac.ts';
import type { AccountDeps } from './account-deps.ts';
import { checkPassword } from './check-password.ts';
import { customerOfDevice } from './known-devices.ts';
import { createChallenge } from './login-challenge.ts';
import { withTry } from './password-tries.ts';
import { startSession } from './start-session.ts';

const PARTY_BYTES = 12;

/**
 * Begins a session, or asks for a code of the second factor where there is one. Wrong passwords are counted by the name that they are tried at, whether
 * or not anybody has it, so that neither an answer nor a refusal tells who is a customer. A device that has logged in before has tries of its own, and
 * a lane of its own to hash in: attacks from elsewhere do not keep its owner out. Errors: CREDENTIALS_INVALID, TOO_MANY_PASSWORDS, UNAVAILABLE.
 */
export async function login(ctx: Ctx, deps: AccountDeps, caller: Caller, input: LoginInput): Promise<LoginView> {
  const name = nameOf(input.login);
  const { length } = input.password;
  // What no account can have needs no look at any.
  if (name === null || length < PASSWORD_LENGTH.min || length > PASSWORD_LENGTH.max) throw new AppError('CREDENTIALS_INVALID');
  const { deviceId } = caller;
  const knownAs = await customerOfDevice(ctx, deps, name, deviceId);
  const tries: PasswordTries =
    knownAs === null
      ? { party: `name:${macOf(`login ${name}`, deps.secrets, PARTY_BYTES)}`, triesMax: WRONG_PASSWORDS_PER_DAY_MAX.stranger }
      : { party: `device:${knownAs}:${deviceId}`, triesMax: WRONG_PASSWORDS_PER_DAY_MAX.knownDevice };
  const customerId = await withTry(ctx, tries, () =>
    deps.lanes.run(knownAs === null ? 'stranger' : 'known', () => authenticate(ctx, deps, name, input.password)),
  );
  const factor = await findTwoFactor(ctx.orm, customerId);
  return factor === null ? startSession(ctx, deps, caller, customerId) : createChallenge(ctx, deps, caller, customerId, factor.secret);
}

/** E-mail address or username in lower case; null for what can be neither. */
function nameOf(login: string): string | null {
  const parsed = registerInput.shape[login.includes('@') ? 'email' : 'username'].safeParse(login);
  return parsed.success ? (parsed.data?.toLowerCase() ?? null) : null;
}

/** @returns the customer whose password it is @throws AppError CREDENTIALS_INVALID */
async function authenticate(ctx: Ctx, deps: AccountDeps, name: string, password: string): Promise<string> {
  const customerId = await findCustomerByLogin(ctx.orm, name);
  await checkPassword(deps, customerId, password);
  if (customerId === null) throw new AppError('CREDENTIALS_INVALID');
  return customerId;
}
