import type { Books } from '../books.ts';

const SCHEMA = `
create table if not exists sms (
  id integer primary key autoincrement,
  at_ms integer not null,
  request_id text,
  sender text not null,
  phone text not null,
  body text not null
) strict;
create index if not exists sms_phone on sms (phone, id);
create index if not exists sms_request on sms (request_id) where request_id is not null;
`;

/** An SMS that has arrived. */
export interface ReceivedSms {
  readonly at: Date;
  readonly from: string;
  /** As it is dialled within Vietnam. */
  readonly to: string;
  readonly text: string;
}

/** The phones of everybody. */
export interface SmsBook {
  /** @param requestId names it at its sender; null if it has no such name @returns its number */
  insert(sms: ReceivedSms, requestId: string | null): number;
  /** Whether an SMS of this name has been taken since a moment. */
  has(requestId: string, since: Date): boolean;
  /** SMS to a number, newest first; to all of them without one. */
  list(to: string | null, limit: number): ReceivedSms[];
}

interface Row {
  readonly at_ms: number;
  readonly sender: string;
  readonly phone: string;
  readonly body: string;
}

/** Opens the phones. */
export function openSmsBook({ db }: Books): SmsBook {
  db.exec(SCHEMA);
  const insert = db.prepare('insert into sms (at_ms, request_id, sender, phone, body) values (?, ?, ?, ?, ?)');
  const has = db.prepare('select 1 from sms where request_id = ? and at_ms >= ?');
  const list = db.prepare('select * from sms where ? is null or phone = ? order by id desc limit ?');
  return {
    insert: ({ at, from, to, text }, requestId) => Number(insert.run(at.getTime(), requestId, from, to, text).lastInsertRowid),
    has: (requestId, since) => has.get(requestId, since.getTime()) !== undefined,
    list: (to, limit) =>
      (list.all(to, to, limit) as unknown as Row[]).map(({ at_ms, sender, phone, body }) => ({
        at: new Date(at_ms),
        from: sender,
        to: phone,
        text: body,
      })),
  };
}
