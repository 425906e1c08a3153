import { CONTACT_TEXT_LENGTH_MAX } from '@quydoi/domain/constants';
import { z } from 'zod';
import { emailAddress } from './primitives.ts';
import { procedures } from './procedure.ts';

const writtenText = z.string().trim().min(1).max(CONTACT_TEXT_LENGTH_MAX);

/** A message to our support, and where to answer it. */
export const sendMessageInput = z.object({ email: emailAddress, subject: writtenText, message: writtenText });

/** The message will be mailed to our support. */
export const sentMessageView = z.object({ status: z.literal('accepted') });

/** Procedures of `contact`. */
export const contactProcedures = procedures({
  /** Mails a message to our support, which answers to `email`. Errors: VALIDATION_FAILED, TOO_MANY_REQUESTS. */
  send: {
    kind: 'mutation',
    access: 'anyone',
    limit: { class: 'mail', cost: 1 },
    audit: false,
    input: sendMessageInput,
    output: sentMessageView,
  },
});

export type SendMessageInput = z.output<typeof sendMessageInput>;
export type SentMessageView = z.output<typeof sentMessageView>;
