import type { Books } from '../books.ts';

const SCHEMA = `
create table if not exists mail (
  id integer primary key autoincrement,
  at_ms integer not null,
  sender text not null,
  recipient text not null,
  subject text not null,
  body text not null,
  html text not null,
  message_id text not null
) strict;
create index if not exists mail_recipient on mail (recipient, id);
`;

/** A mail that has arrived. */
export interface ReceivedMail {
  readonly at: Date;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** `Message-ID`: the same for copies of one mail. */
  readonly messageId: string;
}

/** The mailboxes of everybody. */
export interface MailBook {
  insert(mail: ReceivedMail): void;
  /** Mails to an address, newest first; to all of them without one. */
  list(to: string | null, limit: number): ReceivedMail[];
}

interface Row {
  readonly at_ms: number;
  readonly sender: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly html: string;
  readonly message_id: string;
}

/** Opens the mailboxes. */
export function openMailBook({ db }: Books): MailBook {
  db.exec(SCHEMA);
  const insert = db.prepare('insert into mail (at_ms, sender, recipient, subject, body, html, message_id) values (?, ?, ?, ?, ?, ?, ?)');
  const list = db.prepare('select * from mail where ? is null or recipient = ? order by id desc limit ?');
  return {
    insert: ({ at, from, to, subject, text, html, messageId }) => void insert.run(at.getTime(), from, to, subject, text, html, messageId),
    list: (to, limit) => {
      const wanted = to?.toLowerCase() ?? null;
      return (list.all(wanted, wanted, limit) as unknown as Row[]).map(({ at_ms, sender, recipient, subject, body, html, message_id }) => ({
        at: new Date(at_ms),
        from: sender,
        to: recipient,
        subject,
        text: body,
        html,
        messageId: message_id,
      }));
    },
  };
}
