import type { Orm } from '@quydoi/database/orm';
import type { Attempt } from '@quydoi/domain/transfer/attempt';
import type { SignerCtx } from './signer.ts';

/** Maximum attempts that are remembered: far more than can wait while a provider is unreachable. */
const REMEMBERED_MAX = 10_000;

/** Attempts of which this process knows something that no row of the database proves: there, a stolen login could write it. */
interface AttemptMemory {
  remember(ctx: Pick<SignerCtx, 'orm'>, attempt: Pick<Attempt, 'id'>): void;
  has(ctx: Pick<SignerCtx, 'orm'>, attempt: Pick<Attempt, 'id'>): boolean;
  forget(ctx: Pick<SignerCtx, 'orm'>, attempt: Pick<Attempt, 'id'>): void;
  /** Forgets everything, as a restart does. */
  forgetAll(ctx: Pick<SignerCtx, 'orm'>): void;
}

/** Creates a memory of attempts, which ends with the process. The oldest ones are forgotten first. */
export function createAttemptMemory(): AttemptMemory {
  const ofProcess = new WeakMap<Orm, Set<string>>();
  return {
    remember({ orm }, { id }) {
      const known = ofProcess.get(orm) ?? new Set();
      ofProcess.set(orm, known);
      const [oldest] = known;
      if (known.size >= REMEMBERED_MAX && oldest !== undefined) known.delete(oldest);
      known.add(id);
    },
    has: ({ orm }, { id }) => ofProcess.get(orm)?.has(id) ?? false,
    forget: ({ orm }, { id }) => void ofProcess.get(orm)?.delete(id),
    forgetAll: ({ orm }) => void ofProcess.delete(orm),
  };
}
