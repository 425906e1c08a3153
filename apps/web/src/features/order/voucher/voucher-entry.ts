import type { CallError } from '@quydoi/client/errors';
import { readVoucher, readVoucherCode, readVoucherNumber, type VoucherText } from '@quydoi/domain/voucher';

/** A voucher as it is typed. Kept in memory alone: whoever knows it can take its money. */
export interface VoucherEntry {
  readonly number: string;
  readonly code: string;
}

/** Field of a voucher. */
export type VoucherField = keyof VoucherEntry;

/** Nothing typed. */
export const EMPTY_ENTRY: VoucherEntry = { number: '', code: '' };

/** Digits of a code that stand together. */
const GROUP = /\d{4}(?=\d)/g;

/** The entry after a text has come to one of its fields: one that holds number and code fills both. */
export function withText(entry: VoucherEntry, field: VoucherField, text: string): VoucherEntry {
  return bothIn(text) ?? { ...entry, [field]: text };
}

/** Number and code in a text, as the fields show them; null unless it holds exactly one of each. */
export function bothIn(text: string): VoucherEntry | null {
  const voucher = readVoucher(text);
  return voucher && { number: voucher.number, code: groupedCode(voucher.code) };
}

/** A code in groups of four, to compare by eye. */
export function groupedCode(code: string): string {
  return code.replace(GROUP, '$& ');
}

/** The voucher that was typed, without spaces, and the error code of each field that is malformed. */
export function checkEntry({ number, code }: VoucherEntry): {
  readonly voucher: VoucherText | null;
  readonly errors: Readonly<Partial<Record<VoucherField, string>>>;
} {
  const [readNumber, readCode] = [readVoucherNumber(number), readVoucherCode(code)];
  const errors = { ...(readNumber === null ? { number: 'VOUCHER_INVALID' } : {}), ...(readCode === null ? { code: 'VOUCHER_CODE_INVALID' } : {}) };
  return { voucher: readNumber !== null && readCode !== null ? { number: readNumber, code: readCode } : null, errors };
}

/** Errors of the fields whose text is still the one that was checked. @param checked what was typed at the last press; null before it */
export function errorsToShow(
  errors: Readonly<Partial<Record<VoucherField, string>>>,
  entry: VoucherEntry,
  checked: VoucherEntry | null,
): Readonly<Partial<Record<VoucherField, string>>> {
  const shown = Object.entries(errors).filter(([field]) => checked?.[field as VoucherField] === entry[field as VoucherField]);
  return Object.fromEntries(shown);
}

/** Field that an error code of the server concerns; null if none. */
export function fieldOfCode(code: string | undefined): VoucherField | null {
  if (code === 'VOUCHER_INVALID') return 'number';
  return code === 'VOUCHER_CODE_INVALID' ? 'code' : null;
}

/** How many vouchers may still be refused after the issuer's refusal, by the answer to the call; null for any other failure. */
export function refusedLeftOf(refusal: Pick<CallError, 'code' | 'params'> | null): number | null {
  return refusal?.code === 'VOUCHER_REFUSED' ? Number(refusal.params.left) : null;
}
