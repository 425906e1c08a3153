import type { ReserveCode } from '@quydoi/domain/currencies';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { runPrepared } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';

/** Whose money is summed: a reserve's payouts, a reserve's refunds, or the refunds to one subject of orders. */
export type VolumeParty = `payouts:${ReserveCode}` | `refunds:${ReserveCode}` | `refunds:${ReserveCode}:${string}`;

/** Money that attempts were made for without an operator's approval, in minor units of the reserve. */
export interface PayoutVolume {
  readonly hour: bigint;
  readonly day: bigint;
}

/** Length of the parts that volumes are counted in: a sum covers up to one part more than its time. */
const PART_MS = 10 * MINUTE_MS;

const VOLUMES = `select party, coalesce(sum(amount) filter (where at > $2), 0) as hour, sum(amount) as day
  from payout_volume where party = any($1::text[]) and at > $3 group by party`;

/** Volumes of parties within the last hour and the last 24 hours, each with up to ten minutes more. */
export async function readPayoutVolumes<P extends VolumeParty>(orm: Orm, parties: readonly P[], now: Date): Promise<(party: P) => PayoutVolume> {
  const since = (hours: number) => new Date(now.getTime() - hours * HOUR_MS - PART_MS);
  const rows = await runPrepared<{ party: string; hour: string; day: string }>(orm, 'payout volumes', VOLUMES, [parties, since(1), since(24)]);
  const volumes = new Map(rows.map(({ party, hour, day }) => [party, { hour: BigInt(hour), day: BigInt(day) }]));
  return (party) => volumes.get(party) ?? { hour: 0n, day: 0n };
}

/** Deletes volumes counted before `before`, as far as the database lets them go. */
export async function deletePayoutVolumes(orm: Orm, before: Date): Promise<void> {
  await dbOf(orm).deleteFrom('payout_volume').where('at', '<', before).execute();
}
