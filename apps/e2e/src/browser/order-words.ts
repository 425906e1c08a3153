import type { WordsLocale } from './device.ts';

/** Kinds of accounts that orders are paid into: each has labels of its own. */
export type PaidAccount = 'bank' | 'wallet' | 'address';

/** Texts of the order page in one language. Headline patterns match any amount. */
export interface OrderWords {
  readonly pending: RegExp;
  readonly seen: RegExp;
  readonly underpaid: RegExp;
  readonly underpaidOver: RegExp;
  readonly overpaid: RegExp;
  readonly late: RegExp;
  readonly risk: RegExp;
  readonly abandoned: RegExp;
  readonly refunded: RegExp;
  readonly reversed: RegExp;
  readonly forged: RegExp;
  readonly delivered: RegExp;
  /** Buttons. */
  readonly topUp: string;
  readonly exchange: RegExp;
  readonly exchangeExcess: string;
  readonly exchangeLate: RegExp;
  readonly refundExcess: string;
  readonly refund: string;
  readonly refundAll: string;
  readonly cancel: string;
  readonly more: RegExp;
  readonly agree: RegExp;
  /** Labels of copy buttons. Payments to addresses have no memo. */
  readonly copyAccount: Readonly<Record<PaidAccount, string>>;
  readonly copyMemo: Readonly<Record<Exclude<PaidAccount, 'address'>, string>>;
  /** How links to any explorer begin. */
  readonly explorer: string;
  readonly extra: RegExp;
}

const WORDS: Readonly<Record<WordsLocale, OrderWords>> = {
  vi: {
    pending: /^Chờ bạn chuyển /,
    seen: /^Đã thấy giao dịch, đang xác nhận/,
    underpaid: /^Đã nhận .+, còn thiếu /,
    underpaidOver: /^Đã nhận .+, thiếu /,
    overpaid: /^Chúng tôi nhận dư /,
    late: /^Tiền đến sau khi giá hết hạn$/,
    risk: /^Tạm giữ để kiểm tra, chậm nhất /,
    abandoned: /^Đơn đã hủy$/,
    refunded: /^Đã hoàn /,
    reversed: /^Tiền chuyển cho bạn bị trả lại/,
    forged: /^Giao dịch không hợp lệ$/,
    delivered: /^Đã chuyển .+ tới /,
    topUp: 'Chuyển thêm',
    exchange: /^Đổi theo [\d.,]+/,
    exchangeExcess: 'Đổi cả phần dư',
    exchangeLate: /^Nhận theo giá [\d.,]+/,
    refundExcess: 'Hoàn phần dư',
    refund: 'Hoàn tiền',
    refundAll: 'Hoàn lại toàn bộ',
    cancel: 'Hủy đơn',
    more: /^(?:Lựa chọn khác|Không muốn chuyển nữa\?)$/,
    agree: /^Đồng ý, nhận /,
    copyAccount: { bank: 'Sao chép số tài khoản', wallet: 'Sao chép ví nhận', address: 'Sao chép địa chỉ' },
    copyMemo: { bank: 'Sao chép nội dung chuyển khoản', wallet: 'Sao chép nội dung (Memo)' },
    explorer: 'Xem giao dịch trên',
    extra: /^Đơn này đã nhận thêm /,
  },
  en: {
    pending: /^Waiting for your /,
    seen: /^Payment seen, /,
    underpaid: /^Received .+ still missing$/,
    underpaidOver: /^Received .+ less than due$/,
    overpaid: /^Received .+ too much$/,
    late: /^The payment came after the price had expired$/,
    risk: /^Held for a check, until /,
    abandoned: /^The order was cancelled$/,
    refunded: / was refunded$/,
    reversed: /^The transfer was returned/,
    forged: /^The payment is not valid$/,
    delivered: / was sent to /,
    topUp: 'Send the rest',
    exchange: /^Exchange [\d.,]+/,
    exchangeExcess: 'Exchange the excess too',
    exchangeLate: /^Exchange at [\d.,]+/,
    refundExcess: 'Refund the excess',
    refund: 'Refund',
    refundAll: 'Refund everything',
    cancel: 'Cancel order',
    more: /^(?:More options|No longer want to pay\?)$/,
    agree: /^Agree and receive /,
    copyAccount: { bank: 'Copy the account number', wallet: 'Copy the wallet', address: 'Copy the address' },
    copyMemo: { bank: 'Copy the memo', wallet: 'Copy the memo' },
    explorer: 'View the transaction on',
    extra: /^This order received another /,
  },
};

/** Texts of the order page in a language. */
export function orderWordsOf(locale: WordsLocale): OrderWords {
  return WORDS[locale];
}
