import type { Alarm } from '@quydoi/contract/operations/alarms';
import { readUnconfirmedPayouts, type UnconfirmedPayouts } from '@quydoi/database/repositories/attention';
import { readRowsWaiting, type WaitingRows } from '@quydoi/database/repositories/reconciliation-exceptions';
import { type BrokenSeal, readStillBroken } from '@quydoi/database/repositories/seals';
import { type RefusedSweep, readRefusedSweeps } from '@quydoi/database/repositories/sweep-refusals';
import { type FailingSweep, readFailingSweeps, readUnendedSweeps, type UnendedSweeps } from '@quydoi/database/repositories/sweeps';
import { type NeedyWithdrawal, readNeedyWithdrawals, readWaitingDeposits, type WaitingDeposits } from '@quydoi/database/repositories/wallets';
import {
  CONFIRMATION_SLOW_MINUTES,
  PAYOUT_SLOW_HOURS,
  ROW_SLOW_MINUTES,
  SWEEP_REFUSALS_TOLD,
  SWEEP_RETRY_DELAYS_MS,
  SWEEP_SLOW_HOURS,
} from '@quydoi/domain/constants';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { formatDecimal } from '@quydoi/domain/money';
import { feeCoinText } from '@quydoi/domain/operations/fee-coin';
import { effectText, type Suspension } from '@quydoi/domain/operations/suspension';
import { listMoneyAlarms } from './money-alarms.ts';
import type { OperatorVerb } from './operator-verb.ts';

/** Lists what needs an operator apart from single orders, the most urgent kinds first. */
export const listAlarms: OperatorVerb<object, { items: Alarm[] }> = async (ctx) => {
  const { orm } = ctx;
  const now = ctx.clock.now().getTime();
  const slowSince = new Date(now - CONFIRMATION_SLOW_MINUTES * MINUTE_MS);
  // An address with something left to sweep is tried again within this time.
  const triedSince = new Date(now - 2 * Math.max(...SWEEP_RETRY_DELAYS_MS));
  const [seals, unconfirmed, deposits, withdrawals, rows, money, sweeps, refused, unended, { suspensions }] = await Promise.all([
    readStillBroken(orm),
    readUnconfirmedPayouts(orm, slowSince),
    readWaitingDeposits(orm, slowSince),
    readNeedyWithdrawals(orm, new Date(now - PAYOUT_SLOW_HOURS * HOUR_MS)),
    readRowsWaiting(orm, new Date(now - ROW_SLOW_MINUTES * MINUTE_MS)),
    listMoneyAlarms(ctx),
    readFailingSweeps(orm),
    readRefusedSweeps(orm, SWEEP_REFUSALS_TOLD, triedSince),
    readUnendedSweeps(orm, new Date(now - SWEEP_SLOW_HOURS * HOUR_MS)),
    ctx.settings(),
  ]);
  return {
    items: [
      ...seals.map(sealAlarm),
      ...suspensions.map(suspensionAlarm),
      ...unconfirmed.map(confirmationAlarm),
      ...deposits.map(depositAlarm),
      ...withdrawals.map(withdrawalAlarm),
      ...rows.map(rowAlarm),
      ...money,
      ...sweeps.map(sweepAlarm),
      ...refused.map(refusedAlarm),
      ...unended.map(unendedAlarm),
    ],
  };
};

function sealAlarm({ stream, n, hash, foundAt }: BrokenSeal): Alarm {
  const what = hash === null ? 'its rows are not those that were sealed' : `the chain was made anew: it was ${hash} before`;
  return { kind: 'broken-seal', network: null, detail: `seal ${n} of ${stream}: ${what}`, since: foundAt };
}

function suspensionAlarm(suspension: Suspension): Alarm {
  const { network, cause, subject, role, detail, since } = suspension;
  const part = subject === '' ? '' : ` (${subject})`;
  return { kind: 'suspension', network, detail: `${effectText(suspension)}: ${cause}${part}, said by ${role}: ${detail}`, since };
}

function confirmationAlarm({ network, payouts, since }: UnconfirmedPayouts): Alarm {
  const detail = `${payouts} payouts wait for payments that the signer cannot confirm; listAttention tells why`;
  return { kind: 'confirmation-slow', network, detail, since };
}

function depositAlarm({ network, deposits, since }: WaitingDeposits): Alarm {
  const what = deposits === 1 ? '1 deposit is' : `${deposits} deposits are`;
  const detail = `${what} not credited: the signer has read none like it for one customer who has an account; listUnmatched has them under deposit`;
  return { kind: 'confirmation-slow', network, detail, since };
}

function withdrawalAlarm({ ref, currency, amount, state, reason, payout, waitsFor, since }: NeedyWithdrawal): Alarm {
  const { network, scale } = CURRENCIES[currency];
  const status = reason === null ? state : `${state} (${reason})`;
  const wait = waitsFor === null ? '' : ` waits for ${waitsFor}`;
  const detail = `${ref}: ${formatDecimal(amount, scale)} ${currency}, ${status}${payout === null ? '' : `; payout ${payout}${wait}`}`;
  return { kind: 'withdrawal', network, detail, since };
}

function rowAlarm({ network, source, count, since }: WaitingRows): Alarm {
  const what = count === 1 ? '1 row that an operator has had journalled is' : `${count} rows that operators have had journalled are`;
  const detail = `${what} not journalled: no role reads ${source}, or it fails; the worker’s log tells why`;
  return { kind: 'row-not-journalled', network, detail, since };
}

function refusedAlarm({ network, addressIndex, times, detail, since }: RefusedSweep): Alarm {
  return { kind: 'sweep-failing', network, detail: `address ${addressIndex}: ${times} refusals, the last: ${detail}`, since };
}

function unendedAlarm({ network, sweeps, addressIndex, since }: UnendedSweeps): Alarm {
  const detail = `${sweeps} transfers of deposit addresses have not ended, the oldest of address ${addressIndex}`;
  return { kind: 'sweep-failing', network, detail, since };
}

function sweepAlarm({ network, addressIndex, failures, burned, since }: FailingSweep): Alarm {
  const detail = `address ${addressIndex}: ${failures} failures burned ${feeCoinText(network, burned)}`;
  return { kind: 'sweep-failing', network, detail, since };
}
