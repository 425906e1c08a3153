import type { Caller } from '@quydoi/contract/caller';
import { type CustomerAccount, readCustomerAccount } from '@quydoi/database/repositories/customers';
import type { AccountUse, MailContent, SecurityNoticeKind } from '@quydoi/domain/customer/mail';
import { DAY_MS } from '@quydoi/domain/durations';
import type { Ctx } from '../context.ts';
import type { AccountDeps } from './account-deps.ts';
import { queueMail } from './mail-queue.ts';

/** How long such a mail is tried to be sent. */
const OF_USE_MS = 2 * DAY_MS;

type User = Pick<Caller, 'ip' | 'userAgent'>;

/** Queues a mail that tells a customer what was done to the account, in case it was somebody else. */
export async function tellOwner(ctx: Ctx, deps: AccountDeps, user: User, customerId: string, kind: SecurityNoticeKind): Promise<void> {
  const account = await readCustomerAccount(ctx.orm, customerId);
  if (account === null) return;
  await queueNotice(ctx, deps, user, account, (use) => ({ kind, params: { ...use, forgotPage: `${deps.publicUrl}/forgot` } }));
}

/** Queues a mail that tells whoever had the account that it was deleted. @param account as it was before */
export async function tellFormerOwner(ctx: Ctx, deps: AccountDeps, user: User, account: CustomerAccount): Promise<void> {
  await queueNotice(ctx, deps, user, account, (use) => ({ kind: 'account-deleted', params: { ...use, registerPage: `${deps.publicUrl}/register` } }));
}

async function queueNotice(
  ctx: Ctx,
  deps: AccountDeps,
  { ip, userAgent }: User,
  { email: address, customer: { language, timeZone } }: CustomerAccount,
  contentOf: (use: AccountUse) => MailContent,
): Promise<void> {
  const now = ctx.clock.now();
  const content = contentOf({ at: now.toISOString(), timeZone, ip, userAgent: userAgent ?? '' });
  await queueMail(ctx, deps, { address, language, ...content }, new Date(now.getTime() + OF_USE_MS));
}
