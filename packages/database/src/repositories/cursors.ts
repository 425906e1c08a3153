import type { NetworkCode } from '@quydoi/domain/networks';
import { sql } from 'kysely';
import { SourceCursorEntity } from '../entities/payment.ts';
import { withMoneyTx } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';
import { insertRow } from '../write-rows.ts';

/** Kind of a polled source: a provider's list, a chain's irreversible blocks (both authoritative), or a chain's newest blocks. */
export type SourceKind = 'list' | 'blocks' | 'head';

/** A polled source of a network. */
export interface SourceKey {
  readonly network: NetworkCode;
  readonly source: string;
  readonly kind: SourceKind;
}

/** How far a source has been read. Everything that happened before `watermark` is journalled. */
export interface SourceCursor extends SourceKey {
  readonly cursor: string | null;
  readonly watermark: Date;
}

/** Reads the cursor of one source; null before its first page. */
export async function readCursor(orm: Orm, { network, source }: Pick<SourceKey, 'network' | 'source'>): Promise<SourceCursor | null> {
  const row = await dbOf(orm).selectFrom('source_cursor').selectAll().where('network', '=', network).where('source', '=', source).executeTakeFirst();
  return row ?? null;
}

/** Whether a source of irreversible blocks that a role polls now has read its first page. */
export async function hasReadBlocks(orm: Orm, network: NetworkCode): Promise<boolean> {
  const { rows } = await sql`select 1 from polled_source s join source_cursor c using (network, source)
    where s.network = ${network} and s.kind = 'blocks' limit 1`.execute(dbOf(orm));
  return rows.length > 0;
}

/**
 * Replaces the sources that the calling role polls; the database knows the role by its login. A source that no role polls any more keeps its
 * cursor and stops counting.
 */
export async function declareSources(orm: Orm, sources: readonly SourceKey[]): Promise<void> {
  await withMoneyTx(orm, async (tx) => {
    await tx.run('retire sources', 'delete from polled_source where role = current_user', []);
    await tx.run(
      'declare sources',
      `insert into polled_source (network, source, kind) select * from unnest($1::text[], $2::text[], $3::text[]) on conflict (role, network, source) do nothing`,
      [sources.map(({ network }) => network), sources.map(({ source }) => source), sources.map(({ kind }) => kind)],
    );
  });
}

/**
 * Reads each network's watermark: the time before which all payments are journalled. It is the lowest watermark of the authoritative sources
 * (lists, irreversible blocks) that any role polls, 1970 while one of them has not been read. Networks without such a source are absent.
 * @param silent sources that do not count as long as another of their network does
 */
export async function readWatermarks(orm: Orm, silent: readonly Pick<SourceKey, 'network' | 'source'>[]): Promise<ReadonlyMap<NetworkCode, Date>> {
  const ofSilent = sql`(s.network, s.source) in (select * from unnest(${silent.map(({ network }) => network)}::text[], ${silent.map(({ source }) => source)}::text[]))`;
  const { rows } = await sql<{ network: NetworkCode; watermark: string }>`
    select s.network, coalesce(min(coalesce(c.watermark, 'epoch')) filter (where not (${ofSilent})), min(coalesce(c.watermark, 'epoch'))) as watermark from polled_source s left join source_cursor c using (network, source)
    where s.kind <> 'head' group by s.network`.execute(dbOf(orm));
  return new Map(rows.map(({ network, watermark }) => [network, new Date(watermark)]));
}

/** Moves a source's cursor on. `watermark` never goes back. */
export async function saveCursor(orm: Orm, cursor: SourceCursor): Promise<void> {
  await insertRow(
    orm,
    SourceCursorEntity,
    cursor,
    '(network, source) do update set cursor = excluded.cursor, watermark = greatest(source_cursor.watermark, excluded.watermark)',
  );
}
