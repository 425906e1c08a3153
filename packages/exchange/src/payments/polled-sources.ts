import { declareSources } from '@quydoi/database/repositories/cursors';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { PolledSource } from '@quydoi/rails/source';
import type { Ctx } from '../context.ts';

/** A source that this process polls, with its network. */
export interface PolledNetworkSource {
  readonly network: NetworkCode;
  readonly source: PolledSource;
}

/** The polled sources of all rails of this process. */
export function polledSources({ rails }: Pick<Ctx, 'rails'>): PolledNetworkSource[] {
  return [...rails].flatMap(([network, { sources = [] }]) => sources.flatMap((source) => (source.kind === 'webhook' ? [] : [{ network, source }])));
}

/** Whether this process polls any source of a network. */
export function readsNetwork(ctx: Pick<Ctx, 'rails'>, network: NetworkCode): boolean {
  return polledSources(ctx).some((one) => one.network === network);
}

/** A network's source as this process polls it; undefined when it does not. */
export function findPolled(ctx: Pick<Ctx, 'rails'>, network: NetworkCode, { name }: PolledSource): PolledNetworkSource | undefined {
  return polledSources(ctx).find((one) => one.network === network && one.source.name === name);
}

/** Declares the sources that this process polls, so that orders of their networks expire only once these have been read. Call before polling. */
export async function declarePolledSources(ctx: Ctx): Promise<void> {
  const keys = polledSources(ctx).map(({ network, source: { name, kind } }) => ({ network, source: name, kind }));
  await declareSources(ctx.orm, keys);
}
