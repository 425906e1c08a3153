import { readOwnAddresses } from '@quydoi/database/repositories/leases';
import type { Payout } from '@quydoi/domain/transfer/payout';
import type { SignerObligation } from './obligation.ts';
import type { SignerCtx } from './signer.ts';

/**
 * Validates a payout before it is sent: a destination that is not ours, an obligation that owes it, and the automatic limit.
 * @returns the rejection reason, or null if the payout may be sent
 */
export async function rejectPayout(ctx: SignerCtx, obligation: SignerObligation, payout: Payout): Promise<string | null> {
  if (payout.madeBy !== 'system') return 'payout was made by an operator';
  const [own, reason] = await Promise.all([readOwnAddresses(ctx.orm, [payout.destination]), obligation.validate(payout)]);
  if (ctx.ownAccounts.has(payout.destination) || own.size > 0) return 'destination is ours';
  if (reason !== null) return reason;
  return payout.amount > (ctx.payoutCaps.get(payout.reserve) ?? 0n) ? 'above the automatic limit' : null;
}
