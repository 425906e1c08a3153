import { addBrokenSeal, endStalled, readBrokenSeals, readNewestSeal, readSealHash, sealNext } from '@quydoi/database/repositories/seals';
import { SEALED_STREAMS, type SealedStream, type SealHead } from '@quydoi/domain/operations/seal';
import type { Ctx } from '../context.ts';

/** Minimum age of the mark (see the migration `seals.ts`) up to which rows are sealed: longer than a statement takes to begin writing. */
const MARK_AGE_MS = 5_000;
/** Age at which a stalled session's transaction is ended. Our own statements take seconds at most. */
const STALLED_MS = 180_000;
/** Seals of a stream that one run of the check verifies. */
const SEALS_PER_RUN = 50;

/**
 * Seals new rows of the ledger, the audit log and the settings, and ends database sessions that have stalled for minutes. Logs the newest seal of each
 * stream, so that a copy exists outside the database.
 */
export async function sealRows(ctx: Ctx, markAgeMs: number = MARK_AGE_MS, stalledMs: number = STALLED_MS): Promise<boolean> {
  for (const stream of SEALED_STREAMS) {
    if ((await sealNext(ctx.orm, stream, markAgeMs)) === null) continue;
    const seal = await readNewestSeal(ctx.orm, stream);
    if (seal) ctx.logger.info({ stream, seal: seal.n, hash: seal.hash, lastId: String(seal.lastId), rows: String(seal.rowCount) }, 'sealed');
    ctx.telemetry.itemsHandled(1, 0);
  }
  const ended = await endStalled(ctx.orm, stalledMs);
  if (ended > 0) ctx.logger.error({ ended }, 'alarm: database sessions that kept others waiting were ended');
  return false;
}

/** Verifies the next seals of each stream, starting over after the newest one. */
export type SealCheck = (ctx: Ctx) => Promise<boolean>;

/**
 * Creates a check that remembers its position, and the newest seal that it has seen of each stream: a chain that was replaced as a whole no longer has
 * that seal. A broken seal raises an alarm in each run that verifies it, and is recorded for operators (`listAlarms`).
 */
export function createSealCheck(): SealCheck {
  const next = new Map<SealedStream, number>();
  const seen = new Map<SealedStream, SealHead>();
  return async (ctx) => {
    for (const stream of SEALED_STREAMS) {
      const head = seen.get(stream);
      const newest = await readNewestSeal(ctx.orm, stream);
      const isReplaced = head !== undefined && (await readSealHash(ctx.orm, stream, head.n)) !== head.hash;
      const first = next.get(stream) ?? 1;
      const broken = await readBrokenSeals(ctx.orm, stream, first, SEALS_PER_RUN);
      next.set(stream, first + SEALS_PER_RUN > (newest?.n ?? 0) ? 1 : first + SEALS_PER_RUN);
      if (newest && !isReplaced) seen.set(stream, newest);
      if (!isReplaced && broken.length === 0) continue;
      const foundAt = ctx.clock.now();
      for (const n of broken) await addBrokenSeal(ctx.orm, { stream, n, hash: null, foundAt });
      if (isReplaced) await addBrokenSeal(ctx.orm, { ...head, foundAt });
      ctx.telemetry.refused('broken_seal');
      ctx.logger.error({ stream, seals: broken, replaced: isReplaced ? head?.n : null }, 'alarm: sealed rows were changed');
    }
    return false;
  };
}
