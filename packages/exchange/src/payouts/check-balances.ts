import {
  readAcceptedDifference,
  readBalanceChecks,
  readFoundLate,
  readReserveBooks,
  type StoredBalanceCheck,
  writeBalanceCheck,
} from '@quydoi/database/repositories/balance-checks';
import { checkBalance, isConfirmed, isShort } from '@quydoi/domain/balance-check';
import { RESERVE_CODES, RESERVES, type ReserveCode } from '@quydoi/domain/currencies';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { SuspensionKey } from '@quydoi/domain/suspension';
import type { Balances } from '@quydoi/rails/payout';
import { RailError } from '@quydoi/rails/rail-error';
import { onRailTrouble } from '../rail-trouble.ts';
import { resumeNetwork, suspendNetwork } from '../suspend-network.ts';
import { callProvider, isReachable } from './call-provider.ts';
import type { SignerCtx } from './signer.ts';

/** Share of the interval after which a reserve is checked again. */
const RECENT_SHARE = 0.8;

/**
 * Compares the ledger with a network's provider, reserve by reserve. A difference found twice in a row raises an alarm; money that is missing also
 * stops the network's payouts, until it is there again or operators accept the difference. Paid orders wait.
 * @param everyMs interval of the checks
 */
export async function checkBalances(ctx: SignerCtx, network: NetworkCode, everyMs: number): Promise<false> {
  const payouts = ctx.rails.get(network)?.payouts;
  if (!payouts || !(await isReachable(ctx, network))) return false;
  const reserves = RESERVE_CODES.filter((reserve) => RESERVES[reserve].network === network);
  const checks = await readBalanceChecks(ctx.orm);
  // Another signer, or this one before its restart, has just looked: two looks at once prove no more than one.
  const isRecent = ({ checkedAt }: StoredBalanceCheck) => ctx.clock.now().getTime() - checkedAt.getTime() < everyMs * RECENT_SHARE;
  const due = reserves.filter((reserve) => !checks.some((check) => check.reserve === reserve && isRecent(check)));
  if (due.length === 0) return false;
  try {
    for (const reserve of due) {
      const previous = checks.find((check) => check.reserve === reserve) ?? null;
      const check = await checkReserve(ctx, network, reserve, previous, () => callProvider(ctx, network, () => payouts.balances()));
      if (check) await follow(ctx, network, check, previous);
    }
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    await onRailTrouble(ctx, network, error.trouble, 'balances not read', { reason: error.message });
  }
  return false;
}

/** Reads the ledger before and after the balance, so that no transfer of the moment in between looks like a difference. Null when the provider tells none. */
async function checkReserve(
  ctx: SignerCtx,
  network: NetworkCode,
  reserve: ReserveCode,
  previous: StoredBalanceCheck | null,
  readBalances: () => Promise<Balances>,
): Promise<StoredBalanceCheck | null> {
  const now = ctx.clock.now();
  const before = await readReserveBooks(ctx.orm, reserve);
  const told = (await readBalances()).get(reserve);
  const after = await readReserveBooks(ctx.orm, reserve);
  if (told === undefined) return null;
  const least = [before, after].map(({ total, leaving }) => total - leaving).reduce((a, b) => (a < b ? a : b));
  const most = before.total > after.total ? before.total : after.total;
  const foundLate = previous ? await readFoundLate(ctx.orm, network, reserve, previous.checkedAt) : 0n;
  const check = { ...checkBalance(told, { least, most, foundLate }, previous, now), reserve };
  await writeBalanceCheck(ctx.orm, check);
  return check;
}

/** Raises the alarm of a difference once, and stops or resumes payouts. */
async function follow(ctx: SignerCtx, network: NetworkCode, check: StoredBalanceCheck, previous: StoredBalanceCheck | null): Promise<void> {
  const { reserve, told, difference } = check;
  if (isConfirmed(check) && !(previous && isConfirmed(previous) && previous.difference === difference)) {
    const fields = { network, reserve, told: told.toString(), difference: difference.toString() };
    ctx.logger.error(fields, 'the provider’s balance is not what the ledger says');
  }
  const key: SuspensionKey = { network, cause: 'shortfall', direction: 'out', subject: reserve };
  const isMissing = isShort(check, await readAcceptedDifference(ctx.orm, reserve));
  // One look that finds too little again is no reason to resume, nor is it one to stop.
  if (isMissing) await suspendNetwork(ctx, key, `${-difference} minor units of ${reserve} are missing at the provider`);
  else if (difference >= 0n || isConfirmed(check)) await resumeNetwork(ctx, key);
}
