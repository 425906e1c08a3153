import { readLastAttempt } from '@quydoi/database/repositories/payouts';
import { readRatesAt } from '@quydoi/database/repositories/rates';
import { readPayoutLines, readReferralPercentAt } from '@quydoi/database/repositories/referrals';
import type { Order } from '@quydoi/domain/order/order';
import { rejectUnpaid } from '@quydoi/domain/order/validation/validate-payout';
import { parseRate } from '@quydoi/domain/price/rate';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { partsOf } from '@quydoi/domain/transfer/payout-parts';
import { type DongRates, referralShare } from '@quydoi/domain/wallet/referral';
import { balanceAccountOf, isWalletCurrency } from '@quydoi/domain/wallet/wallet';
import { balanceCodesOf } from '../balance-codes.ts';
import { evidenceCodesOf } from '../evidence-codes.ts';
import { isOurs } from '../payouts/attempt-codes.ts';
import { isRateAllowed } from '../payouts/is-rate-allowed.ts';
import { judgeOrder, type OrderEvidence } from '../payouts/obligations/judge-order.ts';
import { readOperatorDecisions } from '../payouts/operator-decisions.ts';
import type { SignerCtx } from '../payouts/signer.ts';
import type { Objection } from '../payouts/signer-obligation.ts';

/**
 * What an order gives to a sponsor: of its fee the percentage that the operators had set when the order was made. Nothing on the order says so, and a
 * later setting does not change it.
 */
export async function readReferralShare(ctx: SignerCtx, order: Order): Promise<bigint> {
  const percent = await readReferralPercentAt(ctx.orm, order.createdAt);
  return percent === 0n ? 0n : referralShare(order, order.kind === 'ex' ? await readDongRates(ctx, order) : { sell: null, buy: null }, percent);
}

/** The rates against dong of a swap's currencies when it was made; none that operators may not set. */
async function readDongRates(ctx: SignerCtx, { from, to, createdAt }: Order): Promise<DongRates> {
  if (from === 'vnd' || to === 'vnd') return { sell: null, buy: null };
  const names = [{ kind: 'sell', key: from } as const, { kind: 'buy', key: to } as const];
  const found = await readRatesAt(ctx.orm, names, createdAt);
  const rateOf = async (wanted: 'sell' | 'buy') => {
    const rate = found.find(({ kind }) => kind === wanted);
    return rate && (await isRateAllowed(ctx, rate.version)) ? parseRate(rate.value) : null;
  };
  return { sell: await rateOf('sell'), buy: await rateOf('buy') };
}

/**
 * Judges whether an order that is said to be delivered has earned its fee: the site made it, its price follows from the operators' rates, the money came
 * in, none of it went back, and what was promised was paid out. Other roles' rows prove none of it.
 * @returns the objection, or null
 */
export async function judgeReferred(ctx: SignerCtx, order: Order, payouts: readonly Payout[]): Promise<Objection | null> {
  const parts = settledParts(order, payouts);
  const [last] = parts.slice(-1);
  if (!last) return 'the order is not paid out';
  return judgeOrder(ctx, order, last, async (evidence) => {
    return rejectUnpaid({ order, payments: evidence.payments }) ?? (await rejectUndelivered(ctx, order, evidence));
  });
}

/** The settled payouts of all parts of an order; none while one is missing. */
function settledParts(order: Order, payouts: readonly Payout[]): readonly Payout[] {
  const settled = payouts.filter(({ obligationKind, state }) => obligationKind === 'order' && state === 'settled');
  const parts = partsOf(order.reserve, order.amountReceived).map((amount, index) =>
    settled.find((payout) => payout.part === index + 1 && payout.amount === amount && payout.reserve === order.reserve),
  );
  return parts.every((part) => part !== undefined) ? parts : [];
}

/** Rejects an order of which a part was paid out neither by this role's process nor, by what operators have decided, by hand. */
async function rejectUndelivered(ctx: SignerCtx, order: Order, { payouts }: OrderEvidence): Promise<string | null> {
  const parts = settledParts(order, payouts);
  if (parts.length === 0) return 'the order is not paid out';
  for (const part of parts) {
    if (!(await isPaidOut(ctx, order, part))) return `nobody has paid part ${part.part} out`;
  }
  return null;
}

async function isPaidOut(ctx: SignerCtx, order: Order, payout: Payout): Promise<boolean> {
  if (payout.madeBy === 'operator') {
    const decisions = await readOperatorDecisions(ctx, order.id, payout);
    return decisions.some(({ verb }) => verb === 'recordManualPayout' || verb === 'resolveError');
  }
  if (payout.toBalanceOf !== null) return isInBalance(ctx, order);
  const attempt = await readLastAttempt(ctx.orm, payout.id);
  return attempt?.state === 'done' && (await isOurs(ctx, attempt));
}

/** Whether a line that a process of the signer wrote has paid an order out into its customer's balance. */
async function isInBalance(ctx: SignerCtx, { id, customerId, to, amountReceived }: Order): Promise<boolean> {
  if (customerId === null || !isWalletCurrency(to)) return false;
  const codes = balanceCodesOf(evidenceCodesOf(ctx));
  const lines = await readPayoutLines(ctx.orm, id, balanceAccountOf(customerId, to));
  return lines.some(({ code, ...line }) => line.amount === amountReceived && codes.isCode(line, code));
}
