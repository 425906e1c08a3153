import type { OrderView } from '@quydoi/contract/orders/order-view';
import { sampleOrders } from '../dev/sample-orders.ts';

/** When the sample orders are looked at. */
export const SAMPLED_AT = new Date('2026-11-22T05:00:00Z');

const SAMPLES = new Map(sampleOrders(SAMPLED_AT).map((order) => [order.ref, order]));

/** A sample order by its name without prefix. @throws Error if there is none */
export function sampleOrder(name: string): OrderView {
  const order = SAMPLES.get(`SAMPLE-${name}`);
  if (!order) throw new Error(`no sample ${name}`);
  return order;
}
