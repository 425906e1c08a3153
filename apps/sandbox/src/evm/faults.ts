import type { FaultTable } from '../faults.ts';

/** Faults of a node of Ethereum's kind, and of its chain. */
export const EVM_FAULTS = {
  'lose-next-tx': {
    vi: 'Nút nhận giao dịch rồi quên, không bao giờ vào khối',
    en: 'A transaction is accepted and never gets into a block',
    affects: 'pay-out',
  },
  'pool-emptied': {
    vi: 'Nút quên các giao dịch đang chờ của ta',
    en: 'The node forgets our waiting transactions',
    affects: 'pay-out',
  },
  'broadcast-dropped': {
    vi: 'Nhận giao dịch rồi cắt kết nối',
    en: 'A transaction is taken, then the connection is cut',
    affects: 'pay-out',
    burstMax: 2,
  },
  'deposit-vanishes': {
    vi: 'Tiền khách chuyển đến được thấy rồi biến mất',
    en: 'A deposit is seen in a block and gone before it is irreversible',
    affects: 'pay-in',
  },
  'deposit-fee-raised': {
    vi: 'Khách tăng phí: khối bị bỏ, cùng khoản tiền đến trong giao dịch khác',
    en: 'A deposit is seen in a block and gone before it is irreversible; the same money comes in another transaction, at a higher fee',
    affects: 'pay-in',
  },
  reorganised: {
    vi: 'Chuỗi bỏ các khối mới nhất; giao dịch vào những khối khác',
    en: 'The chain drops its newest blocks; their transactions get into other ones',
    affects: 'both',
    burstMax: 2,
  },
  'finality-stalls': {
    vi: 'Không khối nào được chốt thêm trong mười khối',
    en: 'No further block is finalized for ten blocks',
    affects: 'both',
  },
  'fee-rises': {
    vi: 'Phí gas tăng vọt ngay sau khi ta gửi: giao dịch kẹt lại',
    en: 'Gas rises right after we have sent: the transaction is stuck',
    affects: 'pay-out',
  },
  underpriced: {
    vi: 'Nút từ chối giao dịch vì giá gas dưới mức sàn của nó',
    en: 'The node refuses a transaction as priced below the floor of its pool',
    affects: 'pay-out',
    burstMax: 3,
  },
  'gas-dear': { vi: 'Nút nói giá gas gấp nghìn lần', en: 'The node tells a thousand times the price of gas', affects: 'pay-out' },
  'fee-coin-gone': {
    vi: 'Nút nói ví của ta không có coin trả phí',
    en: 'The node says that our wallet has no coin for fees',
    affects: 'pay-out',
    burstMax: 3,
  },
  'too-many-logs': {
    vi: 'Nút từ chối vì quá nhiều sự kiện trong khoảng khối',
    en: 'The node refuses so many logs at once',
    affects: 'pay-in',
    burstMax: 3,
  },
  'logs-missing': {
    vi: 'Nút trả lời không có sự kiện nào, dù có',
    en: 'The node answers a range of blocks that holds logs as empty',
    affects: 'pay-in',
  },
  'wrong-chain': { vi: 'Cổng dẫn tới nút của chuỗi khác', en: 'The gateway leads to a node of another chain', affects: 'both', burstMax: 3 },
  overloaded: { vi: 'Nút trả lời lỗi quá tải', en: 'The node answers with an error of overload', affects: 'both', burstMax: 3 },
  'unauthorized-page': {
    vi: 'Cổng đứng trước nút trả lời trang 401',
    en: 'Something before the node answers with a page of 401',
    affects: 'both',
    burstMax: 3,
  },
  'rate-limited': { vi: 'Nút trả lời 429', en: 'The node answers 429', affects: 'both', burstMax: 3 },
  hangs: { vi: 'Nút không trả lời', en: 'The node does not answer', affects: 'both' },
  unreachable: { vi: 'Nút cắt kết nối', en: 'The node cuts the connection', affects: 'both', burstMax: 3 },
} as const satisfies FaultTable;

/** A fault of a node of Ethereum's kind. */
export type EvmFault = keyof typeof EVM_FAULTS;
