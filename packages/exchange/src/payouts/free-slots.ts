import { readSlotsInUse } from '@quydoi/database/repositories/slots';
import type { NetworkCode } from '@quydoi/domain/networks';
import { type Slot, shareSlot } from '@quydoi/domain/transfer/slot';
import type { SignedTransfer } from '@quydoi/rails/signed-payout';
import type { Ctx } from '../context.ts';

/**
 * Signs a transfer in slots that no live transfer of the network has.
 * @returns null, after a report, when the rail chose a slot in use: such a transfer could never be stored
 * @throws RailError of the rail
 */
export async function signInFreeSlots(
  ctx: Ctx,
  network: NetworkCode,
  sign: (slotsInUse: readonly Slot[]) => Promise<SignedTransfer>,
): Promise<SignedTransfer | null> {
  const slotsInUse = await readSlotsInUse(ctx.orm, network);
  const signed = await sign(slotsInUse);
  if (!shareSlot(signed.slots, slotsInUse)) return signed;
  ctx.logger.error({ network, slots: signed.slots }, 'transfer not stored: its rail chose a slot in use');
  ctx.telemetry.refused('transfer_slot');
  return null;
}

/** Reports that a transfer was not stored because another took its slot meanwhile. It is signed again in another slot. */
export function reportSlotConflict(ctx: Ctx, network: NetworkCode): void {
  ctx.logger.warn({ network }, 'transfer not stored: another took its slot');
  ctx.telemetry.refused('transfer_slot');
}
