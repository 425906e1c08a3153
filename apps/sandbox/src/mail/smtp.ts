import type { Socket } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { ProviderFaults } from '../faults.ts';
import type { MailBook } from './book.ts';
import type { MAIL_FAULTS } from './faults.ts';

/** A mail server that takes every mail. */
export interface ListeningMailServer {
  readonly port: number;
  close(): Promise<void>;
}

/** What the mail server is made of. */
export interface MailServerParts {
  readonly book: MailBook;
  readonly faults: ProviderFaults<keyof typeof MAIL_FAULTS>;
  readonly now: () => Date;
}

const MAIL_BYTES_MAX = 1_000_000;

/** Listens for mails (SMTP, RFC 5321). Port 0 takes any free one. */
export async function startMailServer({ book, faults, now }: MailServerParts, port: number, host: string): Promise<ListeningMailServer> {
  /** By the client's port, which a session tells. */
  const sockets = new Map<number, Socket>();
  const server = new SMTPServer({
    authOptional: true,
    // Nobody listens on the way to the same machine.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAIL_BYTES_MAX,
    onConnect(_session, callback) {
      callback(faults.take('unavailable') ? replyOf(421, '4.3.2 no mails at present') : null);
    },
    onMailFrom(_address, _session, callback) {
      callback(faults.take('quota-used-up') ? replyOf(550, '5.4.5 daily limit of mails exceeded') : null);
    },
    onRcptTo(_address, _session, callback) {
      if (faults.take('relay-denied')) return callback(replyOf(554, '5.7.1 relay access denied'));
      if (faults.take('recipient-refused')) return callback(replyOf(550, '5.1.1 no such mailbox'));
      callback(faults.take('deferred') ? replyOf(451, '4.7.1 try again later') : null);
    },
    onData(stream, session, callback) {
      const cut = () => sockets.get(session.remotePort)?.destroy();
      if (faults.take('connection-cut')) return cut();
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
      const keep = async () => {
        const { subject = '', text = '', html = '', messageId = '', from } = await PostalMime.parse(Buffer.concat(chunks));
        for (const { address } of session.envelope.rcptTo) {
          book.insert({ at: now(), from: from?.address ?? '', to: address.toLowerCase(), subject, text, html, messageId });
        }
        if (faults.take('taken-silence')) return;
        if (faults.take('taken-cut')) cut();
        else callback(null);
      };
      stream.on('end', () => void keep().catch(() => callback(replyOf(554, '5.6.0 not readable'))));
    },
  });
  // A client that goes away in the middle has sent nothing.
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    const { remotePort = 0 } = socket;
    sockets.set(remotePort, socket);
    socket.once('close', () => sockets.delete(remotePort));
  });
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function replyOf(code: number, message: string): Error & { responseCode: number } {
  return Object.assign(new Error(message), { responseCode: code });
}
