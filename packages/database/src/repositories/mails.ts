import { runPrepared, writePrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';

/** A mail that waits to be sent. */
export interface WaitingMail {
  readonly id: string;
  readonly address: string;
  /** Sealed. */
  readonly content: string;
  /** Tries so far, this one included. */
  readonly tries: number;
  readonly createdAt: Date;
  /** It is of no use after it. */
  readonly expiresAt: Date;
}

/** A mail to be sent, of use until a time. */
export type NewMail = Omit<WaitingMail, 'tries'>;

/** Puts a mail into the queue. */
export async function addMail(orm: Orm, { id, address, content, createdAt, expiresAt }: NewMail): Promise<void> {
  await writePrepared(
    orm,
    'add mail',
    'insert into auth.mail (id, address, content, created_at, expires_at, due_at) values ($1, $2, $3, $4, $5, $4)',
    [id, address, content, createdAt, expiresAt],
  );
}

/** Which of the due mails come first: those that are of use for the shortest time; or those that were tried least, the oldest first. */
export type MailOrder = 'by-use' | 'by-tries';

const TAKE_DUE = (order: string) => `update auth.mail m set tries = m.tries + 1, due_at = $2 where m.id = any(array(
    select id from auth.mail where state = 'waiting' and due_at <= $1 and expires_at > $1 order by ${order} limit $3 for update skip locked
  )) returning m.id, m.address, m.content, m.tries, m.created_at, m.expires_at`;
const TAKE: Readonly<Record<MailOrder, { readonly name: string; readonly sql: string }>> = {
  'by-use': { name: 'take due mails', sql: TAKE_DUE('expires_at, due_at') },
  'by-tries': { name: 'take due mails by tries', sql: TAKE_DUE('tries, created_at, id') },
};

/** Takes mails that are due, of which no other process takes any meanwhile. @param again when they are due again, unless they are ended before */
export async function takeDueMails(orm: Orm, order: MailOrder, now: Date, again: Date, limit: number): Promise<WaitingMail[]> {
  type Row = Omit<WaitingMail, 'createdAt' | 'expiresAt'> & { readonly created_at: Date | string; readonly expires_at: Date | string };
  const { name, sql } = TAKE[order];
  const rows = await runPrepared<Row>(orm, name, sql, [now, again, limit]);
  return rows.map(({ created_at, expires_at, ...row }) => ({ ...row, createdAt: new Date(created_at), expiresAt: new Date(expires_at) }));
}

/** Puts the next try of a mail off. */
export async function putOffMail(orm: Orm, id: string, until: Date): Promise<void> {
  await writePrepared(orm, 'put off mail', "update auth.mail set due_at = $2 where id = $1 and state = 'waiting'", [id, until]);
}

/** Ends a mail, and forgets the links in it. */
export async function endMail(orm: Orm, id: string, state: 'sent' | 'given-up'): Promise<void> {
  await writePrepared(orm, 'end mail', "update auth.mail set state = $2, content = '' where id = $1 and state = 'waiting'", [id, state]);
}

/** A mail that was never sent while it was of use. */
export interface LateMail {
  readonly id: string;
  readonly address: string;
  readonly createdAt: Date;
}

/** Ends mails that are of no use any more. @returns those that it ended */
export async function endLateMails(orm: Orm, now: Date): Promise<LateMail[]> {
  const rows = await runPrepared<{ readonly id: string; readonly address: string; readonly created_at: Date | string }>(
    orm,
    'end late mails',
    "update auth.mail set state = 'given-up', content = '' where state = 'waiting' and expires_at <= $1 returning id, address, created_at",
    [now],
  );
  return rows.map(({ created_at, ...row }) => ({ ...row, createdAt: new Date(created_at) }));
}

/** Deletes mails made before a time. */
export async function pruneMails(orm: Orm, createdBefore: Date): Promise<void> {
  await writePrepared(orm, 'delete old mails', 'delete from auth.mail where created_at < $1', [createdBefore]);
}

/** Deletes what links to reset a password would consume, of links made before a time. */
export async function pruneResetLinks(orm: Orm, madeBefore: Date): Promise<void> {
  await writePrepared(orm, 'prune reset links', 'delete from auth.verification where "createdAt" < $1', [madeBefore]);
}
