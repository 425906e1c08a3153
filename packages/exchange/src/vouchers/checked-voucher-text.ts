import { AppError } from '@quydoi/contract/errors';
import { readVoucherCode, readVoucherNumber, type VoucherText } from '@quydoi/domain/voucher';

/** Number and code as a customer entered them, without spaces. Errors: VOUCHER_INVALID, VOUCHER_CODE_INVALID (malformed). */
export function checkedVoucherText(input: VoucherText): VoucherText {
  const [number, code] = [readVoucherNumber(input.number), readVoucherCode(input.code)];
  if (number === null) throw new AppError('VOUCHER_INVALID', {}, { field: 'number' });
  if (code === null) throw new AppError('VOUCHER_CODE_INVALID', {}, { field: 'code' });
  return { number, code };
}
