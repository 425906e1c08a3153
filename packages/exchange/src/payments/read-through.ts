import { readCursors, type SourceCursor } from '@quydoi/database/repositories/cursors';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { Ctx } from '../context.ts';
import { polledSources } from './read-sources.ts';

const NEVER = new Date(0);

/**
 * Returns the time up to which each network has been read, i.e. all earlier payments are journalled: the minimum over its authoritative sources
 * (lists, irreversible blocks). Networks without any read source are absent.
 */
export async function readReadThrough(ctx: Ctx): Promise<ReadonlyMap<NetworkCode, Date>> {
  const cursors = (await readCursors(ctx.orm)).filter(({ kind }) => kind !== 'head');
  const known = Map.groupBy(cursors, ({ rail }) => rail);
  const held = Map.groupBy(
    polledSources(ctx).filter(({ source }) => source.kind !== 'head'),
    ({ rail }) => rail,
  );
  // Sources that this role polls are known to exist before their first page; those of other roles once they have been read.
  return new Map(
    [...new Set([...known.keys(), ...held.keys()])].map((rail) => {
      const sources = held.get(rail)?.map(({ source }) => source.name) ?? [];
      return [rail, slowest(known.get(rail) ?? [], sources)] as const;
    }),
  );
}

function slowest(cursors: readonly SourceCursor[], names: readonly string[]): Date {
  const times =
    names.length === 0
      ? cursors.map(({ readThrough }) => readThrough)
      : names.map((name) => cursors.find(({ source }) => source === name)?.readThrough ?? NEVER);
  return new Date(Math.min(...times.map((time) => time.getTime())));
}
