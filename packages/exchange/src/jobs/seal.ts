import { addBrokenSeal, endStalled, readBrokenSeals, readNewestSeal, readSealHash, sealNext } from '@quydoi/database/repositories/seals';
import { SEALED_STREAMS, type SealedStream, type SealHead } from '@quydoi/domain/operations/seal';
import type { Ctx } from '../context.ts';

/** Age of a mark before it is sealed: longer than a statement can take to begin writing. */
const MARK_AGE_MS = 5_000;
/** Age of a transaction that is ended: no statement of ours runs for longer than seconds. */
const STALLED_MS = 180_000;
/** Seals of a stream that one run of the check reads. */
const SEALS_PER_RUN = 50;

/**
 * Seals what was written to the ledger, the audit log and the settings, and ends database sessions that have stalled for minutes. The end of each chain
 * is logged, so that a copy exists elsewhere.
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

/** Checks seals, some at each run, over and over. */
export type SealCheck = (ctx: Ctx) => Promise<boolean>;

/**
 * Makes a check that remembers where it is, and the end of each chain that it has seen: a chain that was replaced as a whole no longer has it.
 * What does not fit is an alarm at each run that reads it, and recorded for operators (`listAlarms`).
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
      ctx.logger.error({ stream, seals: broken, replaced: isReplaced ? head?.n : null }, 'alarm: rows that were sealed are not what they were');
    }
    return false;
  };
}
