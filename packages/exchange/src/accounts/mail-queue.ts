import { addMail, endMail, putOffMail, takeDueMails, type WaitingMail } from '@quydoi/database/repositories/mails';
import type { MailContent } from '@quydoi/domain/customer/mail';
import { MINUTE_MS } from '@quydoi/domain/durations';
import type { Locale } from '@quydoi/domain/locales';
import { type Ctx, newId } from '../context.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { createSealing } from '../sealed-text.ts';
import type { AccountDeps } from './account-deps.ts';

/** A mail as it is sent. */
export type Mail = MailContent & {
  readonly id: string;
  readonly address: string;
  readonly language: Locale;
};

/** Hands mails to a mail server. */
export interface MailSender {
  /** Resolves when the server has taken the mail. Rejects when it has not; `isFinal` of the error says that it never will. */
  send(mail: Mail): Promise<void>;
}

/** A mail that its server refuses for good, such as one to an address that there is not. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}

const SEALING = createSealing('mail sealing');
const BATCH_SIZE = 20;
const CONCURRENCY = 4;
/** A process that dies while it sends leaves its mails to the next try. */
const AGAIN_MS = 2 * MINUTE_MS;
/** Delays after failures; the last repeats until the mail is of no use any more. */
const RETRY_DELAYS_MS = [5_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS] as const;

/** Puts a mail into the queue. @param expiresAt when it is of no use any more */
export async function queueMail(
  ctx: Ctx,
  { secrets }: Pick<AccountDeps, 'secrets'>,
  { address, language, kind, params }: Omit<Mail, 'id'>,
  expiresAt: Date,
): Promise<void> {
  const id = newId(ctx);
  const content = SEALING.seal(JSON.stringify({ language, kind, params }), [id, address], secrets, ctx.random);
  await addMail(ctx.orm, { id, address, content, createdAt: ctx.clock.now(), expiresAt });
}

/** Sends mails that are due. One whose server fails is tried again, later each time, and may in rare cases arrive twice. @returns whether more are due now */
export async function sendMails(ctx: Ctx, { secrets }: Pick<AccountDeps, 'secrets'>, sender: MailSender): Promise<boolean> {
  const now = ctx.clock.now();
  const due = await takeDueMails(ctx.orm, now, new Date(now.getTime() + AGAIN_MS), BATCH_SIZE);
  await forEachIsolated(
    ctx,
    due,
    'mail not sent',
    async (row) => {
      const mail = openMail(row, secrets);
      if (mail === null) return endMail(ctx.orm, row.id, 'given-up');
      await sender.send(mail);
      await endMail(ctx.orm, row.id, 'sent');
    },
    {
      concurrency: CONCURRENCY,
      fieldsOf: ({ id, tries }) => ({ mail: id, tries }),
      async onError({ id, tries }, error) {
        if (error instanceof MailRefusedError) return endMail(ctx.orm, id, 'given-up');
        const delayMs = RETRY_DELAYS_MS[Math.min(tries, RETRY_DELAYS_MS.length) - 1] ?? 0;
        await putOffMail(ctx.orm, id, new Date(ctx.clock.now().getTime() + delayMs));
        ctx.logger.warn({ mail: id, tries, error: String(error) }, 'mail not sent, tried again');
      },
    },
  );
  return due.length === BATCH_SIZE;
}

/** Null for a row that the web did not write. */
function openMail({ id, address, content }: WaitingMail, secrets: AccountDeps['secrets']): Mail | null {
  const text = SEALING.open(content, [id, address], secrets);
  return text === null ? null : { id, address, ...(JSON.parse(text) as MailContent & { readonly language: Locale }) };
}
