import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { RailError } from '@quydoi/rails/rail-error';
import type { PaymentPage } from '@quydoi/rails/source';
import type { Ctx } from '../context.ts';
import { perSource } from './per-source.ts';
import type { PolledNetworkSource } from './polled-sources.ts';

/** Rows that cannot be parsed, without one that can, after which the format of a list counts as changed. Fewer are bad rows, which cost themselves. */
const UNPARSED_MAX = 3;
/** Window in which these rows are counted. The list counts as not read until it has passed without a further one. */
const CHANGED_MS = HOUR_MS;
/** Time for which the cursor stays where it is: the rows of a glitch that is over by then are told again as if nothing had happened. */
const GLITCH_MS = 5 * MINUTE_MS;

/** A list whose rows make no sense. */
export interface FormatChange {
  /** Trouble `malformed`. */
  readonly trouble: RailError;
  /** Whether it may be a glitch that passes: the page then counts as if it had not come. */
  readonly mayPass: boolean;
}

/** When rows that could not be parsed were first told, by id, since the last row that could. */
const unparsedOf = perSource(() => new Map<string, number>());

/**
 * Whether the provider has changed the format of a list: none of its newest rows can be parsed. The list does not count as read then, and orders must
 * not expire as if it did. After some minutes its rows are reported and its cursor advances, and after an hour without further ones it counts as read
 * again, since the good row that would prove it cannot come while nobody may order.
 * @returns null while the format is known
 */
export function formatChange(ctx: Ctx, { network, source }: PolledNetworkSource, { rows, unreadable = [] }: PaymentPage): FormatChange | null {
  const unparsed = unparsedOf(ctx, source);
  if (rows && rows.parsed > 0) unparsed.clear();
  else if (rows && rows.unparsed > 0) {
    const ids = new Set(unreadable);
    // Rows without an id of their own.
    for (let n = 1; ids.size < rows.unparsed; n += 1) ids.add(`row ${n}`);
    for (const id of ids) if (!unparsed.has(id)) unparsed.set(id, ctx.clock.now().getTime());
  }
  const nowMs = ctx.clock.now().getTime();
  const recent = [...unparsed.values()].filter((firstAt) => firstAt > nowMs - CHANGED_MS).toSorted((one, other) => one - other);
  const noticedAt = recent[UNPARSED_MAX - 1];
  if (noticedAt === undefined) return null;
  const trouble = new RailError(network, 'malformed', 'unknown', `${source.name}: none of its newest rows can be read`);
  return { trouble, mayPass: nowMs - noticedAt < GLITCH_MS };
}
