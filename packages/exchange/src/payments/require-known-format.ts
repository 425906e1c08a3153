import { RailError } from '@quydoi/rails/rail-error';
import type { PaymentPage } from '@quydoi/rails/source';
import type { Ctx } from '../context.ts';
import { perSource } from './per-source.ts';
import type { PolledNetworkSource } from './polled-sources.ts';

/** Rows that cannot be parsed, without one that can, after which the format of a list counts as changed. Fewer are bad rows, which cost themselves. */
const UNPARSED_MAX = 3;

/** Ids of rows that could not be parsed since the last one that could. */
const unparsedOf = perSource(() => new Set<string>());

/**
 * Requires that a list's rows can be parsed. If none of its newest rows can, the provider has changed their format: the list was not read then, and
 * orders must not expire as if it were.
 * @throws RailError trouble `malformed`
 */
export function requireKnownFormat(ctx: Ctx, { network, source }: PolledNetworkSource, { rows, unreadable = [] }: PaymentPage): void {
  const unparsed = unparsedOf(ctx, source);
  if (!rows || rows.parsed + rows.unparsed === 0) return;
  if (rows.parsed > 0) {
    unparsed.clear();
    return;
  }
  for (const id of unreadable) if (unparsed.size < UNPARSED_MAX) unparsed.add(id);
  const count = Math.max(unparsed.size, rows.unparsed);
  if (count >= UNPARSED_MAX) throw new RailError(network, 'malformed', 'unknown', `${source.name}: none of its newest rows can be read`);
}
