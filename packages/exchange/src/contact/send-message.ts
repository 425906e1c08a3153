import type { SendMessageInput, SentMessageView } from '@quydoi/contract/contact';
import { DAY_MS } from '@quydoi/domain/durations';
import { DEFAULT_LOCALE } from '@quydoi/domain/locales';
import type { AccountDeps } from '../accounts/account-deps.ts';
import { queueMail } from '../accounts/mail-queue.ts';
import type { Ctx } from '../context.ts';

/** A message that could not be mailed by then is reported, as others are (`pruneAccounts`). */
const MAILED_WITHIN_DAYS = 7;

/** Mails a message to the support's address. It is in the queue once this resolves: a mail server that is away only delays it. */
export async function sendMessage(ctx: Ctx, deps: Pick<AccountDeps, 'secrets'>, input: SendMessageInput): Promise<SentMessageView> {
  const { site } = await ctx.settings();
  const expiresAt = new Date(ctx.clock.now().getTime() + MAILED_WITHIN_DAYS * DAY_MS);
  await queueMail(ctx, deps, { kind: 'contact-message', address: site.email, language: DEFAULT_LOCALE, params: input }, expiresAt);
  return { status: 'accepted' };
}
