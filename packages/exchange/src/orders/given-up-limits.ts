import type { MoneyTx } from '@quydoi/database/money-tx';
import { readGivenUp, readKnown } from '@quydoi/database/repositories/exposures';
import type { GIVEN_UP_PER_DAY_MAX } from '@quydoi/domain/constants';
import { DAY_MS } from '@quydoi/domain/durations';
import { leasesAddresses, NETWORK_CODES } from '@quydoi/domain/networks';
import type { Order } from '@quydoi/domain/order/order';

/** Unpaid orders with a deposit address of their own in a day, by party. */
export type GivenUpLimits = Readonly<Record<keyof typeof GIVEN_UP_PER_DAY_MAX, number>>;

const LEASING = NETWORK_CODES.filter(leasesAddresses);

/**
 * Finds the new orders whose subject, or IP network, has left too many orders unpaid within a day: each had a deposit address of its own. Whoever
 * had an order delivered before is not refused for what others of the network left: an account alone is free. Call under the locks of `lockExposureLimits`.
 * @returns ids
 */
export async function readWasteful(tx: MoneyTx, orders: readonly Order[], limits: GivenUpLimits, now: Date): Promise<ReadonlySet<string>> {
  const leasing = orders.filter(({ payInNetwork }) => leasesAddresses(payInNetwork));
  if (leasing.length === 0) return new Set();
  const most = { subject: limits.subject, origin: limits.network };
  const since = new Date(now.getTime() - DAY_MS);
  const count = await readGivenUp(tx, leasing, { networks: LEASING, since, most });
  const crowded = leasing.filter(({ origin }) => count('origin', origin) >= most.origin);
  const known = crowded.length === 0 ? new Set<string>() : await readKnown(tx, crowded);
  return new Set([
    ...leasing.filter(({ subject }) => count('subject', subject) >= most.subject).map(({ id }) => id),
    ...crowded.map(({ id }) => id).filter((id) => !known.has(id)),
  ]);
}
