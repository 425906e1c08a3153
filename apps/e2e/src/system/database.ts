import { type Orm, openOrm } from '@quydoi/database/orm';
import type { Endpoints } from './endpoints.ts';

const POOL_SIZE = 4;
const STATEMENT_TIMEOUT_MS = 20_000;

const opened = new Map<string, Promise<Orm>>();

/**
 * The database of an exchange, with its owner's rights. Opened once and kept until {@link closeDatabaseOf}: tests that wait ask several times a
 * second, and opening takes more processor time than what they ask. It connects again after PostgreSQL was killed.
 */
export function databaseOf({ databaseUrl }: Pick<Endpoints, 'databaseUrl'>): Promise<Orm> {
  const known = opened.get(databaseUrl);
  if (known) return known;
  const orm = openOrm({ url: databaseUrl, poolSize: POOL_SIZE, statementTimeoutMs: STATEMENT_TIMEOUT_MS, applicationName: 'quydoi e2e' });
  opened.set(databaseUrl, orm);
  return orm;
}

/** Closes what {@link databaseOf} has opened, if anything. */
export async function closeDatabaseOf({ databaseUrl }: Pick<Endpoints, 'databaseUrl'>): Promise<void> {
  const orm = opened.get(databaseUrl);
  opened.delete(databaseUrl);
  await (await orm)?.close(true);
}
