import { AppError } from '@quydoi/contract/errors';
import { applyChanges } from '@quydoi/database/apply-changes';
import { OverdrawnError } from '@quydoi/database/money-tx';
import { NO_CHANGE } from '@quydoi/domain/change';
import { BALANCES, type BalanceCode } from '@quydoi/domain/ledger/balances';
import { post } from '@quydoi/domain/ledger/post';
import { signedAmount } from '@quydoi/domain/ledger/signed-amount';
import { leasesAddresses } from '@quydoi/domain/networks';
import { newId } from '../../context.ts';
import type { OperatorVerb } from '../operator-verb.ts';

/**
 * Posts an owner's deposit into a reserve's wallet, a collection account or a hot wallet's fee coin, or with a negative amount a withdrawal from it.
 * Error: VALIDATION_FAILED (not an amount, a withdrawal beyond the available balance, or leased addresses).
 */
export const adjustReserve: OperatorVerb<{ reserve: string; amount: string; note: string }, { done: true }> = async (ctx, _operator, input) => {
  const code = input.reserve as BalanceCode;
  const { kind, network, account, unit } = BALANCES[code];
  const amount = signedAmount(input.amount, code);
  // Only customers' payments and sweeps move what is at leased addresses.
  if (amount === null || amount === 0n || (kind === 'collection' && leasesAddresses(network))) throw new AppError('VALIDATION_FAILED');
  const posting = post(newId(ctx), 'adjust', null, [
    { account, amount },
    { account: `equity:${unit}`, amount: -amount },
  ]);
  try {
    await applyChanges(ctx.orm, [{ ...NO_CHANGE, postings: [posting] }], ctx.clock.now(), ctx);
  } catch (error) {
    if (error instanceof OverdrawnError) throw new AppError('VALIDATION_FAILED');
    throw error;
  }
  return { done: true };
};
