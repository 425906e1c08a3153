import { type Caller, VISITOR } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { OrderView } from '@quydoi/contract/orders';
import type { Exchange } from '@quydoi/contract/ports';
import { DEFAULT_LOCALE } from '@quydoi/domain/locales';

/** Someone of whom nothing is known: documents are requested without an order's key, which never leaves the link's fragment. */
const ANYONE: Caller = {
  requestId: 'page',
  locale: DEFAULT_LOCALE,
  ip: '',
  addressBlock: '',
  deviceId: null,
  principal: VISITOR,
  orderKey: null,
  idempotencyKey: null,
};

/** Reads an order as anyone may see it, masked; null if there is none. */
export async function findOrder({ orders }: Pick<Exchange, 'orders'>, ref: string): Promise<OrderView | null> {
  try {
    return await orders.get(ANYONE, { ref });
  } catch (error) {
    if (error instanceof AppError && error.code === 'ORDER_NOT_FOUND') return null;
    throw error;
  }
}
