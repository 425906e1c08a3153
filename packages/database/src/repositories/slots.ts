import type { NetworkCode } from '@quydoi/domain/networks';
import type { AttemptTransfer } from '@quydoi/domain/transfer/attempt';
import type { Slot, SlotInUse } from '@quydoi/domain/transfer/slot';
import { sql } from 'kysely';
import { ConflictError } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';

/** A signed transfer as it was stored before its first broadcast. */
export type StoredTransfer = Pick<AttemptTransfer, 'txid' | 'raw' | 'validUntil' | 'slots'>;

/** Slots of a network's live transfers, of payouts and sweeps; those that are nonces with the signed bytes of their transfers. */
export async function readSlotsInUse(orm: Orm, network: NetworkCode): Promise<SlotInUse[]> {
  const { rows } = await sql<SlotInUse>`
    select t.wallet, t.resource, array(
      select a.raw from attempt_transfer a where a.attempt_id = t.owner_id and t.resource ~ '^[0-9]{1,15}$'
      union all select s.raw from sweep s where s.id = t.owner_id and t.resource ~ '^[0-9]{1,15}$'
    ) as raws from transfer_slot t where t.network = ${network}`.execute(dbOf(orm));
  return rows;
}

/** The highest nonce of each hot wallet of a network that a transfer of ours has consumed, as slots. */
export async function readConsumedNonces(orm: Orm, network: NetworkCode): Promise<SlotInUse[]> {
  const rows = await dbOf(orm).selectFrom('consumed_nonce').select(['wallet', 'nonce']).where('network', '=', network).execute();
  return rows.map(({ wallet, nonce }) => ({ wallet, resource: String(nonce), isConsumed: true }));
}

/** Signed transfers of a network, of payouts and sweeps, that have any of these slots. */
export async function readTransfersInSlots(orm: Orm, network: NetworkCode, slots: readonly Slot[]): Promise<StoredTransfer[]> {
  const { rows } = await sql<StoredTransfer>`
    with asked as materialized (
      select jsonb_build_array(slot) as slot from jsonb_array_elements(${JSON.stringify(slots)}::jsonb) slot
    )
    select distinct on (txid) txid, raw, valid_until as "validUntil", slots from (
      select t.txid, t.raw, t.valid_until, t.slots from asked join attempt_transfer t on t.slots @> asked.slot where t.network = ${network}
      union all select s.key, s.raw, s.valid_until, s.slots from asked join sweep s on s.slots @> asked.slot where s.network = ${network}
    ) found order by txid`.execute(dbOf(orm));
  return rows.map((row) => ({ ...row, validUntil: row.validUntil && new Date(row.validUntil) }));
}

/** Whether a signed transfer was not stored because a live transfer of its network has one of its slots. */
export function isSlotConflict(error: unknown): boolean {
  return error instanceof ConflictError && error.constraint === 'transfer_slot_free';
}
