import {
  readAcceptedDifference,
  readBalanceChecks,
  readFoundLate,
  type StoredBalanceCheck,
  writeBalanceCheck,
} from '@quydoi/database/repositories/balance-checks';
import { HOUR_MS } from '@quydoi/domain/durations';
import { BALANCES } from '@quydoi/domain/ledger/balances';
import type { NetworkCode } from '@quydoi/domain/networks';
import { checkBalance, hasRecovered, isShort } from '@quydoi/domain/operations/balance-check';
import type { SuspensionKey } from '@quydoi/domain/operations/suspension';
import { RailError } from '@quydoi/rails/rail-error';
import { describeRailError } from '../describe-rail-error.ts';
import { isDueAgain } from '../due-again.ts';
import { isUntraded } from '../market/is-untraded.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import { resumeNetwork, suspendNetwork } from '../suspend-network.ts';
import { booksAround, isLongUnchecked, isNewDifference, isRecent } from './balance-findings.ts';
import { areAllReachable } from './call-provider.ts';
import { type BalanceSource, balanceSources } from './compared-balances.ts';
import type { SignerCtx } from './signer.ts';

const UNCHECKED_REPORT_MS = HOUR_MS;

/**
 * Compares the ledger with a network's providers, balance by balance. A difference found twice in a row raises an alarm; money that is missing from a
 * reserve also stops the network's payouts, until it is there again or operators accept the difference. Paid orders wait.
 * @param everyMs interval of the checks
 */
export async function checkBalances(ctx: SignerCtx, network: NetworkCode, everyMs: number): Promise<false> {
  if (await isUntraded(ctx, network)) return false;
  const checks = await readBalanceChecks(ctx.orm);
  for (const source of balanceSources(ctx, network)) {
    const previous = checks.find(({ code }) => code === source.code) ?? null;
    if (isRecent(previous, everyMs, ctx.clock.now())) continue;
    if (source.isByPayouts && !(await areAllReachable(ctx, network))) continue;
    await checkSource(ctx, network, source, previous);
  }
  return false;
}

async function checkSource(ctx: SignerCtx, network: NetworkCode, source: BalanceSource, previous: StoredBalanceCheck | null): Promise<void> {
  try {
    const check = await compare(ctx, network, source, previous);
    if (check) await follow(ctx, network, check, previous);
    else reportUnchecked(ctx, network, source, previous, 'the provider does not tell it');
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    const reason = describeRailError(error);
    await onRailTrouble(ctx, network, error.trouble, 'balance not read', { balance: source.code, reason });
    reportUnchecked(ctx, network, source, previous, reason);
  }
}

/** Raises an alarm, again and again, while a balance has not been compared for long. */
function reportUnchecked(ctx: SignerCtx, network: NetworkCode, { code }: BalanceSource, previous: StoredBalanceCheck | null, reason: string): void {
  if (!isLongUnchecked(previous, ctx.clock.now()) || !isDueAgain(ctx, `unchecked balance ${code}`, UNCHECKED_REPORT_MS)) return;
  ctx.logger.error({ network, balance: code, reason }, 'a balance has not been compared with the ledger for long');
}

/** Compares a balance with the ledger, which is read before and after it. Null when the provider tells none. */
async function compare(
  ctx: SignerCtx,
  network: NetworkCode,
  { code, receives, readTold, readBooks, readTolerance }: BalanceSource,
  previous: StoredBalanceCheck | null,
): Promise<StoredBalanceCheck | null> {
  const now = ctx.clock.now();
  const before = await readBooks();
  const told = await readTold(previous);
  const after = await readBooks();
  if (told === undefined) return null;
  const tolerance = await readTolerance();
  const foundLate = previous && receives ? await readFoundLate(ctx.orm, network, BALANCES[code].unit, previous.checkedAt) : 0n;
  const check = { ...checkBalance(told, { ...booksAround(before, after, tolerance), foundLate }, previous, now), code };
  await writeBalanceCheck(ctx.orm, check);
  return check;
}

/** Raises the alarm of a difference once, and stops or resumes payouts, which are made from reserves alone. */
async function follow(ctx: SignerCtx, network: NetworkCode, check: StoredBalanceCheck, previous: StoredBalanceCheck | null): Promise<void> {
  const { code, told, difference } = check;
  if (isNewDifference(check, previous)) {
    const fields = { network, balance: code, told: told.toString(), difference: difference.toString() };
    ctx.logger.error(fields, 'the provider’s balance is not what the ledger says');
  }
  if (BALANCES[code].kind !== 'reserve') return;
  const key: SuspensionKey = { network, cause: 'shortfall', direction: 'out', subject: code };
  const accepted = await readAcceptedDifference(ctx.orm, code);
  // One look is no reason to stop, nor to resume.
  if (isShort(check, accepted)) await suspendNetwork(ctx, key, `${-difference} minor units of ${code} are missing at the provider`);
  else if (hasRecovered(check, previous, accepted)) await resumeNetwork(ctx, key);
}
