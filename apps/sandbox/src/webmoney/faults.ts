import type { FaultTable } from '../faults.ts';
import { MEMO_FAULTS } from '../memo.ts';

/** Faults of WebMoney's interfaces and of payments to us. */
export const WEBMONEY_FAULTS = {
  'transfer-dropped': {
    vi: 'Cắt kết nối, không chuyển tiền',
    en: 'The connection is cut before anything is booked',
    affects: 'pay-out',
    burstMax: 2,
  },
  'transfer-applied-dropped': {
    vi: 'Chuyển tiền rồi cắt kết nối',
    en: 'Booked, then the connection is cut without an answer',
    affects: 'pay-out',
    burstMax: 2,
  },
  'transfer-applied-500': { vi: 'Chuyển tiền rồi trả lời lỗi 500', en: 'Booked, then answered with HTTP 500', affects: 'pay-out', burstMax: 2 },
  'transfer-unclear': {
    vi: 'Trả lời mã lỗi nội bộ 15, không chuyển tiền',
    en: 'Answered with the internal error 15, nothing is booked',
    affects: 'pay-out',
    burstMax: 2,
  },
  'transfer-applied-unclear': {
    vi: 'Chuyển tiền rồi trả lời mã lỗi nội bộ 15',
    en: 'Booked, then answered with the internal error 15',
    affects: 'pay-out',
    burstMax: 2,
  },
  'not-enough-money': { vi: 'Báo ví không đủ tiền', en: 'The purse is said to be short of money', affects: 'pay-out', needsOperator: true },
  'recipient-limit': {
    vi: 'Báo ví nhận đã hết hạn mức (58)',
    en: "The recipient's limit is said to be used up (58)",
    affects: 'pay-out',
    needsOperator: true,
  },
  'operations-unavailable': { vi: 'Danh sách giao dịch trả lời 503', en: 'The list of operations answers 503', affects: 'both', burstMax: 3 },
  'operations-partial': {
    vi: 'Danh sách giao dịch bị ngắt giữa chừng kèm mã lỗi',
    en: 'The list of operations breaks off after half of it, with an error at its end',
    affects: 'both',
    burstMax: 3,
  },
  'operations-delayed': {
    vi: 'Giao dịch hiện trong danh sách chậm hai giây',
    en: 'A booked transfer is listed two seconds later',
    affects: 'pay-out',
    burstMax: 3,
  },
  'operations-unreadable-row': {
    vi: 'Danh sách có một dòng không đọc được',
    en: 'The list has a row that cannot be read',
    affects: 'pay-in',
    burstMax: 3,
  },
  forbidden: { vi: 'Trả lời trang 403', en: 'A page of 403 instead of an answer', affects: 'both', burstMax: 3 },
  'unauthorized-page': {
    vi: 'Trả lời trang 401 của cổng đứng trước',
    en: 'A page of 401 of something before WebMoney',
    affects: 'both',
    burstMax: 3,
  },
  hangs: { vi: 'Không trả lời', en: 'No answer at all', affects: 'both' },
  'token-expired': { vi: 'Từ chối token đã hết hạn', en: 'The token is refused: expired', affects: 'both', needsOperator: true },
  'payment-delayed': {
    vi: 'Tiền khách chuyển đến hiện trong danh sách chậm',
    en: 'A payment to us is listed some seconds later',
    affects: 'pay-in',
    burstMax: 3,
  },
  'payment-protected': {
    vi: 'Khách chuyển tiền có bảo vệ, một phút sau mới hoàn tất',
    en: 'A payment to us is under protection, and complete a minute later',
    affects: 'pay-in',
    altersPayment: true,
  },
  'payment-returned': {
    vi: 'Tiền khách chuyển đến bị trả lại sau một phút',
    en: 'A payment to us goes back to its payer a minute later',
    affects: 'pay-in',
    stopsNetwork: true,
  },
  ...MEMO_FAULTS,
  'payment-wrong-sender': {
    vi: 'Tiền đến từ một ví khác',
    en: 'A payment to us comes from another purse',
    affects: 'pay-in',
    altersPayment: true,
  },
  'lookup-unavailable': { vi: 'Tra cứu chủ ví trả lời 503', en: 'The look-up of a purse answers 503', affects: 'both' },
} as const satisfies FaultTable;

/** Faults of the merchant interface's notifications. */
export const MERCHANT_FAULTS = {
  'notification-lost': { vi: 'Không gửi thông báo', en: 'No notification is sent', affects: 'pay-in', burstMax: 3 },
  'notification-twice': { vi: 'Thông báo được gửi hai lần', en: 'The notification is sent twice', affects: 'pay-in', burstMax: 3 },
  'notification-late': { vi: 'Thông báo đến trễ mười nhịp', en: 'The notification is sent ten steps late', affects: 'pay-in', burstMax: 3 },
  'notification-forged': {
    vi: 'Kèm một thông báo giả, gấp mười số tiền',
    en: 'A forged notification of ten times the amount comes first',
    affects: 'pay-in',
    burstMax: 3,
  },
} as const satisfies FaultTable;

/** A fault of WebMoney. */
export type WebMoneyFault = keyof typeof WEBMONEY_FAULTS;
/** A fault of the merchant interface. */
export type MerchantFault = keyof typeof MERCHANT_FAULTS;
