import type { Books } from './books.ts';

/** What can be made to go wrong, per rail: what it does, in Vietnamese and English. */
export const FAULTS = {
  bank: {
    'webhook-lost': ['Ngân hàng ghi có nhưng không gửi thông báo', 'The transfer is booked, no webhook is ever sent'],
    'webhook-duplicate': ['Thông báo được gửi mười bản cùng lúc', 'The webhook is sent ten times at once'],
    'webhook-delayed': ['Thông báo đến trễ mười nhịp gửi lại', 'The webhook is first sent ten retry steps late'],
    'webhook-bad-signature': ['Một lần gửi mang chữ ký sai', 'One delivery carries a wrong signature'],
    'payment-memo-lost': ['Tiền khách chuyển đến không có nội dung', 'A payment to us arrives without its memo'],
    'payment-memo-mangled': ['Nội dung bị ngân hàng chèn thêm chữ', 'A memo arrives in small letters, broken by dots, with words around it'],
    'payment-memo-garbled': ['Nội dung bị mất một ký tự', 'A memo arrives with a character missing'],
    'list-unavailable': ['API danh sách giao dịch trả lời 503', 'The transaction list answers 503'],
    'lookup-unavailable': ['Tra cứu tên chủ tài khoản trả lời 503', 'The name lookup answers 503'],
    'lookup-slow': ['Tra cứu tên chủ tài khoản trả lời chậm', 'The name lookup answers slowly'],
  },
  'pay-os': {
    'payout-dropped': ['Cắt kết nối, không nhận lệnh chi', 'The connection is cut before the payout is taken'],
    'payout-applied-dropped': ['Nhận lệnh chi rồi cắt kết nối', 'Taken, then the connection is cut without an answer'],
    'payout-applied-500': ['Nhận lệnh chi rồi trả lời lỗi 500', 'Taken, then answered with HTTP 500'],
    'payout-slow': ['Nhận lệnh chi, trả lời rất chậm', 'Taken, answered very slowly'],
    'payout-otp': ['Lệnh chi chờ mã xác nhận', 'The payout waits for a code, given at POST /otp'],
    'payout-failed': ['Ngân hàng từ chối lệnh chi sau khi nhận', 'The bank turns the payout down after it was taken'],
    'payout-reversed': ['Chi thành công rồi tiền bị trả lại', 'Paid, and given back some seconds later'],
    'bad-signature': ['Một câu trả lời mang chữ ký sai', 'One answer carries a wrong signature'],
    'credentials-refused': ['Từ chối khóa truy cập', 'The keys are refused'],
    'list-unavailable': ['Danh sách lệnh chi trả lời 503', 'The list of payouts answers 503'],
  },
  'perfect-money': {
    'confirm-dropped': ['Cắt kết nối, không chuyển tiền', 'The connection is cut before anything is booked'],
    'confirm-applied-dropped': ['Chuyển tiền rồi cắt kết nối', 'Booked, then the connection is cut without an answer'],
    'confirm-applied-500': ['Chuyển tiền rồi trả lời lỗi 500', 'Booked, then answered with HTTP 500'],
    'confirm-applied-late': ['Cắt kết nối, chuyển tiền trễ', 'The connection is cut, booked some seconds later'],
    'confirm-captcha': ['Trả lời bằng trang captcha, không chuyển tiền', 'Answered with a captcha page, nothing is booked'],
    'confirm-applied-captcha': ['Chuyển tiền rồi trả lời bằng trang captcha', 'Booked, then answered with a captcha page'],
    'history-unavailable': ['Lịch sử giao dịch trả lời 503', 'The history answers 503'],
    'history-delayed': ['Giao dịch hiện trong lịch sử chậm hai giây', 'A booked payment shows in the history two seconds later'],
    'credentials-refused': ['Từ chối đăng nhập', 'The login is refused'],
    'not-enough-money': ['Báo ví không đủ tiền', 'The wallet is said to be short of money'],
    'payment-delayed': ['Tiền khách chuyển đến hiện trong lịch sử chậm', 'A payment to us shows in the history some seconds later'],
    'payment-memo-lost': ['Tiền khách chuyển đến không có nội dung', 'A payment to us arrives without its memo'],
    'payment-memo-mangled': ['Nội dung bị chèn thêm chữ', 'A memo arrives in small letters, broken by dots, with words around it'],
    'payment-memo-garbled': ['Nội dung bị mất một ký tự', 'A memo arrives with a character missing'],
    'payment-wrong-sender': ['Tiền đến từ một ví khác', 'A payment to us comes from another wallet'],
    'lookup-unavailable': ['Tra cứu tên chủ ví trả lời 503', 'The name lookup answers 503'],
  },
  tron: {
    'lose-next-tx': ['Nút nhận giao dịch rồi quên, không bao giờ vào khối', 'A transaction is accepted and never gets into a block'],
    'deposit-vanishes': ['Tiền khách chuyển đến được thấy rồi biến mất', 'A deposit is seen in a block and gone before it is irreversible'],
    'broadcast-dropped': ['Nhận giao dịch rồi cắt kết nối', 'A transaction is taken, then the connection is cut'],
    'include-late': ['Giao dịch vào khối trễ mười khối', 'A transaction gets into a block ten blocks late'],
    expire: ['Nút nói giao dịch đã hết hạn, không nhận', 'The node calls a transaction expired and does not take it'],
    'out-of-energy': ['Ví của ta hết năng lượng: mất phí, không chuyển', 'Our transfer runs out of energy: the fee is burned, nothing moves'],
    'clear-id-cache': ['Nút quên các mã giao dịch đã thấy', 'The node forgets the ids that it has seen'],
    'server-busy': ['Nút báo bận, không nhận giao dịch', 'The node says that it is busy and takes nothing'],
    'delay-solidity': ['Phía đã chốt đứng yên mười khối', 'The irreversible side stands still for ten blocks'],
    'block-hidden': ['Nút trả lời thiếu các giao dịch của một khối', 'The node answers a block that holds something as empty'],
    'rate-limited': ['Nút trả lời 429', 'The node answers 429'],
    unreachable: ['Nút cắt kết nối', 'The node cuts the connection'],
  },
} as const satisfies Record<string, Record<string, readonly [vi: string, en: string]>>;

/** A rail that has faults. */
export type FaultRail = keyof typeof FAULTS;
/** A fault of the bank. */
export type BankFault = keyof (typeof FAULTS)['bank'];
/** A fault of payOS. */
export type PayOsFault = keyof (typeof FAULTS)['pay-os'];
/** A fault of Perfect Money. */
export type PerfectMoneyFault = keyof (typeof FAULTS)['perfect-money'];
/** A fault of TRON's node. */
export type TronFault = keyof (typeof FAULTS)['tron'];

/** A fault with how often it will still happen and has happened. */
export interface FaultState {
  readonly rail: FaultRail;
  readonly kind: string;
  readonly vi: string;
  readonly en: string;
  readonly remaining: number;
  readonly hits: number;
}

/** The switches of the faults, kept in the books. */
export interface Faults {
  /** Takes one hit of a fault if it is switched on. */
  take(rail: 'bank', kind: BankFault): boolean;
  take(rail: 'pay-os', kind: PayOsFault): boolean;
  take(rail: 'perfect-money', kind: PerfectMoneyFault): boolean;
  take(rail: 'tron', kind: TronFault): boolean;
  /** How often the fault is to happen from now on. @returns false when there is no such fault */
  set(rail: string, kind: string, count: number): boolean;
  list(): FaultState[];
}

/** Opens the switches. */
export function openFaults({ db }: Books): Faults {
  const take = db.prepare('update fault set remaining = remaining - 1, hits = hits + 1 where rail = ? and kind = ? and remaining > 0');
  const set = db.prepare(
    'insert into fault (rail, kind, remaining, hits) values (?, ?, ?, 0) on conflict (rail, kind) do update set remaining = excluded.remaining',
  );
  const get = db.prepare('select remaining, hits from fault where rail = ? and kind = ?');
  return {
    take: (rail: string, kind: string) => take.run(rail, kind).changes === 1,
    set(rail, kind, count) {
      if (!Object.hasOwn(FAULTS, rail) || !Object.hasOwn(FAULTS[rail as FaultRail], kind)) return false;
      set.run(rail, kind, count);
      return true;
    },
    list: () =>
      (Object.keys(FAULTS) as FaultRail[]).flatMap((rail) =>
        Object.entries(FAULTS[rail]).map(([kind, [vi, en]]) => {
          const row = get.get(rail, kind) as { remaining: number; hits: number } | undefined;
          return { rail, kind, vi, en, remaining: row?.remaining ?? 0, hits: row?.hits ?? 0 };
        }),
      ),
  };
}
