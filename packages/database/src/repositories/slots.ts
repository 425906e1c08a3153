import type { NetworkCode } from '@quydoi/domain/networks';
import type { AttemptTransfer } from '@quydoi/domain/transfer/attempt';
import type { Slot } from '@quydoi/domain/transfer/slot';
import { sql } from 'kysely';
import { ConflictError } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';

/** A signed transfer as it was stored before its first broadcast. */
export type StoredTransfer = Pick<AttemptTransfer, 'txid' | 'raw' | 'validUntil' | 'slots'>;

/** Slots of a network's live transfers: payouts and sweeps. */
export async function readSlotsInUse(orm: Orm, network: NetworkCode): Promise<Slot[]> {
  return dbOf(orm).selectFrom('transfer_slot').select(['wallet', 'resource']).where('network', '=', network).execute();
}

/** Signed transfers of a network, of payouts and sweeps, that have any of these slots. */
export async function readTransfersInSlots(orm: Orm, network: NetworkCode, slots: readonly Slot[]): Promise<StoredTransfer[]> {
  const { rows } = await sql<StoredTransfer>`
    with asked as (select jsonb_build_array(slot) as slot from jsonb_array_elements(${JSON.stringify(slots)}::jsonb) slot)
    select t.txid, t.raw, t.valid_until as "validUntil", t.slots from (
      select network, txid, raw, valid_until, slots from attempt_transfer union all select network, key, raw, valid_until, slots from sweep
    ) t where t.network = ${network} and exists (select 1 from asked where t.slots @> asked.slot)`.execute(dbOf(orm));
  return rows.map((row) => ({ ...row, validUntil: row.validUntil && new Date(row.validUntil) }));
}

/** Whether a signed transfer was not stored because a live transfer of its network has one of its slots. */
export function isSlotConflict(error: unknown): boolean {
  return error instanceof ConflictError && error.constraint === 'transfer_slot_free';
}
