import type { Alarm } from '@quydoi/contract/operations/alarms';
import { readBalanceChecks, readFeeCoins, type StoredBalanceCheck, type StoredFeeCoin } from '@quydoi/database/repositories/balance-checks';
import { type ReserveBalance, readReserves } from '@quydoi/database/repositories/ledger';
import { readSwitchedAt } from '@quydoi/database/repositories/settings';
import { BALANCE_UNCHECKED_MINUTES } from '@quydoi/domain/constants';
import { CURRENCIES, isImplemented, RESERVES, TRADED_CODES } from '@quydoi/domain/currencies';
import { MINUTE_MS } from '@quydoi/domain/durations';
import { BALANCES, COMPARED_CODES } from '@quydoi/domain/ledger/balances';
import { formatDecimal, parseDecimal } from '@quydoi/domain/money';
import type { NetworkCode } from '@quydoi/domain/networks';
import { isConfirmed } from '@quydoi/domain/operations/balance-check';
import { feeCoinState, feeCoinText, transfersLeft } from '@quydoi/domain/operations/fee-coin';
import type { Settings } from '@quydoi/domain/settings';
import type { Ctx } from '../context.ts';
import { type ReserveCover, readReserveCover } from './reserves/prove-reserves.ts';

/** Alarms about money that we have: not what the ledger says, not compared with it, or running low. */
export async function listMoneyAlarms(ctx: Ctx): Promise<Alarm[]> {
  const { orm } = ctx;
  const now = ctx.clock.now();
  const [checks, switchedAt, feeCoins, reserves, cover, settings] = await Promise.all([
    readBalanceChecks(orm),
    readSwitchedAt(orm),
    readFeeCoins(orm),
    readReserves(orm),
    readReserveCover(ctx),
    ctx.settings(),
  ]);
  return [
    ...checks.filter(isConfirmed).map(differenceAlarm),
    ...cover.filter(({ surplus }) => surplus < 0n).map((reserve) => coverAlarm(reserve, now)),
    ...uncheckedAlarms(checks, switchedAt, settings, now),
    ...feeCoins.filter((coin) => feeCoinState(coin, 0n, false) !== 'enough').map(feeCoinAlarm),
    ...reserves.filter((reserve) => isLow(reserve, settings)).map((reserve) => reserveAlarm(reserve, now)),
  ];
}

function differenceAlarm({ code, told, difference, checkedAt, since }: StoredBalanceCheck): Alarm {
  const { network, scale } = BALANCES[code];
  const size = formatDecimal(difference < 0n ? -difference : difference, scale);
  const detail = `${code}: ${size} ${difference < 0n ? 'missing' : 'too much'} at the provider, which has ${formatDecimal(told, scale)}`;
  return { kind: 'balance-difference', network, detail, difference: formatDecimal(difference, scale), since: since ?? checkedAt };
}

function coverAlarm({ reserve, surplus }: ReserveCover, now: Date): Alarm {
  const { network, scale } = RESERVES[reserve];
  const detail = `${reserve}: customers are owed ${formatDecimal(-surplus, scale)} more than there is; proveReserves tells of what`;
  return { kind: 'liabilities-uncovered', network, detail, since: now };
}

/** Balances on networks that are on, and were not compared for long, or never since their network was switched on. */
function uncheckedAlarms(checks: readonly StoredBalanceCheck[], switchedAt: ReadonlyMap<NetworkCode, Date>, { rails }: Settings, now: Date): Alarm[] {
  return COMPARED_CODES.filter((code) => isImplemented(BALANCES[code].network) && rails.get(BALANCES[code].network)?.on).flatMap((code): Alarm[] => {
    const { network } = BALANCES[code];
    const checkedAt = checks.find((check) => check.code === code)?.checkedAt;
    const sinceMs = Math.max(checkedAt?.getTime() ?? 0, switchedAt.get(network)?.getTime() ?? 0);
    if (now.getTime() - sinceMs < BALANCE_UNCHECKED_MINUTES * MINUTE_MS) return [];
    const detail = `${code}: the provider’s balance could not be compared with the ledger ${checkedAt ? 'since then' : 'so far'}`;
    return [{ kind: 'balance-unchecked', network, detail, since: new Date(sinceMs) }];
  });
}

function feeCoinAlarm(coin: StoredFeeCoin): Alarm {
  const { network, balance, checkedAt } = coin;
  const detail = `${feeCoinText(network, balance)} left, for ${transfersLeft(coin)} transfers`;
  return { kind: 'fee-coin-low', network, detail, since: checkedAt };
}

function reserveAlarm({ reserve, available }: ReserveBalance, now: Date): Alarm {
  const { network, scale } = RESERVES[reserve];
  return { kind: 'reserve-low', network, detail: `${reserve}: ${formatDecimal(available, scale)} available`, since: now };
}

/** Whether a reserve of a currency that is sold no longer covers its largest order: customers meet limits that operators did not set. */
function isLow({ reserve, available }: ReserveBalance, { currencies }: Settings): boolean {
  return TRADED_CODES.some((code) => {
    const currency = currencies.get(code);
    if (CURRENCIES[code].reserve !== reserve || !currency?.on || !currency.allowBuy) return false;
    return available < (parseDecimal(currency.maxBalance, CURRENCIES[code].scale) ?? 0n);
  });
}
