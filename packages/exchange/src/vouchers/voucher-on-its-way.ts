import { isSubmissionOpen, readSubmissionProgress, type SubmissionProgress } from '@quydoi/database/repositories/voucher-submissions';
import { CURRENCIES } from '@quydoi/domain/currencies';
import type { Order } from '@quydoi/domain/order/order';
import { VOUCHER_DOUBT_MS } from '@quydoi/domain/voucher';
import type { Ctx } from '../context.ts';

/** Whether the issuer is being asked about a voucher of an unpaid order, or has taken one whose payment is not matched yet: the order may not end now. */
export async function isVoucherOnItsWay(ctx: Pick<Ctx, 'orm' | 'clock'>, order: Order): Promise<boolean> {
  if (!CURRENCIES[order.from].isVoucher || order.amountPaid !== 0n) return false;
  const submissions = await readSubmissionProgress(ctx.orm, order.id);
  return submissions.some((one) => one.state === 'accepted' || (isSubmissionOpen(one) && !isForgotten(ctx, one)));
}

/** Whether a submission was never sent for longer than a doubt may last, or is of the future: a login that adds rows by hand could hold an order so. */
function isForgotten({ clock }: Pick<Ctx, 'clock'>, { state, createdAt }: Pick<SubmissionProgress, 'state' | 'createdAt'>): boolean {
  return state === 'new' && Math.abs(clock.now().getTime() - createdAt.getTime()) > VOUCHER_DOUBT_MS;
}
