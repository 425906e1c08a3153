import type { FaultTable } from '../faults.ts';

/** Faults of eSMS. */
export const SMS_FAULTS = {
  'out-of-money': { vi: 'eSMS báo hết tiền (103)', en: 'eSMS says that our balance is used up (103)', affects: 'both' },
  'number-blocked': { vi: 'eSMS báo số bị chặn (99)', en: 'eSMS says that the number is blocked (99)', affects: 'both' },
  unavailable: { vi: 'eSMS trả lời 503', en: 'eSMS answers 503', affects: 'both' },
  'forbidden-page': { vi: 'eSMS trả lời bằng trang 403', en: 'eSMS answers with a page (403)', affects: 'both' },
  silence: { vi: 'eSMS không trả lời', en: 'eSMS does not answer, and sends nothing', affects: 'both' },
  'taken-silence': { vi: 'eSMS nhận tin rồi không trả lời', en: 'The SMS is taken, then nothing is answered', affects: 'both' },
  'taken-cut': { vi: 'eSMS nhận tin rồi cắt kết nối', en: 'The SMS is taken, then the connection is cut without an answer', affects: 'both' },
} as const satisfies FaultTable;
