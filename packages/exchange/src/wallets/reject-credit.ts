import { readSentAttempts } from '@quydoi/database/repositories/payouts';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { checkAttempt, isProvenUnpaid } from '../payouts/check-attempt.ts';
import { isRefusedVoucher } from '../payouts/paid-vouchers.ts';
import { providerOf } from '../payouts/providers.ts';
import type { SignerCtx } from '../payouts/signer.ts';
import type { Objection, SignerObligation } from '../payouts/signer-obligation.ts';

/**
 * Rejects a payout into a balance of money that an earlier attempt has sent after all: a provider's refusal, and an absent record, can be wrong.
 * @returns the objection, or null if the payout may be credited
 */
export async function rejectCredit(ctx: SignerCtx, obligation: SignerObligation, payout: Payout): Promise<Objection | null> {
  for (const { payout: before, attempt } of await readSentAttempts(ctx.orm, obligation.payouts)) {
    if (obligation.relate(before, payout) === 'unrelated' || isRefusedVoucher(before, attempt)) continue;
    const record = await checkAttempt(ctx, { obligation, payout: before, attempt });
    const kind = providerOf(ctx, before, attempt)?.payouts.kind;
    if (record && kind && isProvenUnpaid(kind, record)) continue;
    if (record?.state !== 'paid') return { waitsFor: 'confirmation', detail: `nobody knows yet whether ${attempt.key} has paid` };
    return `already paid by ${attempt.key}`;
  }
  return null;
}
