import { AppError } from '@quydoi/contract/errors';
import { readBalanceChecks } from '@quydoi/database/repositories/balance-checks';
import { addAcceptedDifference } from '@quydoi/database/repositories/suspensions';
import { BALANCES, type BalanceCode } from '@quydoi/domain/ledger/balances';
import { signedAmount } from '@quydoi/domain/ledger/signed-amount';
import { formatDecimal } from '@quydoi/domain/money';
import { isConfirmed } from '@quydoi/domain/operations/balance-check';
import type { OperatorVerb } from '../operator-verb.ts';

interface Acceptance {
  readonly reserve: string;
  readonly difference: string;
  readonly note: string;
}

/**
 * Accepts the difference between the ledger and a provider that was found last, and lets a reserve's payouts go on while no more is missing.
 * Errors: NOT_FOUND (no confirmed difference), DIFFERENCE_CHANGED (another one than was given).
 */
export const acceptDifference: OperatorVerb<Acceptance, { done: true }> = async (ctx, operator, input) => {
  const reserve = input.reserve as BalanceCode;
  const check = (await readBalanceChecks(ctx.orm)).find(({ code }) => code === reserve);
  if (!check || !isConfirmed(check)) throw new AppError('NOT_FOUND');
  const { difference } = check;
  if (signedAmount(input.difference, reserve) !== difference) {
    throw new AppError('DIFFERENCE_CHANGED', { difference: formatDecimal(difference, BALANCES[reserve].scale) });
  }
  const { suspensions } = await ctx.settings();
  const ended = suspensions.filter(({ cause, subject }) => cause === 'shortfall' && subject === reserve);
  // As it was proposed: the database compares them.
  const value = { difference: input.difference, note: input.note };
  const accepted = { kind: 'accepted-difference', key: reserve, value, author: operator, at: ctx.clock.now() } as const;
  await addAcceptedDifference(ctx.orm, accepted, ended, ctx.audit);
  return { done: true };
};
