import { answerVoucherCheck, readVoucherChecksOpen, readVoucherOfAttempt, type VoucherCheck } from '@quydoi/database/repositories/vouchers';
import type { NetworkCode } from '@quydoi/domain/networks';
import { RailError } from '@quydoi/rails/rail-error';
import type { Vouchers } from '@quydoi/rails/voucher';
import type { Ctx } from '../context.ts';
import { describeRailError } from '../describe-rail-error.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import { openIssuedVoucher } from './issued-vouchers.ts';
import type { VoucherSecrets } from './sealed-voucher.ts';

const BATCH_SIZE = 10;
/** A caller who waits for an answer has given up by then. */
const GIVEN_UP_MS = 15_000;

/** Context of a role that may ask the issuer about vouchers. */
export type VoucherCtx = Ctx & { readonly voucherSecrets: VoucherSecrets };

/** Asks the issuer whether vouchers that somebody checks are used. */
export async function answerVoucherChecks(ctx: VoucherCtx, network: NetworkCode): Promise<boolean> {
  const { vouchers } = ctx.rails.get(network) ?? {};
  if (!vouchers) return false;
  const checks = await readVoucherChecksOpen(ctx.orm, new Date(ctx.clock.now().getTime() - GIVEN_UP_MS), BATCH_SIZE);
  await forEachIsolated(ctx, checks, 'voucher not checked', (check) => answer(ctx, network, vouchers, check), {
    fieldsOf: ({ attemptId }) => ({ attempt: attemptId }),
  });
  return false;
}

async function answer(ctx: VoucherCtx, network: NetworkCode, vouchers: Vouchers, { attemptId }: VoucherCheck): Promise<void> {
  const row = await readVoucherOfAttempt(ctx.orm, attemptId);
  const voucher = row && openIssuedVoucher(row, ctx.voucherSecrets);
  if (!row || !voucher) return;
  const readAt = ctx.clock.now();
  try {
    const found = await vouchers.read(voucher.number, row.createdAt);
    // Not listed any more: neither used nor to be relied on, so that nobody is told anything.
    if (!found) return;
    await answerVoucherCheck(ctx.orm, attemptId, {
      readAt,
      activatedAt: found.activated?.at ?? null,
      activatedBy: found.activated?.account ?? null,
    });
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    await onRailTrouble(ctx, network, error.trouble, 'voucher not checked', { attempt: attemptId, reason: describeRailError(error) });
  }
}
