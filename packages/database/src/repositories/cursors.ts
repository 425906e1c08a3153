import type { NetworkCode } from '@quydoi/domain/networks';
import { RailCursorEntity } from '../entities/payment.ts';
import { dbOf, type Orm } from '../orm.ts';
import { insertRow } from '../write-rows.ts';

/** Kind of a polled source: a provider's list, a chain's irreversible blocks (both authoritative), or a chain's newest blocks. */
export type SourceKind = 'list' | 'blocks' | 'head';

/** A polled source of a network. */
export interface SourceKey {
  readonly rail: NetworkCode;
  readonly source: string;
  readonly kind: SourceKind;
}

/** How far a source has been read. Everything that happened before `readThrough` is journalled. */
export interface SourceCursor extends SourceKey {
  readonly cursor: string | null;
  readonly readThrough: Date;
}

/** Reads the cursor of one source; null before its first page. */
export async function readCursor(orm: Orm, { rail, source }: Pick<SourceKey, 'rail' | 'source'>): Promise<SourceCursor | null> {
  const row = await dbOf(orm).selectFrom('rail_cursor').selectAll().where('rail', '=', rail).where('source', '=', source).executeTakeFirst();
  return row ?? null;
}

/** Reads the cursors of all sources, or of a network's. */
export async function readCursors(orm: Orm, rail?: NetworkCode): Promise<SourceCursor[]> {
  const all = dbOf(orm).selectFrom('rail_cursor').selectAll();
  return (rail === undefined ? all : all.where('rail', '=', rail)).execute();
}

/** Moves a source's cursor on. `readThrough` never goes back. */
export async function saveCursor(orm: Orm, cursor: SourceCursor): Promise<void> {
  await insertRow(
    orm,
    RailCursorEntity,
    cursor,
    '(rail, source) do update set cursor = excluded.cursor, read_through = greatest(rail_cursor.read_through, excluded.read_through)',
  );
}
