import { readHeldOf } from '@quydoi/database/views/ledger';
import { readPaymentsOf } from '@quydoi/database/views/payments';
import { readRateVersion } from '@quydoi/database/views/settings';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { type PayoutEvidence, whyNotPay } from '@quydoi/domain/order/check-payout';
import type { Order } from '@quydoi/domain/order/order';
import type { Payout } from '@quydoi/domain/payout';
import { maxPayoutFee } from '@quydoi/domain/payout-fee';
import { rateSlotOf, termsOf } from '../config/trade.ts';
import type { SignerCtx } from './signer.ts';

/** Why the signer will not make a payout, from its own reading of order, journal, rates and hold; null when all agree. */
export async function objection(ctx: SignerCtx, order: Order, payout: Payout): Promise<string | null> {
  const [payments, rate, heldInLedger, settings] = await Promise.all([
    readPaymentsOf(ctx.orm, order.id),
    readRateVersion(ctx.orm, order.rateVersion),
    readHeldOf(ctx.orm, order),
    ctx.settings(),
  ]);
  if (!rate || `${rate.kind} ${rate.key}` !== rateSlotOf(order.kind, order.from, order.to)) return 'rate version is of something else';
  if (ctx.ownAccounts.has(payout.destination)) return 'destination is ours';
  const terms = termsOf(order.kind, order.from, order.to, rate.value, order.cashFee);
  const evidence: PayoutEvidence = {
    order,
    payout,
    payments,
    rate: terms.rate,
    fee: terms.fee,
    heldInLedger,
    maxFee: maxPayoutFee(order.to, payout.amount, settings.site),
    cap: ctx.payoutCaps.get(CURRENCIES[order.to].reserve) ?? 0n,
  };
  return whyNotPay(evidence);
}
