import type { Orm } from '@quydoi/database/orm';
import { readBalanceDrift, readDrift, readHoldDrift, readUnitSums } from '@quydoi/database/repositories/ledger';
import { readBrokenSeals, readNewestSeal, readSealHash } from '@quydoi/database/repositories/seals';
import { SEALED_STREAMS, type SealedStream, type SealHead } from '@quydoi/domain/operations/seal';
import type { OperatorVerb } from '../operator-verb.ts';

/** Seals that one statement reads. */
const SEALS_PER_READ = 200;

interface LedgerCheck {
  sums: { unit: string; sum: string }[];
  drift: { account: string; balance: string; entries: string }[];
  seals: SealHead[];
  broken: { stream: SealedStream; n: number }[];
}

/**
 * Verifies the ledger: every unit sums to zero, stored balances equal the sum of their entries, held money equals the holds of open orders,
 * customers' balances equal their statements, and what was sealed is what it was. With ends of chains that were kept elsewhere it also finds a chain that was made anew.
 */
export const checkLedger: OperatorVerb<{ heads?: readonly SealHead[] | undefined }, LedgerCheck> = async (ctx, _operator, { heads = [] }) => {
  const { orm } = ctx;
  const [sums, drift, holds, balances] = await Promise.all([readUnitSums(orm), readDrift(orm), readHoldDrift(orm), readBalanceDrift(orm)]);
  const check: LedgerCheck = {
    sums: sums.map(({ unit, sum }) => ({ unit, sum: sum.toString() })),
    drift: [
      ...drift.map(({ account, balance, entries }) => ({ account, balance: balance.toString(), entries: entries.toString() })),
      ...holds.map(({ reserve, held, orders }) => ({ account: `held:${reserve}`, balance: held.toString(), entries: orders.toString() })),
      ...balances.map(({ unit, balances: sum, total, lines }) => ({
        account: `customer:*:${unit}`,
        balance: sum.toString(),
        entries: (total === sum ? lines : total).toString(),
      })),
    ],
    seals: [],
    broken: [],
  };
  for (const stream of SEALED_STREAMS) {
    const newest = await readNewestSeal(ctx.orm, stream);
    if (newest) check.seals.push({ stream, n: newest.n, hash: newest.hash });
    check.broken.push(...(await brokenOf(ctx.orm, stream, newest?.n ?? 0)));
  }
  for (const { stream, n, hash } of heads) {
    if ((await readSealHash(ctx.orm, stream, n)) !== hash) check.broken.push({ stream, n });
  }
  return check;
};

async function brokenOf(orm: Orm, stream: SealedStream, newest: number): Promise<{ stream: SealedStream; n: number }[]> {
  const broken: number[] = [];
  for (let first = 1; first <= newest; first += SEALS_PER_READ) broken.push(...(await readBrokenSeals(orm, stream, first, SEALS_PER_READ)));
  return broken.map((n) => ({ stream, n }));
}
