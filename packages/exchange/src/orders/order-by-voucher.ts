import { readOrderById } from '@quydoi/database/repositories/orders';
import { readSubmissionOfPayment } from '@quydoi/database/repositories/voucher-submissions';
import { hasVouchers } from '@quydoi/domain/currencies';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/transfer/payment';
import type { Ctx } from '../context.ts';

/** The order whose voucher brought a payment, by the issuer's answer to its activation; null when none did. */
export async function readOrderByVoucher({ orm }: Pick<Ctx, 'orm'>, { network, reference }: Payment): Promise<Order | null> {
  const activated = hasVouchers(network) ? await readSubmissionOfPayment(orm, reference) : null;
  return activated && readOrderById(orm, activated.orderId);
}
