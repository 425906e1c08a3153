import { MailError, type MailSender } from '@quydoi/exchange/accounts/mail-queue';
import { composeMail } from '@quydoi/messages/compose-mail';
import { createTransport } from 'nodemailer';

/** How mails leave. */
export interface SmtpOptions {
  /** `smtp:` or `smtps:`, with user and password where the server wants them. */
  readonly url: string;
  /** Address that mails are from. */
  readonly from: string;
  /** Whether the connection has to be encrypted: everywhere but to a server on the same machine. */
  readonly requireTls: boolean;
  /** Default: {@link ANSWER_TIMEOUT_MS}. */
  readonly answerTimeoutMs?: number;
}

const CONNECTIONS_MAX = 2;
/** Of connecting, TLS and the server's greeting. */
const CONNECT_TIMEOUT_MS = 15_000;
/** Servers that look into a mail before they answer take their time; who hangs up sends it again (RFC 5321 section 4.5.3.2.6). */
const ANSWER_TIMEOUT_MS = 120_000;
/** Of a mail, with waiting for a connection. */
const SEND_TIMEOUT_MS = 180_000;

/** Opens a mail server (SMTP, RFC 5321). Connects with the first mail. */
export function createSmtpSender({ url, from, requireTls, answerTimeoutMs = ANSWER_TIMEOUT_MS }: SmtpOptions): MailSender & { close(): void } {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    connectionTimeout: Math.min(CONNECT_TIMEOUT_MS, answerTimeoutMs),
    greetingTimeout: Math.min(CONNECT_TIMEOUT_MS, answerTimeoutMs),
    socketTimeout: answerTimeoutMs,
    requireTLS: requireTls,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  /** `Message-ID` of the mails under way that have been read to their end, which they are once the server has asked for them (DATA). */
  const given = new Set<string>();
  transport.use('stream', ({ message }, done) => {
    const messageId = message.messageId();
    message.processFunc((input) => input.once('end', () => given.add(messageId)));
    done();
  });
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    async send(mail) {
      const { subject, text, html } = composeMail(mail, mail.language);
      // Copies of a mail whose answer was lost are one mail to their reader.
      const messageId = `<${mail.id}@${domain}>`;
      try {
        await transport.sendMail({
          from: { name: 'Quy Đổi', address: from },
          to: { name: '', address: mail.address },
          ...(mail.kind === 'contact-message' && { replyTo: { name: '', address: mail.params.email } }),
          subject,
          text,
          html,
          messageId,
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
        });
      } catch (error) {
        throw mailErrorOf(error, given.has(messageId));
      } finally {
        given.delete(messageId);
      }
    },
    close: () => transport.close(),
  };
}

/** A failure as the library tells it: its own code, and what the server answered to which command, if it did. */
interface SmtpFailure {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

/** The library's codes of what is no fault of connection, login or server. */
const OF_MAIL: ReadonlySet<string> = new Set(['EENVELOPE', 'EMESSAGE', 'ESTREAM']);
/** Commands whose answer is about one mail; those before are about us. */
const ABOUT_MAIL: ReadonlySet<string> = new Set(['RCPT TO', 'DATA']);
/** The server is about to hang up, whatever it was asked (RFC 5321 section 4.2.1). */
const CLOSING = 421;

/** @param isGiven the server was sent all of the mail */
function mailErrorOf(error: unknown, isGiven: boolean): MailError {
  const { code = '', command = '', response = '', responseCode } = error as SmtpFailure;
  const message = String(error);
  if (responseCode === undefined) {
    if (isGiven) return new MailError('doubtful', message);
    return new MailError(OF_MAIL.has(code) ? 'put-off' : 'away', message);
  }
  const isPermanent = responseCode >= 500;
  if (isPermanent && ABOUT_MAIL.has(command) && isMailAtFault(response)) return new MailError('refused', message);
  const isOfMail = ABOUT_MAIL.has(command) && responseCode !== CLOSING;
  return new MailError(isOfMail ? 'put-off' : 'away', message, isPermanent);
}

/**
 * Enhanced status codes (RFC 3463) of what is wrong with the mail: its recipient (1.x, but for the sender in 1.7 and 1.8), the mailbox (2.x), its size
 * (3.4), the way to the recipient (4.1, 4.4) and its content (6.x). Servers turn away whoever sends too much, without the right or with a bad name by
 * permanent answers too (5.4.5, 5.7.x); answers without such a code may mean either.
 */
const AT_FAULT = /^5\d\d[ -]5\.(?:1\.(?!(?:7|8)\b)|2\.|3\.4\b|4\.[14]\b|6\.)/;

function isMailAtFault(response: string): boolean {
  return AT_FAULT.test(response);
}
