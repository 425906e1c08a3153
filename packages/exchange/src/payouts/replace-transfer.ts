import { applyChanges } from '@quydoi/database/apply-changes';
import { InvariantError } from '@quydoi/domain/invariant';
import { decideReplaced } from '@quydoi/domain/transfer/decide-attempt';
import { RailError } from '@quydoi/rails/rail-error';
import { decisionContext } from '../context.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import type { SignerTransfer } from './obligation.ts';
import { readSignedTransfers, requestOf } from './rail-requests.ts';
import type { SignerCtx } from './signer.ts';

/**
 * Signs and stores a replacement with a higher fee for a pending transfer, where the chain has replacements and the fee is too low by now. It is
 * broadcast by the next resend.
 * @returns whether a replacement was stored
 * @throws InvariantError when the rail answers with a replacement in another slot; it is neither stored nor broadcast
 */
export async function replaceTransfer(ctx: SignerCtx, transfer: SignerTransfer): Promise<boolean> {
  const payOut = ctx.rails.get(transfer.payout.rail)?.payOut;
  if (payOut?.kind !== 'signed' || !payOut.replace) return false;
  const signed = await readSignedTransfers(ctx.orm, transfer.attempt);
  try {
    const replacement = await payOut.replace(requestOf(transfer), signed, ctx.clock.now());
    if (!replacement) return false;
    // In another slot both transfers could be mined.
    if (replacement.slot === null || replacement.slot !== signed[0]?.slot) {
      throw new InvariantError(`the replacement of ${transfer.attempt.key} is not in its slot`);
    }
    const decisionCtx = decisionContext(ctx, 'system', `payout:${transfer.payout.id}`);
    await applyChanges(ctx.orm, [decideReplaced(transfer, signed.length + 1, replacement, decisionCtx)], decisionCtx.now);
    return true;
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    await onRailTrouble(ctx, transfer.payout.rail, error.trouble, 'transfer not replaced');
    return false;
  }
}
