import { HOUR_MS } from '@quydoi/domain/durations';
import { RailError } from '@quydoi/rails/rail-error';
import type { PaymentPage } from '@quydoi/rails/source';
import type { Ctx } from '../context.ts';
import { perSource } from './per-source.ts';
import type { PolledNetworkSource } from './polled-sources.ts';

/** Rows that cannot be parsed, without one that can, after which the format of a list counts as changed. Fewer are bad rows, which cost themselves. */
const UNPARSED_MAX = 3;
/** Time within which they have to appear, and for which the list then counts as not read: nobody pays into a network that is closed. */
const CHANGED_MS = HOUR_MS;

/** When rows that could not be parsed were first told, by id, since the last row that could. */
const unparsedOf = perSource(() => new Map<string, number>());

/**
 * Whether the provider has changed the format of a list: none of its newest rows can be parsed. The list does not count as read then, and orders must
 * not expire as if it did; but its rows are reported and its cursor advances, and after an hour without further ones it counts as read again, since the
 * good row that would prove it cannot come while nobody may order.
 * @returns trouble `malformed`; null while the format is known
 */
export function formatChange(ctx: Ctx, { network, source }: PolledNetworkSource, { rows, unreadable = [] }: PaymentPage): RailError | null {
  const unparsed = unparsedOf(ctx, source);
  if (rows && rows.parsed > 0) unparsed.clear();
  else if (rows) {
    const ids = new Set(unreadable);
    // Rows without an id of their own.
    for (let n = 1; ids.size < rows.unparsed; n += 1) ids.add(`row ${n}`);
    for (const id of ids) if (!unparsed.has(id)) unparsed.set(id, ctx.clock.now().getTime());
  }
  const after = ctx.clock.now().getTime() - CHANGED_MS;
  const recent = [...unparsed.values()].filter((firstAt) => firstAt > after);
  if (recent.length < UNPARSED_MAX) return null;
  return new RailError(network, 'malformed', 'unknown', `${source.name}: none of its newest rows can be read`);
}
