import type { IssuedVoucher } from '@quydoi/domain/transfer/issued-voucher';
import type { VoucherText } from '@quydoi/domain/voucher';
import type { Ctx } from '../context.ts';
import { numberHashesOf, openVoucher, type SealedFor, sealVoucher, type VoucherSecrets } from './sealed-voucher.ts';

/** What a voucher was paid out for. */
export type IssuedFor = Pick<IssuedVoucher, 'attemptId' | 'orderId' | 'reference' | 'amount'>;

/** Makes the row of a voucher that an attempt has paid out. */
export function issuedVoucherOf(ctx: Pick<Ctx, 'clock' | 'random'>, secrets: VoucherSecrets, voucher: VoucherText, issued: IssuedFor): IssuedVoucher {
  return {
    ...issued,
    numberHash: numberHashesOf(voucher.number, secrets)[0],
    sealed: sealVoucher(voucher, sealedForOf(issued), secrets, (size) => ctx.random(size)),
    createdAt: ctx.clock.now(),
  };
}

/** Opens a voucher that was paid out; null for a row that the signer's process did not write. */
export function openIssuedVoucher(row: IssuedVoucher, secrets: VoucherSecrets): VoucherText | null {
  return openVoucher(row.sealed, sealedForOf(row), secrets);
}

function sealedForOf({ attemptId, orderId, reference, amount }: IssuedFor): SealedFor {
  return ['issued', attemptId, orderId, reference, String(amount)];
}
