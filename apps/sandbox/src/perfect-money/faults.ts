import type { FaultTable } from '../faults.ts';
import { MEMO_FAULTS } from '../memo.ts';
import { VOUCHER_FAULTS } from './voucher-faults.ts';

/** Faults of Perfect Money. */
export const PERFECT_MONEY_FAULTS = {
  'confirm-dropped': {
    vi: 'Cắt kết nối, không chuyển tiền',
    en: 'The connection is cut before anything is booked',
    affects: 'both',
    needsOperator: true,
  },
  'confirm-applied-dropped': {
    vi: 'Chuyển tiền rồi cắt kết nối',
    en: 'Booked, then the connection is cut without an answer',
    affects: 'both',
    burstMax: 2,
  },
  'confirm-applied-500': { vi: 'Chuyển tiền rồi trả lời lỗi 500', en: 'Booked, then answered with HTTP 500', affects: 'both', burstMax: 2 },
  'confirm-applied-late': {
    vi: 'Cắt kết nối, chuyển tiền trễ',
    en: 'The connection is cut, booked some seconds later',
    affects: 'both',
    burstMax: 2,
  },
  'confirm-captcha': {
    vi: 'Trả lời bằng trang captcha, không chuyển tiền',
    en: 'Answered with a captcha page, nothing is booked',
    affects: 'both',
    needsOperator: true,
  },
  'confirm-applied-captcha': {
    vi: 'Chuyển tiền rồi trả lời bằng trang captcha',
    en: 'Booked, then answered with a captcha page',
    affects: 'both',
    burstMax: 2,
  },
  'confirm-applied-busy': {
    vi: 'Chuyển tiền rồi báo yêu cầu trước còn đang xử lý',
    en: 'Booked, then answered that the request is still being processed',
    affects: 'both',
    burstMax: 2,
  },
  'history-unavailable': { vi: 'Lịch sử giao dịch trả lời 503', en: 'The history answers 503', affects: 'both', burstMax: 3 },
  forbidden: { vi: 'Trả lời trang 403', en: 'A page of 403 instead of an answer', affects: 'both', burstMax: 3 },
  hangs: { vi: 'Không trả lời', en: 'No answer at all', affects: 'both' },
  'history-delayed': {
    vi: 'Giao dịch hiện trong lịch sử chậm hai giây',
    en: 'A booked payment shows in the history two seconds later',
    affects: 'both',
    burstMax: 3,
  },
  'credentials-refused': { vi: 'Từ chối đăng nhập', en: 'The login is refused', affects: 'both', needsOperator: true },
  'not-enough-money': { vi: 'Báo ví không đủ tiền', en: 'The wallet is said to be short of money', affects: 'both', needsOperator: true },
  banned: {
    vi: 'Tạm khóa truy cập vì gọi quá nhiều',
    en: 'Access is banned for a minute for excessive behaviour',
    affects: 'both',
    burstMax: 3,
  },
  'history-unreadable-row': {
    vi: 'Lịch sử có một dòng không đọc được, và dòng của ví vàng, ví bitcoin',
    en: 'The history has a row that cannot be read, and rows of the wallets in gold and bitcoin',
    affects: 'pay-in',
    burstMax: 3,
  },
  'payment-delayed': {
    vi: 'Tiền khách chuyển đến hiện trong lịch sử chậm',
    en: 'A payment to us shows in the history some seconds later',
    affects: 'pay-in',
    burstMax: 3,
  },
  ...MEMO_FAULTS,
  ...VOUCHER_FAULTS,
  'payment-wrong-sender': {
    vi: 'Tiền đến từ một ví khác',
    en: 'A payment to us comes from another wallet',
    affects: 'pay-in',
    altersPayment: true,
  },
  'lookup-unavailable': { vi: 'Tra cứu tên chủ ví trả lời 503', en: 'The name lookup answers 503', affects: 'both' },
} as const satisfies FaultTable;

/** Faults of the status calls of payments by Perfect Money's page. */
export const SHOP_FAULTS = {
  'status-lost': { vi: 'Không gửi thông báo', en: 'No status call is made', affects: 'pay-in', burstMax: 3 },
  'status-twice': { vi: 'Thông báo được gửi hai lần', en: 'The status call is made twice', affects: 'pay-in', burstMax: 3 },
  'status-late': { vi: 'Thông báo đến trễ mười nhịp', en: 'The status call is made ten steps late', affects: 'pay-in', burstMax: 3 },
  'status-forged': {
    vi: 'Kèm một thông báo giả với số tiền lớn hơn',
    en: 'A forged status call of more money comes first',
    affects: 'pay-in',
    burstMax: 3,
  },
} as const satisfies FaultTable;

/** A fault of Perfect Money. */
export type PerfectMoneyFault = keyof typeof PERFECT_MONEY_FAULTS;
/** A fault of the status calls. */
export type ShopFault = keyof typeof SHOP_FAULTS;
