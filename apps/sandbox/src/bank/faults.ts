import type { FaultTable } from '../faults.ts';
import { MEMO_FAULTS } from '../memo.ts';

/** Faults of SePay's and Casso's lists alike. */
const SENSELESS_LISTS = {
  'list-format-changed': {
    vi: 'API danh sách giao dịch đổi tên các trường, khi có từ ba dòng',
    en: 'The transaction list names the fields of its rows otherwise, where it has three or more',
    affects: 'pay-in',
    burstMax: 2,
  },
  'list-endless': {
    vi: 'API danh sách giao dịch trả lại trang đầu và luôn báo còn trang sau',
    en: 'The transaction list tells its first page again, whatever page is asked for, and says that there is another',
    affects: 'pay-in',
    burstMax: 3,
  },
} as const satisfies FaultTable;

/** Faults of the bank, of SePay and of VietQR.io's name lookup. */
export const BANK_FAULTS = {
  'webhook-lost': {
    vi: 'Ngân hàng ghi có nhưng không gửi thông báo',
    en: 'The transfer is booked, no webhook is ever sent',
    affects: 'pay-in',
    burstMax: 3,
  },
  'webhook-duplicate': { vi: 'Thông báo được gửi mười bản cùng lúc', en: 'The webhook is sent ten times at once', affects: 'pay-in', burstMax: 3 },
  'webhook-delayed': {
    vi: 'Thông báo đến trễ mười nhịp gửi lại',
    en: 'The webhook is first sent ten retry steps late',
    affects: 'pay-in',
    burstMax: 2,
  },
  'webhook-bad-signature': { vi: 'Một lần gửi mang chữ ký sai', en: 'One delivery carries a wrong signature', affects: 'pay-in', burstMax: 3 },
  'reference-repeated': {
    vi: 'Ngân hàng dùng lại một mã giao dịch',
    en: 'The bank gives the transfer a reference that it gave before',
    affects: 'pay-in',
    burstMax: 3,
  },
  'reference-missing': { vi: 'Giao dịch không có mã', en: 'The bank gives the transfer no reference', affects: 'pay-in', burstMax: 3 },
  'feed-late': {
    vi: 'SePay nhận giao dịch trễ mười nhịp, sau các giao dịch mới hơn',
    en: 'SePay gets the transfer ten retry steps late, after newer ones',
    affects: 'pay-in',
    burstMax: 3,
  },
  'feed-renumbered': {
    vi: 'Tài khoản được liên kết lại ở SePay: các giao dịch cũ mang mã mới',
    en: 'The account is linked anew at SePay: the list tells its old rows under new ids',
    affects: 'pay-in',
    tellsAgain: true,
  },
  'feed-lost': { vi: 'SePay không bao giờ nhận giao dịch', en: 'SePay never gets the transfer', affects: 'pay-in', burstMax: 3 },
  'memo-late': {
    vi: 'SePay cho biết nội dung trễ mười nhịp sau số tiền',
    en: 'SePay tells the memo ten retry steps after the sum',
    affects: 'pay-in',
    altersPayment: true,
  },
  ...MEMO_FAULTS,
  'list-unavailable': {
    vi: 'API danh sách giao dịch trả lời 503',
    en: 'The transaction list answers 503',
    affects: 'pay-in',
    burstMax: 2,
  },
  'list-forbidden': {
    vi: 'API danh sách giao dịch trả lời trang 403',
    en: 'The transaction list answers with a page of 403',
    affects: 'pay-in',
    burstMax: 3,
  },
  'list-unauthorized-page': {
    vi: 'API danh sách giao dịch trả lời trang 401 của cổng đứng trước',
    en: 'The transaction list answers with a page of 401 of something before it',
    affects: 'pay-in',
    burstMax: 3,
  },
  ...SENSELESS_LISTS,
  'list-hangs': { vi: 'API danh sách giao dịch không trả lời', en: 'The transaction list does not answer', affects: 'pay-in' },
  'list-dates-unavailable': {
    vi: 'API danh sách giao dịch trả lời 504 khi được hỏi theo ngày',
    en: 'The transaction list answers 504 where it is asked by dates',
    affects: 'pay-in',
    burstMax: 2,
  },
  'lookup-unavailable': { vi: 'Tra cứu tên chủ tài khoản trả lời 503', en: 'The name lookup answers 503', affects: 'both' },
  'lookup-slow': { vi: 'Tra cứu tên chủ tài khoản trả lời chậm', en: 'The name lookup answers slowly', affects: 'both' },
} as const satisfies FaultTable;

/** Faults of Casso, which tells of the same transfers as SePay. */
export const CASSO_FAULTS = {
  'webhook-lost': { vi: 'Casso không gửi thông báo', en: 'Casso never sends the webhook', affects: 'pay-in', burstMax: 3 },
  'webhook-duplicate': { vi: 'Thông báo được gửi mười bản cùng lúc', en: 'The webhook is sent ten times at once', affects: 'pay-in', burstMax: 3 },
  'webhook-delayed': {
    vi: 'Thông báo đến trễ mười nhịp gửi lại',
    en: 'The webhook is first sent ten retry steps late',
    affects: 'pay-in',
    burstMax: 2,
  },
  'webhook-bad-signature': { vi: 'Một lần gửi mang chữ ký sai', en: 'One delivery carries a wrong signature', affects: 'pay-in', burstMax: 3 },
  'feed-late': {
    vi: 'Casso nhận giao dịch trễ mười nhịp, sau các giao dịch mới hơn',
    en: 'Casso gets the transfer ten retry steps late, after newer ones',
    affects: 'pay-in',
    burstMax: 3,
  },
  'time-apart': {
    vi: 'Casso ghi giờ giao dịch sớm bảy tiếng',
    en: 'Casso tells the time of the transfer seven hours early, as of UTC',
    affects: 'pay-in',
    burstMax: 3,
  },
  'reference-apart': {
    vi: 'Casso ghi mã giao dịch kèm tiền tố',
    en: 'Casso tells the reference of the transfer with a prefix',
    affects: 'pay-in',
    burstMax: 3,
  },
  'feed-renumbered': {
    vi: 'Tài khoản được liên kết lại ở Casso: các giao dịch cũ mang mã mới',
    en: 'The account is linked anew at Casso: the list tells its old rows under new ids',
    affects: 'pay-in',
    tellsAgain: true,
  },
  'ids-restarted': {
    vi: 'Casso đánh số lại từ 1: giao dịch mới mang mã của giao dịch cũ',
    en: 'Casso numbers from 1 again: it gives new transfers the ids of old ones, which it lists no more',
    affects: 'pay-in',
    tellsAgain: true,
  },
  'feed-lost': { vi: 'Casso không bao giờ nhận giao dịch', en: 'Casso never gets the transfer', affects: 'pay-in', burstMax: 3 },
  'list-unavailable': { vi: 'API danh sách giao dịch trả lời 503', en: 'The transaction list answers 503', affects: 'pay-in', burstMax: 3 },
  'list-forbidden': {
    vi: 'API danh sách giao dịch trả lời trang 403',
    en: 'The transaction list answers with a page of 403',
    affects: 'pay-in',
    burstMax: 3,
  },
  ...SENSELESS_LISTS,
  'list-hangs': { vi: 'API danh sách giao dịch không trả lời', en: 'The transaction list does not answer', affects: 'pay-in' },
  'account-disconnected': {
    vi: 'Tài khoản mất liên kết với Casso',
    en: 'Casso says that it has lost its link to the account',
    affects: 'pay-in',
    needsOperator: true,
  },
} as const satisfies FaultTable;

/** Faults of payOS's payouts. */
export const PAYOS_FAULTS = {
  unreachable: { vi: 'Cắt mọi kết nối', en: 'Every connection is cut', affects: 'pay-out', burstMax: 20 },
  'payout-dropped': {
    vi: 'Cắt kết nối, không nhận lệnh chi',
    en: 'The connection is cut before the payout is taken',
    affects: 'pay-out',
    burstMax: 2,
  },
  'payout-applied-dropped': {
    vi: 'Nhận lệnh chi rồi cắt kết nối',
    en: 'Taken, then the connection is cut without an answer',
    affects: 'pay-out',
    burstMax: 2,
  },
  'payout-applied-500': { vi: 'Nhận lệnh chi rồi trả lời lỗi 500', en: 'Taken, then answered with HTTP 500', affects: 'pay-out', burstMax: 2 },
  'payout-slow': { vi: 'Nhận lệnh chi, trả lời rất chậm', en: 'Taken, answered very slowly', affects: 'pay-out' },
  'payout-otp': { vi: 'Lệnh chi chờ mã xác nhận', en: 'The payout waits for a code, given at POST /otp', affects: 'pay-out' },
  'payout-failed': {
    vi: 'Ngân hàng từ chối lệnh chi sau khi nhận',
    en: 'The bank turns the payout down after it was taken',
    affects: 'pay-out',
    needsOperator: true,
  },
  'payout-reversed': { vi: 'Chi thành công rồi tiền bị trả lại', en: 'Paid, and given back some seconds later', affects: 'pay-out' },
  'bad-signature': { vi: 'Một câu trả lời mang chữ ký sai', en: 'One answer carries a wrong signature', affects: 'pay-out', burstMax: 2 },
  'credentials-refused': { vi: 'Từ chối khóa truy cập', en: 'The keys are refused', affects: 'pay-out', needsOperator: true },
  'address-refused': {
    vi: 'Trả lời 403: địa chỉ IP không có trong danh sách cho phép',
    en: 'It answers 403: the IP address is not on the allow-list',
    affects: 'pay-out',
    burstMax: 3,
  },
  'list-unavailable': { vi: 'Danh sách lệnh chi trả lời 503', en: 'The list of payouts answers 503', affects: 'pay-out', burstMax: 3 },
} as const satisfies FaultTable;

/** A fault of the bank, SePay or VietQR.io. */
export type BankFault = keyof typeof BANK_FAULTS;
/** Faults of AppotaPay's name look-up, and of its transfers, where it makes any. */
export const APPOTAPAY_FAULTS = {
  unreachable: { vi: 'Cắt kết nối', en: 'The connection is cut', affects: 'both', burstMax: 3 },
  forbidden: { vi: 'Trả lời trang 403', en: 'It answers with a page of 403', affects: 'both', burstMax: 3 },
  unknown: { vi: 'Trả lời lỗi không xác định', en: 'It answers with an unknown error', affects: 'both', burstMax: 3 },
  'bad-signature': { vi: 'Một câu trả lời mang chữ ký sai', en: 'One answer carries a wrong signature', affects: 'both', burstMax: 3 },
  'transfers-unreachable': { vi: 'Chi tiền: cắt kết nối', en: 'Transfers: the connection is cut', affects: 'pay-out', burstMax: 20 },
  'transfers-forbidden': { vi: 'Chi tiền: trả lời trang 403', en: 'Transfers: it answers with a page of 403', affects: 'pay-out', burstMax: 3 },
  'payout-dropped': {
    vi: 'Cắt kết nối, không nhận lệnh chi',
    en: 'The connection is cut before the transfer is taken',
    affects: 'pay-out',
    burstMax: 2,
  },
  'payout-applied-dropped': {
    vi: 'Nhận lệnh chi rồi cắt kết nối',
    en: 'Taken, then the connection is cut without an answer',
    affects: 'pay-out',
    burstMax: 2,
  },
  'payout-applied-500': { vi: 'Nhận lệnh chi rồi trả lời lỗi 500', en: 'Taken, then answered with HTTP 500', affects: 'pay-out', burstMax: 2 },
  'payout-applied-unknown': {
    vi: 'Nhận lệnh chi rồi trả lời lỗi không xác định',
    en: 'Taken, then answered with an unknown error',
    affects: 'pay-out',
    burstMax: 2,
  },
  'payout-slow': { vi: 'Nhận lệnh chi, trả lời rất chậm', en: 'Taken, answered very slowly', affects: 'pay-out' },
  'payout-pending': { vi: 'Lệnh chi chờ ngân hàng', en: 'The transfer waits for the bank', affects: 'pay-out', burstMax: 2 },
  'payout-failed': {
    vi: 'Ngân hàng từ chối lệnh chi sau khi nhận',
    en: 'The bank turns the transfer down after it was taken',
    affects: 'pay-out',
    needsOperator: true,
  },
  'payout-reversed': { vi: 'Chi thành công rồi tiền bị trả lại', en: 'Paid, and given back some seconds later', affects: 'pay-out' },
  'transfers-bad-signature': {
    vi: 'Chi tiền: một câu trả lời mang chữ ký sai',
    en: 'Transfers: one answer carries a wrong signature',
    affects: 'pay-out',
    burstMax: 2,
  },
  'transfers-unsigned': {
    vi: 'Chi tiền: một câu trả lời không có chữ ký',
    en: 'Transfers: one answer has no signature',
    affects: 'pay-out',
    burstMax: 2,
  },
  'credentials-refused': { vi: 'Chi tiền: khóa bị từ chối', en: 'Transfers: the API key is blocked', affects: 'pay-out', burstMax: 2 },
  'look-up-unavailable': { vi: 'Tra cứu lệnh chi trả lời 503', en: 'The look-up of transfers answers 503', affects: 'pay-out', burstMax: 3 },
  'look-up-unknown': {
    vi: 'Tra cứu lệnh chi trả lời lỗi không xác định',
    en: 'The look-up of transfers answers an unknown error',
    affects: 'pay-out',
    burstMax: 3,
  },
} as const satisfies FaultTable;

/** A fault of AppotaPay. */
export type AppotaPayFault = keyof typeof APPOTAPAY_FAULTS;
/** A fault of Casso. */
export type CassoFault = keyof typeof CASSO_FAULTS;
/** A fault of payOS. */
export type PayOsFault = keyof typeof PAYOS_FAULTS;
