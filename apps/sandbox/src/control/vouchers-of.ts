import type { CustomerVouchers } from '../network.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';

/** The vouchers of the network that has some. @throws Problem when none has */
export function vouchersOf({ networkList }: World): CustomerVouchers {
  const found = networkList.find(([, { vouchers }]) => vouchers)?.[1].vouchers;
  if (!found) throw new Problem(422, 'RAIL_NOT_SIMULATED', 'no network knows vouchers');
  return found;
}
