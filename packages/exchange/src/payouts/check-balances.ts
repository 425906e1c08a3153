import {
  readAcceptedDifference,
  readBalanceChecks,
  readFoundLate,
  readReserveBooks,
  type StoredBalanceCheck,
  writeBalanceCheck,
} from '@quydoi/database/repositories/balance-checks';
import { checkBalance, hasRecovered, isConfirmed, isShort } from '@quydoi/domain/balance-check';
import { BALANCE_UNCHECKED_MINUTES } from '@quydoi/domain/constants';
import { RESERVE_CODES, RESERVES, type ReserveCode } from '@quydoi/domain/currencies';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { SuspensionKey } from '@quydoi/domain/suspension';
import type { Balances } from '@quydoi/rails/payout';
import { RailError } from '@quydoi/rails/rail-error';
import { describeRailError } from '../describe-rail-error.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import { isReportDue } from '../report-interval.ts';
import { resumeNetwork, suspendNetwork } from '../suspend-network.ts';
import { callProvider, isReachable } from './call-provider.ts';
import type { SignerCtx } from './signer.ts';

/** Share of the interval after which a reserve is checked again. */
const RECENT_SHARE = 0.8;
const UNCHECKED_REPORT_MS = HOUR_MS;

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
      const check = await checkReserve(ctx, network, reserve, previous, () => callProvider(ctx, network, () => payouts.balances(ctx.clock.now())));
      if (check) await follow(ctx, network, check, previous);
    }
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    const reason = describeRailError(error);
    await onRailTrouble(ctx, network, error.trouble, 'balances not read', { reason });
    reportUnchecked(ctx, network, checks, due, reason);
  }
  return false;
}

/** Raises an alarm, again and again, while balances have not been compared for long. One that was never compared counts as well. */
function reportUnchecked(ctx: SignerCtx, network: NetworkCode, checks: readonly StoredBalanceCheck[], due: readonly ReserveCode[], reason: string) {
  const longAgoMs = ctx.clock.now().getTime() - BALANCE_UNCHECKED_MINUTES * MINUTE_MS;
  const unchecked = due.filter((reserve) => !checks.some((check) => check.reserve === reserve && check.checkedAt.getTime() > longAgoMs));
  if (unchecked.length === 0 || !isReportDue(ctx, `unchecked balances of ${network}`, UNCHECKED_REPORT_MS)) return;
  ctx.logger.error({ network, reserves: unchecked, reason }, 'balances have not been compared with the ledger for long');
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
  const accepted = await readAcceptedDifference(ctx.orm, reserve);
  // One look is no reason to stop, nor to resume.
  if (isShort(check, accepted)) await suspendNetwork(ctx, key, `${-difference} minor units of ${reserve} are missing at the provider`);
  else if (hasRecovered(check, previous, accepted)) await resumeNetwork(ctx, key);
}
