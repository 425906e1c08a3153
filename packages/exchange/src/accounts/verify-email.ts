import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { readCustomerAccount } from '@quydoi/database/repositories/customers';
import { VERIFY_LINK_HOURS } from '@quydoi/domain/constants';
import { HOUR_MS } from '@quydoi/domain/durations';
import type { Locale } from '@quydoi/domain/locales';
import type { Ctx } from '../context.ts';
import { type AccountDeps, sessionOf } from './account-deps.ts';
import { countAskedMail } from './ask-mail.ts';
import { queueMail } from './mail-queue.ts';

/** Whose address a link confirms, and which. */
interface Owned {
  readonly customerId: string;
  readonly email: string;
}

/** Queues the mail whose link confirms a customer's e-mail address. */
export async function queueVerification(ctx: Ctx, deps: AccountDeps, { customerId, email }: Owned, language: Locale): Promise<void> {
  const id = await countAskedMail(ctx, deps, email);
  if (id === null) return;
  const expiresAt = new Date(ctx.clock.now().getTime() + VERIFY_LINK_HOURS * HOUR_MS);
  // The address too: a link to an earlier one confirms no later one.
  const link = `${deps.publicUrl}/login?verify=${deps.links.seal('verify', `${customerId} ${email}`, expiresAt)}`;
  await queueMail(ctx, deps, { id, kind: 'verify-email', address: email, language, params: { link, hours: String(VERIFY_LINK_HOURS) } }, expiresAt);
}

/** Confirms the e-mail address that a link was mailed to; again, if it is. Error: LINK_INVALID. */
export async function verifyEmail(ctx: Ctx, deps: AccountDeps, { token }: { readonly token: string }): Promise<{ done: true }> {
  const [customerId = '', email = ''] = deps.links.open('verify', token, ctx.clock.now())?.split(' ') ?? [];
  const account = customerId === '' ? null : await readCustomerAccount(ctx.orm, customerId);
  if (account === null || account.email !== email) throw new AppError('LINK_INVALID');
  if (!account.isEmailVerified) await (await deps.auth.$context).internalAdapter.updateUser(customerId, { emailVerified: true });
  return { done: true };
}

/** Queues the mail again that confirms the customer's address, unless it is confirmed. Error: REQUIRED_LOGIN. */
export async function resendVerification(ctx: Ctx, deps: AccountDeps, caller: Caller): Promise<{ done: true }> {
  const { customerId } = sessionOf(caller);
  const account = await readCustomerAccount(ctx.orm, customerId);
  if (account === null) throw new AppError('REQUIRED_LOGIN');
  const { email, isEmailVerified, customer } = account;
  if (!isEmailVerified) await queueVerification(ctx, deps, { customerId, email }, customer.language);
  return { done: true };
}
