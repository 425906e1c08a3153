import { readConsumedNonces, readSlotsInUse } from '@quydoi/database/repositories/slots';
import type { NetworkCode } from '@quydoi/domain/networks';
import { type SlotInUse, shareSlot } from '@quydoi/domain/transfer/slot';
import type { SignedTransfer } from '@quydoi/rails/signed-payout';
import type { Ctx } from '../context.ts';

/**
 * Signs a transfer in slots that no live transfer of the network has.
 * @returns null where the rail signs nothing, and, after a report, when it chose a slot in use: such a transfer could never be stored
 * @throws RailError of the rail
 */
export async function signInFreeSlots(
  ctx: Ctx,
  network: NetworkCode,
  sign: (slotsInUse: readonly SlotInUse[]) => Promise<SignedTransfer | null>,
): Promise<SignedTransfer | null> {
  const slotsInUse = await readTakenSlots(ctx, network);
  const signed = await sign(slotsInUse);
  if (!signed) return null;
  // A consumed nonce may be free again after a reorganisation; while it is not, what is signed in it is void.
  const live = slotsInUse.filter(({ isConsumed }) => !isConsumed);
  if (!shareSlot(signed.slots, live)) return signed;
  ctx.logger.error({ network, slots: signed.slots }, 'transfer not stored: its rail chose a slot in use');
  ctx.telemetry.refused('transfer_slot');
  return null;
}

/** Slots of live transfers, which no further transfer may have, and the highest nonces that transfers of ours have consumed. */
export async function readTakenSlots(ctx: Ctx, network: NetworkCode): Promise<SlotInUse[]> {
  const [live, consumed] = await Promise.all([readSlotsInUse(ctx.orm, network), readConsumedNonces(ctx.orm, network)]);
  return [...live, ...consumed];
}

/** Reports that a transfer was not stored because another took its slot meanwhile. It is signed again in another slot. */
export function reportSlotConflict(ctx: Ctx, network: NetworkCode): void {
  ctx.logger.warn({ network }, 'transfer not stored: another took its slot');
  ctx.telemetry.refused('transfer_slot');
}
