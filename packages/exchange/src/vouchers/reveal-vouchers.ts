import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { RevealedVouchersView } from '@quydoi/contract/vouchers';
import { readOrder } from '@quydoi/database/repositories/orders';
import { readVouchersOf } from '@quydoi/database/repositories/vouchers';
import { DAY_MS } from '@quydoi/domain/durations';
import { VOUCHER_SHOWN_DAYS } from '@quydoi/domain/voucher';
import type { Ctx } from '../context.ts';
import { isDueAgain } from '../due-again.ts';
import { type OrderAccessDeps, readAccess } from '../orders/get-order.ts';
import { openIssuedVoucher } from './issued-vouchers.ts';
import type { VoucherSecrets } from './sealed-voucher.ts';

const UNREADABLE_REPORT_MS = 60_000;

/** Dependencies of revealing vouchers. */
export interface RevealVouchersDeps extends OrderAccessDeps {
  readonly voucherSecrets: VoucherSecrets;
}

/**
 * Reveals the vouchers that an order, or its refund, was paid out in, to its owner or with its key, for 30 days. Errors: ORDER_NOT_FOUND,
 * ORDER_ACTION_NOT_ALLOWED (no key, nothing to reveal, or too late).
 */
export async function revealVouchers(
  ctx: Ctx,
  deps: RevealVouchersDeps,
  caller: Caller,
  input: { readonly ref: string },
): Promise<RevealedVouchersView> {
  const order = await readOrder(ctx.orm, input.ref.toUpperCase());
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  if ((await readAccess(ctx, order, caller, deps)) !== 'full') throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  const since = ctx.clock.now().getTime() - VOUCHER_SHOWN_DAYS * DAY_MS;
  const rows = (await readVouchersOf(ctx.orm, order.id)).filter(({ createdAt }) => createdAt.getTime() > since);
  const vouchers = rows.flatMap((row) => {
    const voucher = openIssuedVoucher(row, deps.voucherSecrets);
    if (!voucher && isDueAgain(ctx, `unreadable voucher ${row.attemptId}`, UNREADABLE_REPORT_MS))
      ctx.logger.error({ order: order.id, attempt: row.attemptId }, 'alarm: a voucher cannot be opened');
    return voucher ? [{ ...voucher, amount: row.amount }] : [];
  });
  if (vouchers.length === 0) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  return { vouchers };
}
