import { AppError } from '@quydoi/contract/errors';
import { WRONG_PASSWORDS_PER_DAY_MAX } from '@quydoi/domain/constants';
import type { Ctx } from '../context.ts';
import type { AccountDeps } from './account-deps.ts';
import { withTry } from './password-tries.ts';

/**
 * Compares a password with a customer's. One is hashed for nobody, too, so that answers tell by their time no more than by their words.
 * @param customerId null for nobody
 * @throws AppError CREDENTIALS_INVALID
 */
export async function checkPassword(deps: Pick<AccountDeps, 'auth' | 'passwords'>, customerId: string | null, password: string): Promise<void> {
  const hash = customerId === null ? null : await readPasswordHash(deps, customerId);
  if (customerId === null || hash === null) await deps.passwords.hash(password);
  else if (await deps.passwords.verify({ customerId, hash, password })) return;
  throw new AppError('CREDENTIALS_INVALID');
}

/** Hash of a customer's password, or null. */
export async function readPasswordHash({ auth }: Pick<AccountDeps, 'auth'>, customerId: string): Promise<string | null> {
  const accounts = await (await auth.$context).internalAdapter.findAccounts(customerId);
  return accounts.find(({ providerId }) => providerId === 'credential')?.password ?? null;
}

/**
 * Asks a customer who is logged in for the password again. A stolen session gets few tries at it. Errors: CREDENTIALS_INVALID, TOO_MANY_PASSWORDS,
 * UNAVAILABLE.
 */
export async function confirmPassword(ctx: Ctx, deps: AccountDeps, customerId: string, password: string): Promise<void> {
  const tries = { party: `change:${customerId}`, triesMax: WRONG_PASSWORDS_PER_DAY_MAX.change };
  await withTry(ctx, tries, () => deps.lanes.run('known', () => checkPassword(deps, customerId, password)));
}
