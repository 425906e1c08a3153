import type { Orm } from '@quydoi/database/orm';
import type { PolledSource } from '@quydoi/rails/source';
import type { Ctx } from '../context.ts';

/** State that a process, i.e. one database handle, keeps for each source that it reads. @param create makes the state at its first use */
export function perSource<T>(create: (ctx: Ctx, source: PolledSource) => T): (ctx: Ctx, source: PolledSource) => T {
  const processes = new WeakMap<Orm, WeakMap<PolledSource, T>>();
  return (ctx, source) => {
    const kept = processes.get(ctx.orm) ?? new WeakMap<PolledSource, T>();
    processes.set(ctx.orm, kept);
    const known = kept.get(source);
    if (known !== undefined) return known;
    const made = create(ctx, source);
    kept.set(source, made);
    return made;
  };
}
