import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { lockCustomer, readCustomerAccount } from '@quydoi/database/repositories/customers';
import { RESET_LINK_SECONDS } from '@quydoi/domain/constants';
import { SECOND_MS } from '@quydoi/domain/durations';
import type { Ctx } from '../context.ts';
import type { AccountDeps } from './account-deps.ts';
import { countAskedMail } from './ask-mail.ts';
import { isCommonPassword, ownWordsOf } from './common-passwords.ts';
import { queueMail } from './mail-queue.ts';
import { removeAllPasskeys } from './passkeys/own-passkeys.ts';
import { tellOwner } from './tell-owner.ts';

/** An answer takes no less: making a link takes longer than finding no account. */
const ANSWER_MS = 300;
const TOKEN_BYTES = 18;
/** Prefix of the library's names of what resets a password. */
const IDENTIFIER = 'reset-password:';

/** Mails a link that sets another password. The same for an address without an account, which gets no mail. */
export async function forgotPassword(ctx: Ctx, deps: AccountDeps, { email }: { readonly email: string }): Promise<{ status: 'accepted' }> {
  const earliest = ctx.clock.sleep(ANSWER_MS);
  const id = await countAskedMail(ctx, deps, email);
  if (id !== null) await queueResetLink(ctx, deps, email, id);
  await earliest;
  return { status: 'accepted' };
}

async function queueResetLink(ctx: Ctx, deps: AccountDeps, email: string, id: string): Promise<void> {
  const { internalAdapter } = await deps.auth.$context;
  const found = await internalAdapter.findUserByEmail(email);
  const account = found === null ? null : await readCustomerAccount(ctx.orm, found.user.id);
  if (account === null) return;
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + RESET_LINK_SECONDS * SECOND_MS);
  const token = Buffer.from(ctx.random(TOKEN_BYTES)).toString('base64url');
  // The link tells when it expires; the row only has to be there until then, by whatever clock.
  const value = { value: account.customer.id, identifier: `${IDENTIFIER}${token}`, expiresAt: new Date(Date.parse('9999-01-01')) };
  await internalAdapter.createVerificationValue(value);
  const link = `${deps.publicUrl}/reset?token=${deps.links.seal('reset', `${account.customer.id} ${token}`, expiresAt)}`;
  const params = { link, minutes: String(RESET_LINK_SECONDS / 60) };
  await queueMail(ctx, deps, { id, kind: 'reset-password', address: email, language: account.customer.language, params }, expiresAt);
}

/**
 * Sets another password by the link of a mail, once, removes every passkey and ends every session: whoever knew the old password may have added one.
 * The address is confirmed by it. Errors: LINK_INVALID, PASSWORD_COMMON.
 */
export async function resetPassword(
  ctx: Ctx,
  deps: AccountDeps,
  caller: Caller,
  { token: sealed, newPassword }: { readonly token: string; readonly newPassword: string },
): Promise<{ done: true }> {
  const [customerId = '', token] = deps.links.open('reset', sealed, ctx.clock.now())?.split(' ') ?? [];
  if (token === undefined) throw new AppError('LINK_INVALID');
  const { internalAdapter } = await deps.auth.$context;
  const hash = await deps.lanes.run('stranger', () => deps.passwords.hashFor(customerId, newPassword));
  await deps.pool.inTransaction(async (run) => {
    // A passkey that is being added comes before or after.
    if (!(await lockCustomer(run, customerId))) throw new AppError('LINK_INVALID');
    const used = await internalAdapter.consumeVerificationValue(`${IDENTIFIER}${token}`);
    // A row of another customer is not the link's.
    const account = used?.value === customerId ? await readCustomerAccount(ctx.orm, customerId) : null;
    if (account === null) throw new AppError('LINK_INVALID');
    // The link stays good for another one.
    if (isCommonPassword(newPassword, ownWordsOf(account))) throw new AppError('PASSWORD_COMMON');
    await internalAdapter.updatePassword(customerId, hash);
    await removeAllPasskeys(run, deps, customerId);
    await internalAdapter.deleteUserSessions(customerId);
    await internalAdapter.updateUser(customerId, { emailVerified: true });
  });
  deps.sessions.drop([customerId]);
  await tellOwner(ctx, deps, caller, customerId, 'password-changed');
  return { done: true };
}
