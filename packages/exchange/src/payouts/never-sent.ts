import type { Orm } from '@quydoi/database/orm';
import type { Attempt } from '@quydoi/domain/transfer/attempt';
import type { SignerCtx } from './signer.ts';

/** Maximum attempts that are remembered: far more than can wait while a provider is unreachable. */
const REMEMBERED_MAX = 10_000;

const ofProcess = new WeakMap<Orm, Set<string>>();

/**
 * Remembers that this process certainly sent nothing of an attempt to its provider. Kept in memory only: in the database, a stolen login could write
 * it and so have a payout made twice. After a restart the process asks the attempt's provider instead.
 */
export function rememberNeverSent({ orm }: Pick<SignerCtx, 'orm'>, { id }: Pick<Attempt, 'id'>): void {
  const known = ofProcess.get(orm) ?? new Set();
  ofProcess.set(orm, known);
  const [oldest] = known;
  if (known.size >= REMEMBERED_MAX && oldest !== undefined) known.delete(oldest);
  known.add(id);
}

/** Whether this process knows that it sent nothing of an attempt. */
export function wasNeverSent({ orm }: Pick<SignerCtx, 'orm'>, { id }: Pick<Attempt, 'id'>): boolean {
  return ofProcess.get(orm)?.has(id) ?? false;
}

/** Forgets everything, as a restart does. */
export function forgetNeverSent({ orm }: Pick<SignerCtx, 'orm'>): void {
  ofProcess.delete(orm);
}
