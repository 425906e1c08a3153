import { isSubmissionOpen, readSubmissionProgress } from '@quydoi/database/repositories/voucher-submissions';
import { CURRENCIES } from '@quydoi/domain/currencies';
import type { Order } from '@quydoi/domain/order/order';
import type { Ctx } from '../context.ts';

/** Whether the issuer is being asked about a voucher of an unpaid order, or has taken one whose payment is not matched yet: the order may not end now. */
export async function isVoucherOnItsWay(ctx: Pick<Ctx, 'orm'>, order: Order): Promise<boolean> {
  if (!CURRENCIES[order.from].isVoucher || order.amountPaid !== 0n) return false;
  const submissions = await readSubmissionProgress(ctx.orm, order.id);
  return submissions.some((one) => isSubmissionOpen(one) || one.state === 'accepted');
}
