import { AppError } from '@quydoi/contract/errors';
import { readBalanceChecks } from '@quydoi/database/repositories/balance-checks';
import { addAcceptedDifference } from '@quydoi/database/repositories/suspensions';
import { isConfirmed } from '@quydoi/domain/balance-check';
import type { ReserveCode } from '@quydoi/domain/currencies';
import type { OperatorVerb } from './operator-verb.ts';

/**
 * Accepts the difference between a reserve's ledger and its provider that was found last, and lets its payouts go on while no more is missing.
 * Error: NOT_FOUND (no confirmed difference).
 */
export const acceptDifference: OperatorVerb<{ reserve: string; note: string }, { difference: string }> = async (ctx, operator, { reserve, note }) => {
  const check = (await readBalanceChecks(ctx.orm)).find((one) => one.reserve === reserve);
  if (!check || !isConfirmed(check)) throw new AppError('NOT_FOUND');
  const difference = check.difference.toString();
  const { suspensions } = await ctx.settings();
  const ended = suspensions.filter(({ cause, subject }) => cause === 'shortfall' && subject === reserve);
  const accepted = {
    kind: 'accepted-difference',
    key: reserve as ReserveCode,
    value: { difference, note },
    author: operator,
    at: ctx.clock.now(),
  } as const;
  await addAcceptedDifference(ctx.orm, accepted, ended, ctx.audit);
  return { difference };
};
