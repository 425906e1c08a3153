import { readBalanceChecks } from '@quydoi/database/repositories/balance-checks';
import { readReserves } from '@quydoi/database/repositories/ledger';
import { MINUTE_MS } from '@quydoi/domain/durations';
import { smaller } from '@quydoi/domain/money';
import type { BalanceCheck } from '@quydoi/domain/operations/balance-check';
import type { Ctx } from '../context.ts';

/** Maximum age of the balance that the provider reported: three checks. */
const TOLD_AGE_MAX_MS = 15 * MINUTE_MS;

/** The dong reserve, available and held: the smaller of the ledger's balance and the provider's recent one, because other roles write the ledger too. */
export async function readDongReserve({ orm, clock }: Pick<Ctx, 'orm' | 'clock'>): Promise<bigint> {
  const [reserves, checks] = await Promise.all([readReserves(orm), readBalanceChecks(orm)]);
  const dong = reserves.find(({ reserve }) => reserve === 'vnd');
  return believedReserve(
    dong ? dong.available + dong.held : 0n,
    checks.find(({ code }) => code === 'vnd'),
    clock.now(),
  );
}

/** The ledger's balance of a reserve, or the provider's if that is recent and smaller. */
export function believedReserve(booked: bigint, check: Pick<BalanceCheck, 'told' | 'checkedAt'> | undefined, now: Date): bigint {
  const isFresh = check !== undefined && now.getTime() - check.checkedAt.getTime() <= TOLD_AGE_MAX_MS;
  return isFresh ? smaller(check.told, booked) : booked;
}
