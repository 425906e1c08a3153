import { type FailingSweep, readFailingSweeps } from '@quydoi/database/repositories/sweeps';
import { formatDecimal } from '@quydoi/domain/money';
import { NETWORKS, type NetworkCode } from '@quydoi/domain/networks';
import type { OperatorVerb } from './operator-verb.ts';

interface Alarm {
  kind: 'sweep-failing';
  network: NetworkCode;
  detail: string;
  since: Date;
}

/** Lists what needs an operator apart from single orders, longest first. */
export const listAlarms: OperatorVerb<object, { items: Alarm[] }> = async (ctx) => {
  const sweeps = await readFailingSweeps(ctx.orm);
  return { items: sweeps.map(sweepAlarm) };
};

function sweepAlarm({ network, addressIndex, failures, burned, since }: FailingSweep): Alarm {
  const { feeCoin } = NETWORKS[network];
  const fees = feeCoin ? `${formatDecimal(burned, feeCoin.scale)} ${feeCoin.unit}` : burned.toString();
  return { kind: 'sweep-failing', network, detail: `address ${addressIndex}: ${failures} failures burned ${fees}`, since };
}
