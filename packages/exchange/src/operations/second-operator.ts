import { AppError } from '@quydoi/contract/errors';
import type { SecondOperator } from '@quydoi/contract/procedure';
import type { ActAlone } from '@quydoi/database/repositories/audit';
import { addSetting } from '@quydoi/database/repositories/settings';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { BALANCES, type BalanceCode } from '@quydoi/domain/ledger/balances';
import { signedAmount } from '@quydoi/domain/ledger/signed-amount';
import { parseDecimal } from '@quydoi/domain/money';
import { aloneLimitOf, worthInDong } from '@quydoi/domain/operations/second-operator';
import { parsePercent } from '@quydoi/domain/price/fee';
import type { Ctx } from '../context.ts';
import { type OrderActInput, readSumOfAct, readSumOfRow, type Sum } from '../payouts/sum-of-act.ts';
import type { OperatorVerb } from './operator-verb.ts';

/**
 * Limit on what one operator may do alone, for one call of an audited procedure; `writeAudit` enforces it in the transaction of the act. Null where
 * there is no limit, or the use case enforces its own (`rate`). A worth that cannot be determined is null: such an act needs a second operator.
 */
export async function limitAlone(ctx: Ctx, kind: SecondOperator | undefined, input: unknown): Promise<ActAlone | null> {
  if (kind === undefined || kind === 'rate') return null;
  if (kind === 'always') return { worth: null, limit: 0n };
  const settings = await ctx.settings();
  const sum = await sumOf(ctx, input as WorthInput);
  return { worth: sum && worthInDong(sum.reserve, sum.amount, settings), limit: aloneLimitOf(settings) };
}

interface WorthInput extends OrderActInput {
  readonly reserve?: BalanceCode;
  readonly amount?: string;
  /** Id of a reconciliation exception. */
  readonly exception?: string;
}

/** The money that an input is about: the amount that the input names, else the money of its order. */
async function sumOf(ctx: Ctx, { reserve, amount, exception, ...act }: WorthInput): Promise<Sum | null> {
  if (exception !== undefined) return readSumOfRow(ctx, exception);
  if (reserve === undefined || amount === undefined) return readSumOfAct(ctx, act);
  const size = signedAmount(amount, reserve);
  return size === null ? null : { reserve: BALANCES[reserve].unit, amount: size < 0n ? -size : size };
}

/** Sets the limits of what one operator may do alone. */
export const setSecondOperator: OperatorVerb<{ worth: string; rateChange: string }, { done: true }> = async (ctx, operator, value) => {
  if (parseDecimal(value.worth, CURRENCIES.vnd.scale) === null || parsePercent(value.rateChange) === null) throw new AppError('VALIDATION_FAILED');
  const setting = { kind: 'secondOperator', key: 'secondOperator', value, author: operator, at: ctx.clock.now() } as const;
  await addSetting(ctx.orm, setting, ctx.audit);
  return { done: true };
};
