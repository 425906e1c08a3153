import { readDrift, readHoldDrift, readUnitSums } from '@quydoi/database/repositories/ledger';
import type { OperatorVerb } from './operator-verb.ts';

/** Verifies the ledger: every unit sums to zero, stored balances equal the sum of their entries, and held money equals the holds of open orders. */
export const checkLedger: OperatorVerb<
  object,
  { sums: { unit: string; sum: string }[]; drift: { account: string; balance: string; entries: string }[] }
> = async (ctx) => {
  const [sums, drift, holds] = await Promise.all([readUnitSums(ctx.orm), readDrift(ctx.orm), readHoldDrift(ctx.orm)]);
  return {
    sums: sums.map(({ unit, sum }) => ({ unit, sum: sum.toString() })),
    drift: [
      ...drift.map(({ account, balance, entries }) => ({ account, balance: balance.toString(), entries: entries.toString() })),
      ...holds.map(({ reserve, held, orders }) => ({ account: `held:${reserve}`, balance: held.toString(), entries: orders.toString() })),
    ],
  };
};
