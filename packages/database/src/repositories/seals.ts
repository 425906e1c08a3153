import type { SealedStream, SealHead } from '@quydoi/domain/operations/seal';
import { BrokenSealEntity } from '../entities/site.ts';
import { runPrepared } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';
import { insertRow } from '../write-rows.ts';

const SEAL_NEXT = `select seal_next($1, $2 * interval '1 millisecond') as n`;
const END_STALLED = `select end_stalled($1 * interval '1 millisecond') as n`;
const BROKEN = 'select n from broken_seals($1, $2, $3)';

/** A seal with what it covers. */
export interface Seal extends SealHead {
  /** The newest row that it covers. */
  readonly lastId: bigint;
  readonly rowCount: bigint;
  readonly at: Date;
}

/**
 * Seals the rows of a stream up to where it stood at an earlier call, once every transaction of that time has ended. Writers are not held up.
 * @param minAgeMs how long ago that call must have been
 * @returns the number of the new seal; null when nothing could be sealed yet
 */
export async function sealNext(orm: Orm, stream: SealedStream, minAgeMs: number): Promise<number | null> {
  const [row] = await runPrepared<{ n: number | null }>(orm, 'seal next', SEAL_NEXT, [stream, minAgeMs]);
  return row?.n ?? null;
}

/**
 * Ends what keeps others waiting: transactions of the roles that are older than any of theirs should be, and sessions that hold locks outside of
 * transactions. @returns how many were ended
 */
export async function endStalled(orm: Orm, olderThanMs: number): Promise<number> {
  const [row] = await runPrepared<{ n: number }>(orm, 'end stalled', END_STALLED, [olderThanMs]);
  return row?.n ?? 0;
}

/** Verifies `count` seals from `first` on. Returns the numbers of those whose rows, or whose predecessor, were changed. */
export async function readBrokenSeals(orm: Orm, stream: SealedStream, first: number, count: number): Promise<number[]> {
  return (await runPrepared<{ n: number }>(orm, 'broken seals', BROKEN, [stream, first, count])).map(({ n }) => n);
}

/** The newest seal of a stream; null before the first. */
export async function readNewestSeal(orm: Orm, stream: SealedStream): Promise<Seal | null> {
  const row = await dbOf(orm).selectFrom('seal').selectAll().where('stream', '=', stream).orderBy('n', 'desc').limit(1).executeTakeFirst();
  return row ?? null;
}

/** The hash of a seal; null when there is no such seal. */
export async function readSealHash(orm: Orm, stream: SealedStream, n: number): Promise<string | null> {
  const row = await dbOf(orm).selectFrom('seal').select('hash').where('stream', '=', stream).where('n', '=', n).executeTakeFirst();
  return row?.hash ?? null;
}

/** A seal that the check has found broken. */
export interface BrokenSeal {
  readonly stream: SealedStream;
  readonly n: number;
  /** The seal's hash when it was seen before, where the whole chain was made anew; null where its rows or its place in the chain do not fit. */
  readonly hash: string | null;
  readonly foundAt: Date;
}

/** Records a broken seal, the first time that it is found. */
export async function addBrokenSeal(orm: Orm, broken: BrokenSeal): Promise<void> {
  await insertRow(orm, BrokenSealEntity, broken, 'do nothing');
}

/** The recorded seals that are broken still, oldest first. */
export async function readStillBroken(orm: Orm): Promise<BrokenSeal[]> {
  const recorded = await dbOf(orm).selectFrom('broken_seal').selectAll().orderBy('foundAt').execute();
  const broken: BrokenSeal[] = [];
  for (const one of recorded) {
    const { stream, n, hash } = one;
    const isBroken = hash === null ? (await readBrokenSeals(orm, stream, n, 1)).length > 0 : (await readSealHash(orm, stream, n)) !== hash;
    if (isBroken) broken.push(one);
  }
  return broken;
}
