import type { CurrencyCode } from '@quydoi/domain/currencies';
import { inCurrency } from '../amount.ts';
import type { Transfer } from '../network.ts';
import type { SimulatedNetworkCode } from '../networks.ts';
import type { World } from '../world.ts';

/** Money that reached an account, as the control API answers it. */
export interface Received {
  /** The network. */
  readonly rail: SimulatedNetworkCode;
  readonly currency: CurrencyCode;
  /** In the currency: 2607975 dong, 100.5 dollars or USDT. */
  readonly amount: number;
  /** The bank's reference, the batch number, or the transaction's id. */
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Converts a transfer for the control API. */
export function receivedOf(rail: SimulatedNetworkCode, { currency, amount, id, at }: Transfer): Received {
  return { rail, currency, amount: inCurrency(amount, currency), id, at: at.toISOString() };
}

/** Everything that reached an account on any network and stayed there, oldest first. */
export async function receivedBy({ networkList }: World, account: string): Promise<Received[]> {
  const received = await Promise.all(networkList.map(async ([rail, network]) => ({ rail, transfers: await network.receivedBy(account) })));
  return received.flatMap(({ rail, transfers }) => transfers.map((transfer) => receivedOf(rail, transfer)));
}
