import { networkOf } from '@quydoi/domain/currencies';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { isOwnAddress } from '../market/own-addresses.ts';
import { readOwnBankAccounts } from '../market/own-bank-accounts.ts';
import { areCreditsSettled } from './are-credits-settled.ts';
import type { SignerCtx } from './signer.ts';
import type { Objection, SignerObligation } from './signer-obligation.ts';

/**
 * Validates a payout before it is sent or credited: a destination that is not ours, an obligation that owes it, no credit of its order that payouts do
 * not tell, and the hard limit of one payout.
 * @returns the objection, or null if the payout may be sent
 */
export async function rejectPayout(ctx: SignerCtx, obligation: SignerObligation, payout: Payout): Promise<Objection | null> {
  if (payout.madeBy !== 'system') return 'payout was made by an operator';
  const [isOurs, reason] = await Promise.all([isOwn(ctx, payout), obligation.validate(payout)]);
  if (isOurs) return 'destination is ours';
  if (reason !== null) return reason;
  if (!(await areCreditsSettled(ctx, obligation, payout))) return 'the balance was credited otherwise than payouts say';
  return payout.amount > (ctx.payoutLimits.get(payout.reserve) ?? 0n) ? 'above the automatic limit' : null;
}

async function isOwn(ctx: SignerCtx, { destination, currency }: Payout): Promise<boolean> {
  if (ctx.ownAccounts.has(destination)) return true;
  if (networkOf(currency).address.family !== 'bank') return isOwnAddress(ctx, destination);
  return (await readOwnBankAccounts(ctx)).has(destination);
}
