import type { CustomerView } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { readCustomerAccount } from '@quydoi/database/repositories/customers';
import { AVATARS_PATH } from '@quydoi/domain/image';
import type { Ctx } from '../context.ts';
import { type AccountDeps, sessionOf } from './account-deps.ts';
import { shownFactorOf } from './two-factor/sealed-secret.ts';

/** The customer of the call's session. Error: REQUIRED_LOGIN. */
export async function me(ctx: Ctx, { secrets }: Pick<AccountDeps, 'secrets'>, caller: Caller): Promise<CustomerView> {
  const account = await readCustomerAccount(ctx.orm, sessionOf(caller).customerId);
  if (account === null) throw new AppError('REQUIRED_LOGIN');
  const { customer, email, isEmailVerified, username, twoFactorSecret, avatarId } = account;
  const { version: _, orderCount: __, ...shown } = customer;
  const { twoFactor } = shownFactorOf(twoFactorSecret, customer.id, secrets);
  const avatar = avatarId === null ? null : `${AVATARS_PATH}/${avatarId}`;
  return { ...shown, email, isEmailVerified, username, avatar, twoFactor };
}
