import { timingSafeEqual } from 'node:crypto';
import { AppError } from '@quydoi/contract/errors';
import type { CheckVoucherInput, VoucherCheckView } from '@quydoi/contract/vouchers';
import { askVoucherCheck, readVoucherByNumber, readVoucherCheck, type VoucherCheck } from '@quydoi/database/repositories/vouchers';
import { DAY_MS } from '@quydoi/domain/durations';
import type { IssuedVoucher } from '@quydoi/domain/transfer/issued-voucher';
import { VOUCHER_SHOWN_DAYS } from '@quydoi/domain/voucher';
import type { Ctx } from '../context.ts';
import { checkedVoucherText } from './checked-voucher-text.ts';
import { openIssuedVoucher } from './issued-vouchers.ts';
import { numberHashesOf, type VoucherSecrets } from './sealed-voucher.ts';

/** Longest wait for the issuer. */
const WAIT_MS = 10_000;
const POLL_MS = 100;
/** How long an answer is repeated. Who has checked a voucher waits for 15 seconds before the next check. */
const FRESH_MS = 10_000;

/**
 * Tells whether a voucher that was bought here within 30 days is used. A wrong code, an unknown number and a voucher that is too old are one answer, so
 * that guessing tells nothing. Errors: VOUCHER_INVALID, VOUCHER_CODE_INVALID (malformed), VOUCHER_NOT_FOUND, UNAVAILABLE (the issuer does not answer).
 */
export async function checkVoucher(
  ctx: Ctx,
  { voucherSecrets }: { readonly voucherSecrets: VoucherSecrets },
  input: CheckVoucherInput,
): Promise<VoucherCheckView> {
  const { number, code } = checkedVoucherText(input);
  const row = await findVoucher(ctx, voucherSecrets, number, code);
  if (!row) throw new AppError('VOUCHER_NOT_FOUND');
  const { activatedAt, activatedBy } = await askIssuer(ctx, row);
  return { number, amount: row.amount, createdAt: row.createdAt, used: activatedAt && { at: activatedAt, account: activatedBy ?? '' } };
}

async function findVoucher(ctx: Ctx, secrets: VoucherSecrets, number: string, code: string): Promise<IssuedVoucher | null> {
  const oldest = ctx.clock.now().getTime() - VOUCHER_SHOWN_DAYS * DAY_MS;
  for (const hash of numberHashesOf(number, secrets)) {
    const row = await readVoucherByNumber(ctx.orm, hash);
    const voucher = row && openIssuedVoucher(row, secrets);
    if (row && voucher && isSame(voucher.code, code) && row.createdAt.getTime() > oldest) return row;
  }
  return null;
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

/** Has the signer ask the issuer, unless the voucher is known to be used, or the issuer has told of it seconds ago: it locks out who asks a lot. */
async function askIssuer(ctx: Ctx, { attemptId }: IssuedVoucher): Promise<Pick<VoucherCheck, 'activatedAt' | 'activatedBy'>> {
  const known = await readVoucherCheck(ctx.orm, attemptId);
  if (known?.activatedAt) return known;
  const askedAt = ctx.clock.now();
  if (known?.readAt && askedAt.getTime() - known.readAt.getTime() < FRESH_MS) return known;
  await askVoucherCheck(ctx.orm, attemptId, askedAt);
  while (ctx.clock.now().getTime() < askedAt.getTime() + WAIT_MS) {
    const check = await readVoucherCheck(ctx.orm, attemptId);
    if (check?.readAt && check.readAt >= askedAt) return check;
    await ctx.clock.sleep(POLL_MS);
  }
  throw new AppError('UNAVAILABLE');
}
