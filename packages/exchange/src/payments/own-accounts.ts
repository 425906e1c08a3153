import { NETWORKS } from '@quydoi/domain/networks';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { Ctx } from '../context.ts';
import { readOwnBankAccounts } from '../market/own-bank-accounts.ts';

/** Payments by whether their account is one that customers were ever told. */
export interface SortedPayments {
  /** With the account that customers were told: a virtual account, or the main one behind it. */
  readonly own: readonly PaymentFact[];
  readonly foreign: readonly PaymentFact[];
}

/** Sorts payments that a bank's provider reported: it tells of every account that is linked there. Providers of wallets tell of ours alone. */
export async function sortByAccount(ctx: Ctx, facts: readonly PaymentFact[]): Promise<SortedPayments> {
  if (!facts.some(({ network }) => NETWORKS[network].address.family === 'bank')) return { own: facts, foreign: [] };
  return sortByTold(facts, await readOwnBankAccounts(ctx));
}

/**
 * Sorts payments by whether customers were told of their account, virtual or behind it. Of both, a payment's is the one that customers were told first: it
 * stays the same when they are told the other, and is what a list that leaves virtual accounts out tells of the payment too.
 * @param told in the order in which they were told
 */
export function sortByTold(facts: readonly PaymentFact[], told: ReadonlySet<string>): SortedPayments {
  const toldAccountOf = ({ account, subAccount }: PaymentFact) => [...told].find((one) => one === account || one === subAccount);
  return {
    own: facts.flatMap((fact) => {
      const account = toldAccountOf(fact);
      return account === undefined ? [] : [{ ...fact, account }];
    }),
    foreign: facts.filter((fact) => toldAccountOf(fact) === undefined),
  };
}
