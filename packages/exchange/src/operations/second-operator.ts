import { AppError } from '@quydoi/contract/errors';
import type { SecondOperator } from '@quydoi/contract/procedure';
import { readOrder } from '@quydoi/database/repositories/orders';
import { readPaymentById } from '@quydoi/database/repositories/payments';
import { readPayout } from '@quydoi/database/repositories/payouts';
import { addSetting } from '@quydoi/database/repositories/settings';
import { CURRENCIES, isTradedCode, RESERVES, type ReserveCode } from '@quydoi/domain/currencies';
import { parsePercent } from '@quydoi/domain/fee';
import { larger, parseDecimal } from '@quydoi/domain/money';
import { isRateChangedMore, isWorthMore } from '@quydoi/domain/second-operator';
import { pairKey, type RateSettings, type Settings } from '@quydoi/domain/settings';
import type { Ctx } from '../context.ts';
import type { OperatorVerb } from './operator-verb.ts';

/** Money in minor units of a reserve. */
interface Sum {
  readonly reserve: ReserveCode;
  readonly amount: bigint;
}

/** Whether an act goes beyond what an operator may do alone. Acts about something unknown are for their use cases to refuse. */
export async function needsSecondOperator(ctx: Ctx, kind: SecondOperator, input: unknown): Promise<boolean> {
  if (kind === 'always') return true;
  const settings = await ctx.settings();
  if (kind === 'rate') {
    const rate = rateOf(settings, input as RateInput);
    return rate !== null && isRateChangedMore(rate.before, (input as RateInput).value, settings.secondOperator);
  }
  const sum = await sumOf(ctx, input as WorthInput);
  return sum !== null && isWorthMore(sum.reserve, sum.amount, settings);
}

interface RateInput {
  readonly kind?: 'buy' | 'sell';
  readonly code?: string;
  readonly from?: string;
  readonly to?: string;
  readonly value: string;
}

/** The rate that an input would replace; null when it names no currency that is traded. */
function rateOf(settings: Settings, { kind, code = '', from = '', to = '' }: RateInput): { readonly before: RateSettings | undefined } | null {
  if (kind !== undefined) return isTradedCode(code) ? { before: settings[kind].get(code)?.value } : null;
  return isTradedCode(from) && isTradedCode(to) ? { before: settings.pairs.get(pairKey(from, to))?.value } : null;
}

interface WorthInput {
  readonly reserve?: ReserveCode;
  readonly amount?: string;
  readonly id?: string;
  readonly ref?: string;
  readonly payout?: string;
}

/** The money that an input is about: a sum that it names, a payout, a payment, or what was asked or paid for an order. */
async function sumOf({ orm }: Ctx, { reserve, amount, payout, id, ref }: WorthInput): Promise<Sum | null> {
  if (reserve !== undefined && amount !== undefined) {
    const size = parseDecimal(amount.replace(/^-/, ''), RESERVES[reserve].scale);
    return size === null ? null : { reserve, amount: size };
  }
  if (payout !== undefined) return readPayout(orm, payout);
  if (id !== undefined) {
    const payment = await readPaymentById(orm, id);
    return payment && { reserve: payment.unit, amount: payment.amount };
  }
  const order = ref === undefined ? null : await readOrder(orm, ref);
  return order && { reserve: CURRENCIES[order.from].reserve, amount: larger(order.amountSent, order.amountPaid) };
}

/** Sets the limits of what an operator does alone. */
export const setSecondOperator: OperatorVerb<{ worth: string; rateChange: string }, { done: true }> = async (ctx, operator, value) => {
  if (parseDecimal(value.worth, CURRENCIES.vnd.scale) === null || parsePercent(value.rateChange) === null) throw new AppError('VALIDATION_FAILED');
  const setting = { kind: 'secondOperator', key: 'secondOperator', value, author: operator, at: ctx.clock.now() } as const;
  await addSetting(ctx.orm, setting, ctx.audit);
  return { done: true };
};
