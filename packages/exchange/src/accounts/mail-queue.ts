import { addMail, endLateMails, endMail, putOffMail, takeDueMails, type WaitingMail } from '@quydoi/database/repositories/mails';
import type { MailContent } from '@quydoi/domain/customer/mail';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@quydoi/domain/durations';
import type { Locale } from '@quydoi/domain/locales';
import { type Ctx, newId } from '../context.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { createSealing } from '../sealed-text.ts';
import type { AccountDeps } from './account-deps.ts';
import { keepAskedMail, uncountAskedMail } from './ask-mail.ts';
import { createMailServerWatch, type MailServerWatch } from './mail-server-watch.ts';

/** A mail as it is sent. */
export type Mail = MailContent & {
  readonly id: string;
  readonly address: string;
  readonly language: Locale;
};

/** Hands mails to a mail server. */
export interface MailSender {
  /** Resolves when the server has taken the mail, within four minutes. @throws MailError when it has not, or has not said so */
  send(mail: Mail): Promise<void>;
}

/**
 * Why a mail was not sent. `refused`: it is itself at fault, for good, such as one to an address that there is not. `put-off`: the server did not take
 * this one. `away`: the server takes none at present. `doubtful`: it was given the whole mail, and did not say whether it took it.
 */
export type MailTrouble = 'refused' | 'put-off' | 'away' | 'doubtful';

/** A mail that was not sent. */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly trouble: MailTrouble;
  /** The server has something against us, such as a quota that is used up: it will take no mail until somebody does something. */
  readonly needsOperator: boolean;

  constructor(trouble: MailTrouble, message: string, needsOperator = false) {
    super(message);
    this.trouble = trouble;
    this.needsOperator = needsOperator;
  }
}

const SEALING = createSealing('mail sealing');
const BATCH_SIZE = 20;
const CONCURRENCY = 4;
/** A process that dies while it sends leaves its mails to the next try: after the last moment at which this one would still be sending them. */
const AGAIN_MS = 5 * MINUTE_MS;
/** Mails that have not been begun by then are left to the next batch. */
const BEGUN_WITHIN_MS = MINUTE_MS;
/** Delays after failures; the last repeats until the mail is of no use any more. */
const RETRY_DELAYS_MS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS] as const;
/** Of a mail that the server may have taken: each further try may be one more copy in its reader's inbox. */
const DOUBT_DELAYS_MS = [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 24 * HOUR_MS] as const;
/** Where somebody has to do something first. */
const OPERATOR_DELAYS_MS = [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS] as const;
/** Delays are at most so much of the time that is left: a link that is soon of no use does not wait for its last minutes. */
const LEFT_PART = 4;

/** Puts a mail into the queue. @param mail `id`: of one that was asked for (`countAskedMail`) @param expiresAt when it is of no use any more */
export async function queueMail(
  ctx: Ctx,
  { secrets }: Pick<AccountDeps, 'secrets'>,
  { id = newId(ctx), address, language, kind, params }: Omit<Mail, 'id'> & { readonly id?: string },
  expiresAt: Date,
): Promise<void> {
  const content = SEALING.seal(JSON.stringify({ language, kind, params }), [id, address], secrets, ctx.random);
  await addMail(ctx.orm, { id, address, content, createdAt: ctx.clock.now(), expiresAt });
}

/**
 * Sends mails that are due, those first that are of use for the shortest time, so that a link is not kept back by what has piled up. One whose server fails is tried again, later each time, and may in rare
 * cases arrive twice.
 * @param watch of this process over the server
 * @returns whether more are due now
 */
export async function sendMails(
  ctx: Ctx,
  { secrets }: Pick<AccountDeps, 'secrets'>,
  sender: MailSender,
  watch: MailServerWatch = createMailServerWatch(),
): Promise<boolean> {
  const now = ctx.clock.now();
  const mailsMax = Math.min(watch.mailsMax(now), BATCH_SIZE);
  if (mailsMax === 0) return false;
  // A server that takes none because of some mails is asked with others.
  const order = mailsMax === 1 ? 'by-tries' : 'by-use';
  const due = await takeDueMails(ctx.orm, order, now, new Date(now.getTime() + AGAIN_MS), mailsMax);
  await forEachIsolated(
    ctx,
    due,
    'mail not sent',
    async (row) => {
      const begunAt = ctx.clock.now();
      const isLate = begunAt.getTime() - now.getTime() > BEGUN_WITHIN_MS;
      if (isLate || watch.mailsMax(begunAt) === 0) return putOffMail(ctx.orm, row.id, begunAt);
      const mail = openMail(row, secrets, begunAt);
      if (mail === null) return endMail(ctx.orm, row.id, 'given-up');
      await sender.send(mail);
      watch.noteThere(ctx);
      await endMail(ctx.orm, row.id, 'sent');
    },
    {
      concurrency: CONCURRENCY,
      fieldsOf: ({ id, tries }) => ({ mail: id, tries }),
      onError: (row, error) => handleFailure(ctx, { secrets }, watch, row, error),
    },
  );
  return due.length === mailsMax && watch.mailsMax(ctx.clock.now()) > 0;
}

/** Ends mails that are of no use any more, of which the operator is told. @returns false: it ends all of them */
export async function giveUpLateMails(ctx: Ctx, deps: Pick<AccountDeps, 'secrets'>): Promise<false> {
  const late = await endLateMails(ctx.orm, ctx.clock.now());
  if (late.length > 0) ctx.logger.error({ mails: late.length }, 'mails were never sent');
  await forEachIsolated(ctx, late, 'mail not uncounted', (mail) => uncountAskedMail(ctx, deps, mail), { fieldsOf: ({ id }) => ({ mail: id }) });
  return false;
}

async function handleFailure(ctx: Ctx, deps: Pick<AccountDeps, 'secrets'>, watch: MailServerWatch, row: WaitingMail, error: unknown): Promise<void> {
  const { trouble, needsOperator } = error instanceof MailError ? error : { trouble: 'put-off' as const, needsOperator: false };
  const fields = { mail: row.id, tries: row.tries, error: String(error) };
  if (trouble === 'refused') {
    watch.noteThere(ctx);
    ctx.logger.warn(fields, 'mail refused, given up');
    return endMail(ctx.orm, row.id, 'given-up');
  }
  const now = ctx.clock.now();
  if (trouble === 'away') {
    const again = watch.noteAway(ctx, error, needsOperator);
    // Behind the mail that the server is asked with next: one that is itself the cause does not keep back all others.
    return putOffMail(ctx.orm, row.id, new Date(2 * again.getTime() - now.getTime()));
  }
  if (trouble === 'doubtful') watch.noteAway(ctx, error, false);
  else if (error instanceof MailError) watch.noteThere(ctx);
  await putOffMail(ctx.orm, row.id, new Date(now.getTime() + delayOf(row, trouble, needsOperator, now)));
  if (trouble === 'doubtful') await keepAskedMail(ctx, deps, row);
  if (needsOperator) ctx.logger.error(fields, 'mail turned away, tried again');
  else ctx.logger.warn(fields, 'mail not sent, tried again');
}

function delayOf({ tries, expiresAt }: WaitingMail, trouble: MailTrouble, needsOperator: boolean, now: Date): number {
  const delays = trouble === 'doubtful' ? DOUBT_DELAYS_MS : needsOperator ? OPERATOR_DELAYS_MS : RETRY_DELAYS_MS;
  const delayMs = delays[Math.min(tries, delays.length) - 1] ?? 0;
  if (trouble === 'doubtful') return delayMs;
  return Math.min(delayMs, Math.max((expiresAt.getTime() - now.getTime()) / LEFT_PART, RETRY_DELAYS_MS[0]));
}

/** Null for a row that the web did not write. */
function openMail({ id, address, content, expiresAt }: WaitingMail, secrets: AccountDeps['secrets'], now: Date): Mail | null {
  const text = SEALING.open(content, [id, address], secrets);
  if (text === null) return null;
  const mail = JSON.parse(text) as MailContent & { readonly language: Locale };
  return { id, address, ...mail, ...withTimeLeft(mail, expiresAt.getTime() - now.getTime()) };
}

/** A mail that comes late says how long its link still counts. */
function withTimeLeft(mail: MailContent, leftMs: number): MailContent {
  const left = (unitMs: number) => String(Math.max(Math.round(leftMs / unitMs), 1));
  if (mail.kind === 'reset-password') return { kind: mail.kind, params: { ...mail.params, minutes: left(MINUTE_MS) } };
  if (mail.kind === 'verify-email') return { kind: mail.kind, params: { ...mail.params, hours: left(HOUR_MS) } };
  return mail;
}
