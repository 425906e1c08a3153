import { readBalanceChecks, readFeeCoins, type StoredBalanceCheck, type StoredFeeCoin } from '@quydoi/database/repositories/balance-checks';
import { type ReserveBalance, readReserves } from '@quydoi/database/repositories/ledger';
import { type FailingSweep, readFailingSweeps } from '@quydoi/database/repositories/sweeps';
import { isConfirmed } from '@quydoi/domain/balance-check';
import { CURRENCIES, RESERVES, TRADED_CODES } from '@quydoi/domain/currencies';
import { feeCoinState, transfersLeft } from '@quydoi/domain/fee-coin';
import { formatDecimal, parseDecimal } from '@quydoi/domain/money';
import { NETWORKS, type NetworkCode } from '@quydoi/domain/networks';
import type { Settings } from '@quydoi/domain/settings';
import type { OperatorVerb } from './operator-verb.ts';

interface Alarm {
  kind: 'sweep-failing' | 'fee-coin-low' | 'reserve-low' | 'balance-difference';
  network: NetworkCode;
  detail: string;
  since: Date;
}

/** Lists what needs an operator apart from single orders. */
export const listAlarms: OperatorVerb<object, { items: Alarm[] }> = async (ctx) => {
  const { orm } = ctx;
  const now = ctx.clock.now();
  const [checks, feeCoins, sweeps, reserves, settings] = await Promise.all([
    readBalanceChecks(orm),
    readFeeCoins(orm),
    readFailingSweeps(orm),
    readReserves(orm),
    ctx.settings(),
  ]);
  const items = [
    ...checks.filter(isConfirmed).map(differenceAlarm),
    ...feeCoins.filter((coin) => feeCoinState(coin, 0n, false) !== 'enough').map(feeCoinAlarm),
    ...reserves.filter((reserve) => isLow(reserve, settings)).map((reserve) => reserveAlarm(reserve, now)),
    ...sweeps.map(sweepAlarm),
  ];
  return { items };
};

function differenceAlarm({ reserve, told, difference, checkedAt }: StoredBalanceCheck): Alarm {
  const { network, scale } = RESERVES[reserve];
  const size = formatDecimal(difference < 0n ? -difference : difference, scale);
  const detail = `${reserve}: ${size} ${difference < 0n ? 'missing' : 'too much'} at the provider, which has ${formatDecimal(told, scale)}`;
  return { kind: 'balance-difference', network, detail, since: checkedAt };
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

function sweepAlarm({ network, addressIndex, failures, burned, since }: FailingSweep): Alarm {
  const detail = `address ${addressIndex}: ${failures} failures burned ${feeCoinText(network, burned)}`;
  return { kind: 'sweep-failing', network, detail, since };
}

function feeCoinText(network: NetworkCode, amount: bigint): string {
  const { feeCoin } = NETWORKS[network];
  return feeCoin ? `${formatDecimal(amount, feeCoin.scale)} ${feeCoin.unit}` : amount.toString();
}

/** Whether a reserve of a currency that is sold no longer covers its largest order: customers meet limits that operators did not set. */
function isLow({ reserve, available }: ReserveBalance, { currencies }: Settings): boolean {
  return TRADED_CODES.some((code) => {
    const currency = currencies.get(code);
    if (CURRENCIES[code].reserve !== reserve || !currency?.on || !currency.allowBuy) return false;
    return available < (parseDecimal(currency.maxBalance, CURRENCIES[code].scale) ?? 0n);
  });
}
