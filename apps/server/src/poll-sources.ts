import { declarePolledSources, polledSources } from '@quydoi/exchange/payments/polled-sources';
import { createSourceReader } from '@quydoi/exchange/payments/source-reader';
import type { Role } from './role.ts';

/** Declares a role's payment sources, then polls each of them. Call before any job that relies on the declaration, such as expiry. */
export async function pollSources(role: Role): Promise<void> {
  await declarePolledSources(role.ctx);
  for (const held of polledSources(role.ctx)) role.poll(`read ${held.source.name}`, createSourceReader(role.ctx, held), held.source.pollMs);
}
