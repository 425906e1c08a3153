import type { NetworkCode } from '@quydoi/domain/networks';
import type { Slot } from '@quydoi/domain/transfer/slot';
import { ConflictError } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';

/** Slots of a network's live transfers: payouts and sweeps. */
export async function readSlotsInUse(orm: Orm, network: NetworkCode): Promise<Slot[]> {
  return dbOf(orm).selectFrom('transfer_slot').select(['wallet', 'resource']).where('network', '=', network).execute();
}

/** Whether a signed transfer was not stored because a live transfer of its network has one of its slots. */
export function isSlotConflict(error: unknown): boolean {
  return error instanceof ConflictError && error.constraint === 'transfer_slot_free';
}
