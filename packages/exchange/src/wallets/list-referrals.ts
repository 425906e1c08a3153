import type { Caller } from '@quydoi/contract/caller';
import type { ReferralsView } from '@quydoi/contract/wallet';
import { readReferralCredits, readReferralTotals } from '@quydoi/database/repositories/referrals';
import { maskAccount } from '@quydoi/domain/mask-account';
import { formatDecimal } from '@quydoi/domain/money';
import { PERCENT_SCALE } from '@quydoi/domain/price/fee';
import { debtOf, referralPercentOf } from '@quydoi/domain/wallet/referral';
import { sessionOf } from '../accounts/account-deps.ts';
import type { Ctx } from '../context.ts';

/** What the customer has as a sponsor: totals, and credits, newest first. Nothing tells whose orders they are of. Error: REQUIRED_LOGIN. */
export async function listReferrals(
  ctx: Ctx,
  caller: Caller,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<ReferralsView> {
  const { customerId } = sessionOf(caller);
  const [{ customers, credits, earned, owed }, rows, { site }] = await Promise.all([
    readReferralTotals(ctx.orm, customerId),
    readReferralCredits(ctx.orm, customerId, { offset, limit }),
    ctx.settings(),
  ]);
  const items = rows.map(({ orderRef, creditedAt, amount, returned, state }) => ({
    order: maskAccount(orderRef),
    at: creditedAt,
    amount,
    returned,
    owed: debtOf({ state, amount, returned }),
  }));
  return { percent: formatDecimal(referralPercentOf(site), PERCENT_SCALE), customers, earned, owed, items, total: credits, offset, limit };
}
