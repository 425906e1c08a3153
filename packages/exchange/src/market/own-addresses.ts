import { readAddressIndexes } from '@quydoi/database/repositories/leases';
import type { Ctx } from '../context.ts';

/**
 * Whether an address is a deposit address of ours. Only one that this process derives again counts, because the web's database login can store a
 * stranger's among them. A process that derives none refuses none: web refuses ours before, and the signer pays none of ours.
 */
export async function isOwnAddress({ orm, rails }: Pick<Ctx, 'orm' | 'rails'>, address: string): Promise<boolean> {
  const index = (await readAddressIndexes(orm, [address])).get(address);
  return index !== undefined && [...rails.values()].some(({ addresses }) => addresses?.derive(index) === address);
}
