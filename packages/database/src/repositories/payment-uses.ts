import type { FirstHandPayment, PaymentUse } from '@quydoi/domain/transfer/first-hand';
import { PaymentUseEntity } from '../entities/payment.ts';
import type { Orm } from '../orm.ts';
import { readRows } from '../read-rows.ts';
import { insertRow } from '../write-rows.ts';

/** A use as it is stored. Its code tells whether the signer's process wrote it. */
export interface StoredUse extends Pick<FirstHandPayment, 'network' | 'source' | 'sourceId'>, PaymentUse {
  readonly code: string;
}

/**
 * Takes a record for one payment of one order, for good.
 * @returns false when the record or the payment was taken before
 */
export async function addPaymentUse(
  orm: Orm,
  { network, source, sourceId }: FirstHandPayment,
  use: PaymentUse & { readonly code: string },
  at: Date,
): Promise<boolean> {
  return insertRow(orm, PaymentUseEntity, { network, source, sourceId, ...use, at }, 'do nothing');
}

const USES_OF = { name: 'payment uses of orders', where: 'order_id = any($1::uuid[])' };

/** The payments that were taken for these orders, as they are stored. */
export async function readPaymentUsesOf(orm: Orm, orderIds: readonly string[]): Promise<StoredUse[]> {
  return orderIds.length === 0 ? [] : readRows<StoredUse>(orm, PaymentUseEntity, USES_OF, [orderIds]);
}
