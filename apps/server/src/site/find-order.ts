import { ANYONE } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import type { Exchange } from '@quydoi/contract/ports';

/** Reads an order as anyone may see it, masked; null if there is none. */
export async function findOrder({ orders }: Pick<Exchange, 'orders'>, ref: string): Promise<OrderView | null> {
  try {
    return await orders.get(ANYONE, { ref });
  } catch (error) {
    if (error instanceof AppError && error.code === 'ORDER_NOT_FOUND') return null;
    throw error;
  }
}
