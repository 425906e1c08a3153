import { applyChanges } from '@quydoi/database/apply-changes';
import { isSlotConflict } from '@quydoi/database/repositories/slots';
import { InvariantError } from '@quydoi/domain/invariant';
import { decideReplaced } from '@quydoi/domain/transfer/decide-attempt';
import { keepsSlots } from '@quydoi/domain/transfer/slot';
import { RailError } from '@quydoi/rails/rail-error';
import { describeRailError } from '../describe-rail-error.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import { reportSlotConflict } from './free-slots.ts';
import { readSignedTransfers, requestOf } from './rail-requests.ts';
import type { SignerCtx } from './signer.ts';
import type { SignerTransfer } from './signer-obligation.ts';

/**
 * Signs and stores a replacement with a higher fee for a pending transfer, where the chain has replacements and the fee is too low by now. It is
 * broadcast by the next resend.
 * @throws InvariantError when the rail answers with a replacement that leaves the slots of the first transfer; it is neither stored nor broadcast
 */
export async function replaceTransfer(ctx: SignerCtx, transfer: SignerTransfer): Promise<void> {
  const payouts = ctx.rails.get(transfer.payout.network)?.payouts;
  if (payouts?.kind !== 'signed' || !payouts.replace) return;
  const signed = await readSignedTransfers(ctx.orm, transfer.attempt);
  try {
    const replacement = await payouts.replace(requestOf(transfer), signed, ctx.clock.now());
    if (!replacement) return;
    // In other slots both transfers could be mined.
    if (!keepsSlots(signed[0]?.slots ?? [], replacement.slots)) {
      throw new InvariantError(`the replacement for attempt ${transfer.attempt.id} leaves its slots`);
    }
    const now = ctx.clock.now();
    await applyChanges(ctx.orm, [decideReplaced(transfer, signed.length + 1, replacement, now)], now);
  } catch (error) {
    if (isSlotConflict(error)) reportSlotConflict(ctx, transfer.payout.network);
    else if (error instanceof RailError) {
      const reason = describeRailError(error, [transfer.attempt.key, transfer.obligation.memo]);
      const fields = { reason, payout: transfer.payout.id, attempt: transfer.attempt.id };
      await onRailTrouble(ctx, transfer.payout.network, error.trouble, 'transfer not replaced', fields);
    } else throw error;
  }
}
