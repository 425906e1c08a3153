import type { FaultTable } from '../faults.ts';

/** Faults of a node of Bitcoin, and of its chain. */
export const BITCOIN_FAULTS = {
  'lose-next-tx': {
    vi: 'Nút nhận giao dịch rồi quên, không bao giờ vào khối',
    en: 'A transaction is accepted and never gets into a block',
    affects: 'pay-out',
  },
  'pool-emptied': {
    vi: 'Nút quên mọi giao dịch đang chờ',
    en: 'The node forgets all waiting transactions',
    affects: 'both',
  },
  'broadcast-dropped': {
    vi: 'Nhận giao dịch rồi cắt kết nối',
    en: 'A transaction is taken, then the connection is cut',
    affects: 'pay-out',
    burstMax: 2,
  },
  'fee-rises': {
    vi: 'Phí tăng vọt ngay sau khi ta gửi: giao dịch kẹt lại',
    en: 'Fees rise right after we have sent: the transaction is stuck',
    affects: 'pay-out',
  },
  'fee-dear': { vi: 'Nút nói phí gấp nghìn lần', en: 'The node tells a thousand times the fee', affects: 'pay-out' },
  'deposit-vanishes': {
    vi: 'Tiền khách chuyển đến đã vào khối rồi biến mất: khách chi đồng tiền ấy lần nữa',
    en: 'A deposit is in a block and gone before it is final: its payer has spent the coin twice',
    affects: 'pay-in',
  },
  'deposit-double-spent': {
    vi: 'Tiền khách chuyển đến đang chờ thì bị chính khách chi lại cho mình',
    en: 'A waiting deposit is replaced by a payment of the payer to themselves',
    affects: 'pay-in',
  },
  'deposit-fee-raised': {
    vi: 'Khách tăng phí: cùng khoản tiền đến trong giao dịch khác',
    en: 'The payer raises the fee: the same money comes in another transaction',
    affects: 'pay-in',
  },
  'deposit-low-fee': {
    vi: 'Khách trả phí quá thấp: tiền chờ nhiều khối',
    en: 'A deposit pays too low a fee and waits for many blocks',
    affects: 'pay-in',
  },
  reorganised: {
    vi: 'Chuỗi bỏ khối mới nhất; giao dịch vào những khối khác',
    en: 'The chain drops its newest block; its transactions get into other ones',
    affects: 'both',
    burstMax: 2,
  },
  'index-behind': {
    vi: 'Chỉ mục giao dịch của nút chưa theo kịp',
    en: 'The node’s index of transactions is behind',
    affects: 'both',
    burstMax: 3,
  },
  'wallet-unloaded': {
    vi: 'Nút khởi động lại mà chưa mở ví theo dõi',
    en: 'The node has restarted without loading our wallet',
    affects: 'both',
    burstMax: 2,
  },
  'wallet-rescans': {
    vi: 'Ví theo dõi của nút đang dò lại các khối cũ: chưa thấy đồng tiền nào trong đó',
    en: 'The node’s wallet searches old blocks again, and shows none of their coins yet',
    affects: 'both',
    burstMax: 3,
  },
  'wrong-chain': { vi: 'Cổng dẫn tới nút của chuỗi khác', en: 'The gateway leads to a node of another chain', affects: 'both', burstMax: 3 },
  overloaded: { vi: 'Nút trả lời quá tải (503)', en: 'The node answers that its queue is full (503)', affects: 'both', burstMax: 3 },
  'unauthorized-page': {
    vi: 'Cổng đứng trước nút trả lời trang 401',
    en: 'Something before the node answers with a page of 401',
    affects: 'both',
    burstMax: 3,
  },
  hangs: { vi: 'Nút không trả lời', en: 'The node does not answer', affects: 'both' },
  unreachable: { vi: 'Nút cắt kết nối', en: 'The node cuts the connection', affects: 'both', burstMax: 3 },
} as const satisfies FaultTable;

/** A fault of a node of Bitcoin. */
export type BitcoinFault = keyof typeof BITCOIN_FAULTS;
