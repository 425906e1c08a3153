import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { SubmittedVoucherView, SubmitVoucherInput } from '@quydoi/contract/vouchers';
import { readOrder } from '@quydoi/database/repositories/orders';
import { addSubmission, isSubmissionOpen, readSubmissionProgress } from '@quydoi/database/repositories/voucher-submissions';
import { actionsOf } from '@quydoi/domain/order/actions';
import { refusalsLeft } from '@quydoi/domain/voucher';
import { type Ctx, newId } from '../context.ts';
import { type OrderReadDeps, readAccess } from '../orders/get-order.ts';
import { checkedVoucherText } from './checked-voucher-text.ts';
import { sealVoucher, type VoucherSecrets } from './sealed-voucher.ts';

/** Longest wait for the issuer's answer; the order's page shows it when it comes later. */
const WAIT_MS = 12_000;
const POLL_MS = 60;

/** Dependencies of submitting vouchers. */
export interface SubmitVoucherDeps extends OrderReadDeps {
  readonly voucherSecrets: VoucherSecrets;
}

/**
 * Pays an order with a voucher: the signer asks the issuer, and this waits for its answer. One voucher of an order is asked about at a time. Errors:
 * ORDER_NOT_FOUND, VOUCHER_INVALID and VOUCHER_CODE_INVALID (malformed), VOUCHER_REFUSED (params `left`), ORDER_ACTION_NOT_ALLOWED.
 */
export async function submitVoucher(ctx: Ctx, deps: SubmitVoucherDeps, caller: Caller, input: SubmitVoucherInput): Promise<SubmittedVoucherView> {
  const voucher = checkedVoucherText(input);
  const order = await readOrder(ctx.orm, input.ref.toUpperCase());
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  const earlier = await readSubmissionProgress(ctx.orm, order.id);
  const isAllowed = actionsOf(order, await readAccess(ctx, order, caller, deps), ctx.clock.now()).includes('submitVoucher');
  // The payment of one that was taken is on its way: a second one would pay too much.
  const isTaken = order.status === 'pending' && earlier.some(({ state }) => state === 'accepted');
  if (!isAllowed || isTaken || earlier.some(isSubmissionOpen) || refusalsLeft(earlier) === 0) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  const id = newId(ctx);
  const sealed = sealVoucher(voucher, ['submitted', id, order.id], deps.voucherSecrets, (size) => ctx.random(size));
  // Of two at the same time the second finds its number taken.
  const isAdded = await addSubmission(ctx.orm, { id, orderId: order.id, n: earlier.length + 1, sealed, createdAt: ctx.clock.now() });
  if (!isAdded) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  return await awaitAnswer(ctx, deps, order.id, order.ref, id);
}

async function awaitAnswer(ctx: Ctx, deps: SubmitVoucherDeps, orderId: string, ref: string, id: string): Promise<SubmittedVoucherView> {
  const until = ctx.clock.now().getTime() + WAIT_MS;
  for (;;) {
    const submissions = await readSubmissionProgress(ctx.orm, orderId);
    const state = submissions.find((one) => one.id === id)?.state;
    const left = refusalsLeft(submissions);
    if (state === 'accepted' || state === 'refused') deps.pages.drop([ref]);
    if (state === 'accepted') return { state: 'accepted', left };
    if (state === 'refused') throw new AppError('VOUCHER_REFUSED', { left: String(left) }, { left });
    if (state === 'unsettled' || ctx.clock.now().getTime() >= until) return { state: 'checking', left };
    await ctx.clock.sleep(POLL_MS);
  }
}
