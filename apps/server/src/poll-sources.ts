import { declarePolledSources, polledSources } from '@quydoi/exchange/payments/polled-sources';
import { createSourceReader } from '@quydoi/exchange/payments/source-reader';
import type { Role } from './role.ts';

/**
 * Declares a role's payment sources, then polls each of them, lists also at once when a webhook that tells of their payments is stored. Call before any
 * job that relies on the declaration, such as expiry.
 */
export async function pollSources(role: Role): Promise<void> {
  await declarePolledSources(role.ctx);
  for (const held of polledSources(role.ctx)) {
    const loop = role.poll(`read ${held.source.name}`, createSourceReader(role.ctx, held), held.source.pollMs);
    const hintedBy = held.source.kind === 'list' ? held.source.hintedBy : undefined;
    if (hintedBy === undefined) continue;
    role.on('webhook', (sources) => {
      if (sources.split(',').includes(hintedBy)) loop.wake();
    });
  }
}
