import type { FaultTable } from '../faults.ts';

/** Faults of the mail server. */
export const MAIL_FAULTS = {
  'recipient-refused': { vi: 'Máy chủ thư từ chối người nhận (550)', en: 'The mail server refuses the recipient for good (550)', affects: 'both' },
  deferred: { vi: 'Máy chủ thư hẹn lại sau (451)', en: 'The mail server puts the mail off (451)', affects: 'both' },
  'connection-cut': { vi: 'Cắt kết nối trước khi nhận thư', en: 'The connection is cut before the mail is taken', affects: 'both' },
  'taken-cut': { vi: 'Nhận thư rồi cắt kết nối', en: 'The mail is taken, then the connection is cut without an answer', affects: 'both' },
} as const satisfies FaultTable;
