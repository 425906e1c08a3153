import { MailRefusedError, type MailSender } from '@quydoi/exchange/accounts/mail-queue';
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
}

const CONNECTIONS_MAX = 2;
const TIMEOUT_MS = 15_000;
/** The server's answers to sender, recipients or content (nodemailer's codes), as against those to the connection or our login. */
const ANSWERS_TO_MAIL: ReadonlySet<string> = new Set(['EENVELOPE', 'EMESSAGE']);

/** Opens a mail server (SMTP, RFC 5321). Connects with the first mail. */
export function createSmtpSender({ url, from, requireTls }: SmtpOptions): MailSender & { close(): void } {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    requireTLS: requireTls,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    async send(mail) {
      const { subject, text, html } = composeMail(mail, mail.language);
      try {
        await transport.sendMail({
          from: { name: 'Quy Đổi', address: from },
          to: { name: '', address: mail.address },
          ...(mail.kind === 'contact-message' && { replyTo: { name: '', address: mail.params.email } }),
          subject,
          text,
          html,
          // Copies of a mail whose answer was lost are one mail to their reader.
          messageId: `<${mail.id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw isRefusal(error) ? new MailRefusedError(String(error)) : error;
      }
    },
    close: () => transport.close(),
  };
}

/** Whether the server will never take this mail: a permanent answer (5yz, RFC 5321 section 4.2.1) to what is in it, or whom it is to. */
function isRefusal(error: unknown): boolean {
  const { code, responseCode } = error as { readonly code?: string; readonly responseCode?: number };
  return code !== undefined && ANSWERS_TO_MAIL.has(code) && responseCode !== undefined && responseCode >= 500 && responseCode < 600;
}
