import type { ProviderFaults } from './faults.ts';

/** Faults of providers that pass a memo on. */
export const MEMO_FAULTS = {
  'payment-memo-lost': {
    vi: 'Tiền khách chuyển đến không có nội dung',
    en: 'A payment to us arrives without its memo',
    affects: 'pay-in',
    altersPayment: true,
  },
  'payment-memo-mangled': {
    vi: 'Nội dung bị chèn thêm chữ',
    en: 'A memo arrives in small letters, broken by dots, with words around it',
    affects: 'pay-in',
    altersPayment: true,
  },
  'payment-memo-garbled': { vi: 'Nội dung bị mất một ký tự', en: 'A memo arrives with a character missing', affects: 'pay-in', altersPayment: true },
} as const;

/** A memo as the provider passes it on. */
export function passOnMemo(memo: string, faults: ProviderFaults<keyof typeof MEMO_FAULTS>): string {
  if (memo === '') return '';
  if (faults.take('payment-memo-lost')) return '';
  if (faults.take('payment-memo-mangled')) return `ck tu 0071.${memo.toLowerCase().replace(/(.{4})/g, '$1. ')} cam on`;
  return faults.take('payment-memo-garbled') ? memo.slice(0, -1) : memo;
}
