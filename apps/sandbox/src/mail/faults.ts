import type { FaultTable } from '../faults.ts';

/** Faults of the mail server. */
export const MAIL_FAULTS = {
  'recipient-refused': { vi: 'Máy chủ thư từ chối người nhận (550)', en: 'The mail server refuses the recipient for good (550)', affects: 'both' },
  'relay-denied': {
    vi: 'Máy chủ thư không chuyển thư giúp chúng ta nữa (554)',
    en: 'The mail server relays no mails for us any more (554 5.7.1)',
    affects: 'both',
  },
  'quota-used-up': { vi: 'Hết hạn mức gửi thư trong ngày (550)', en: 'Our quota of mails of the day is used up (550 5.4.5)', affects: 'both' },
  unavailable: { vi: 'Máy chủ thư tạm ngừng (421)', en: 'The mail server takes no mails at present (421)', affects: 'both' },
  deferred: { vi: 'Máy chủ thư hẹn lại sau (451)', en: 'The mail server puts the mail off (451)', affects: 'both' },
  'connection-cut': { vi: 'Cắt kết nối trước khi nhận thư', en: 'The connection is cut before the mail is taken', affects: 'both' },
  'taken-silence': { vi: 'Nhận thư rồi không trả lời', en: 'The mail is taken, then nothing is answered', affects: 'both' },
  'taken-cut': { vi: 'Nhận thư rồi cắt kết nối', en: 'The mail is taken, then the connection is cut without an answer', affects: 'both' },
} as const satisfies FaultTable;
