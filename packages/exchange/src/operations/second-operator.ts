import { AppError } from '@quydoi/contract/errors';
import type { SecondOperator } from '@quydoi/contract/procedure';
import type { ActAlone } from '@quydoi/database/repositories/audit';
import { readOrder } from '@quydoi/database/repositories/orders';
import { readPaymentById } from '@quydoi/database/repositories/payments';
import { readPayout } from '@quydoi/database/repositories/payouts';
import { addSetting } from '@quydoi/database/repositories/settings';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { parsePercent } from '@quydoi/domain/fee';
import type { LedgerUnit } from '@quydoi/domain/ledger/accounts';
import { BALANCES, type BalanceCode } from '@quydoi/domain/ledger/balances';
import { larger, parseDecimal } from '@quydoi/domain/money';
import { aloneLimitOf, worthInDong } from '@quydoi/domain/second-operator';
import type { Ctx } from '../context.ts';
import type { OperatorVerb } from './operator-verb.ts';
import { signedAmount } from './signed-amount.ts';

/** Money in minor units of a reserve or fee coin. */
interface Sum {
  readonly reserve: LedgerUnit;
  readonly amount: bigint;
}

/**
 * What limits an operator who acts alone, checked in the transaction of the act. Null when nothing does, or only the use case itself (rates). An act
 * whose worth is not known needs a second operator.
 */
export async function limitAlone(ctx: Ctx, kind: SecondOperator | undefined, input: unknown): Promise<ActAlone | null> {
  if (kind === undefined || kind === 'rate') return null;
  if (kind === 'always') return { worth: null, limit: 0n };
  const settings = await ctx.settings();
  const sum = await sumOf(ctx, input as WorthInput);
  return { worth: sum && worthInDong(sum.reserve, sum.amount, settings), limit: aloneLimitOf(settings) };
}

interface WorthInput {
  readonly reserve?: BalanceCode;
  readonly amount?: string;
  readonly id?: string;
  readonly ref?: string;
  readonly payout?: string;
}

/** The money that an input is about: a sum that it names, a payout, a payment, or what was asked or paid for an order. */
async function sumOf({ orm }: Ctx, { reserve, amount, payout, id, ref }: WorthInput): Promise<Sum | null> {
  if (reserve !== undefined && amount !== undefined) {
    const size = signedAmount(amount, reserve);
    return size === null ? null : { reserve: BALANCES[reserve].unit, amount: size < 0n ? -size : size };
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
