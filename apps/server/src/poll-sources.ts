import { declarePolledSources, polledSources, readSource } from '@quydoi/exchange/payments/read-sources';
import type { Role } from './role.ts';

/** Declares a role's payment sources, then polls each of them. Call before any job that relies on the declaration, such as expiry. */
export async function pollSources(role: Role): Promise<void> {
  await declarePolledSources(role.ctx);
  for (const held of polledSources(role.ctx)) role.poll(`read ${held.source.name}`, (ctx) => readSource(ctx, held), held.source.pollMs);
}
