import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import type { Attempt } from '@quydoi/domain/transfer/attempt';
import type { Volume, VolumeLimit, VolumeParty } from '@quydoi/domain/transfer/volume-limit';
import { type MoneyTx, runPrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';

/** Length of the parts that volumes are counted in: a sum covers up to one part more than its time. */
const PART_MS = 10 * MINUTE_MS;

const VOLUMES = `select party, coalesce(sum(amount) filter (where at > $2), 0) as hour, sum(amount) as day
  from payout_volume where party = any($1::text[]) and at > $3 group by party`;

const JUDGED = 'select party, hour, day from judged_volumes($1, $2, $3, $4)';

interface VolumeRow {
  readonly party: string;
  readonly hour: string;
  readonly day: string;
}

/** Volumes of parties within the last hour and the last 24 hours, each with up to ten minutes more. */
export async function readPayoutVolumes(orm: Orm, parties: readonly VolumeParty[], now: Date): Promise<(party: VolumeParty) => Volume> {
  return volumesOf(await runPrepared<VolumeRow>(orm, 'payout volumes', VOLUMES, valuesOf(parties, now)));
}

/**
 * Reads the volumes of all parties of the limits that an attempt is judged by, the attempt itself included. Call after writing the attempt: the database
 * counts it, whatever operators' rows say of it, and locks the parties' rows (`volume_turn`) until the transaction ends.
 */
export async function countVolumes(
  tx: MoneyTx,
  { id: attempt }: Pick<Attempt, 'id'>,
  limits: readonly VolumeLimit[],
  now: Date,
): Promise<(party: VolumeParty) => Volume> {
  const elsewhere = limits.find(({ party }) => party === 'refunds-elsewhere');
  if (elsewhere) await tx.run('count refund elsewhere', 'select count_refund_elsewhere($1, $2)', [attempt, elsewhere.amount]);
  const parties = limits.map(({ party }) => party);
  return volumesOf((await tx.run<VolumeRow>('judged volumes', JUDGED, [attempt, ...valuesOf(parties, now)])).rows);
}

function valuesOf(parties: readonly VolumeParty[], now: Date): unknown[] {
  const since = (hours: number) => new Date(now.getTime() - hours * HOUR_MS - PART_MS);
  return [parties, since(1), since(24)];
}

function volumesOf(rows: readonly VolumeRow[]): (party: VolumeParty) => Volume {
  const volumes = new Map(rows.map(({ party, hour, day }) => [party, { hour: BigInt(hour), day: BigInt(day) }]));
  return (party) => volumes.get(party) ?? { hour: 0n, day: 0n };
}

/** Deletes volumes counted before `before`, as far as the database lets them go. */
export async function deletePayoutVolumes(orm: Orm, before: Date): Promise<void> {
  await runPrepared(orm, 'prune volumes', 'select prune_volume($1)', [before]);
}
