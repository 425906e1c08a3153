import type { Caller } from '@quydoi/contract/caller';
import { readCustomerAccount } from '@quydoi/database/repositories/customers';
import type { SecurityNoticeKind } from '@quydoi/domain/customer/mail';
import { DAY_MS } from '@quydoi/domain/durations';
import type { Ctx } from '../context.ts';
import type { AccountDeps } from './account-deps.ts';
import { queueMail } from './mail-queue.ts';

/** How long such a mail is tried to be sent. */
const OF_USE_MS = 2 * DAY_MS;

/** Queues a mail that tells a customer what was done to the account, in case it was somebody else. */
export async function tellOwner(
  ctx: Ctx,
  deps: AccountDeps,
  { ip, userAgent }: Pick<Caller, 'ip' | 'userAgent'>,
  customerId: string,
  kind: SecurityNoticeKind,
): Promise<void> {
  const account = await readCustomerAccount(ctx.orm, customerId);
  if (account === null) return;
  const now = ctx.clock.now();
  const { email: address, customer } = account;
  const params = { at: now.toISOString(), timeZone: customer.timeZone, ip, userAgent: userAgent ?? '', forgotPage: `${deps.publicUrl}/forgot` };
  await queueMail(ctx, deps, { kind, address, language: customer.language, params }, new Date(now.getTime() + OF_USE_MS));
}
