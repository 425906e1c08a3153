import { createHash } from 'node:crypto';
import { WebhookEntity } from '../entities/payment.ts';
import { runPrepared } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';
import { insertRow } from '../write-rows.ts';

/** A stored webhook that has not been handled. */
export interface StoredWebhook {
  readonly id: string;
  readonly source: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly receivedAt: Date;
  readonly tries: number;
}

/** Stores a webhook, before its sender is answered. A repeated body of the same source is stored once. */
export async function addWebhook(orm: Orm, row: Omit<StoredWebhook, 'tries'>): Promise<void> {
  const digest = createHash('sha256').update(row.body).digest('base64url');
  await insertRow(orm, WebhookEntity, { ...row, digest, handledAt: null, outcome: null, tries: 0, nextAt: row.receivedAt }, 'do nothing');
}

/** Deletes webhooks that were handled before a time. */
export async function deleteHandledWebhooks(orm: Orm, handledBefore: Date): Promise<void> {
  await dbOf(orm).deleteFrom('webhook').where('handledAt', '<', handledBefore).execute();
}

/** Unhandled webhooks that are due, oldest first. */
export async function readWebhooksDue(orm: Orm, now: Date, limit: number): Promise<StoredWebhook[]> {
  const rows = await dbOf(orm)
    .selectFrom('webhook')
    .select(['id', 'source', 'headers', 'body', 'receivedAt', 'tries'])
    .where('handledAt', 'is', null)
    .where('nextAt', '<=', now)
    .orderBy('receivedAt')
    .limit(limit)
    .execute();
  return rows.map(webhookOf);
}

/** Unhandled webhooks of some sources, whether or not they are due, newest first. */
export async function readOpenWebhooks(orm: Orm, sources: readonly string[], limit: number): Promise<StoredWebhook[]> {
  const rows = await dbOf(orm)
    .selectFrom('webhook')
    .select(['id', 'source', 'headers', 'body', 'receivedAt', 'tries'])
    .where('handledAt', 'is', null)
    .where('source', 'in', sources)
    .orderBy('receivedAt', 'desc')
    .limit(limit)
    .execute();
  return rows.map(webhookOf);
}

/** The role that stores webhooks answers for the shape of their headers alone: whatever is no text is no header. */
function webhookOf(row: Omit<StoredWebhook, 'headers'> & { readonly headers: unknown }): StoredWebhook {
  const headers = Object.entries(row.headers ?? {}).filter((header): header is [string, string] => typeof header[1] === 'string');
  return { ...row, headers: Object.fromEntries(headers) };
}

/** Marks a webhook as handled, with its outcome. */
export async function closeWebhook(orm: Orm, id: string, outcome: string, at: Date): Promise<void> {
  await runPrepared(orm, 'close webhook', 'update webhook set handled_at = $1, outcome = $2 where id = $3', [at, outcome, id]);
}

/** Schedules a webhook's next try after a failure. */
export async function postponeWebhook(orm: Orm, row: StoredWebhook, outcome: string, nextAt: Date): Promise<void> {
  await dbOf(orm)
    .updateTable('webhook')
    .set({ tries: row.tries + 1, outcome, nextAt })
    .where('id', '=', row.id)
    .execute();
}
