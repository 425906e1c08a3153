import type { FaultTable } from '../faults.ts';

/** Faults of the TRON node and its chain. */
export const TRON_FAULTS = {
  'lose-next-tx': {
    vi: 'Nút nhận giao dịch rồi quên, không bao giờ vào khối',
    en: 'A transaction is accepted and never gets into a block',
    affects: 'pay-out',
  },
  'deposit-vanishes': {
    vi: 'Tiền khách chuyển đến được thấy rồi biến mất',
    en: 'A deposit is seen in a block and gone before it is irreversible',
    affects: 'pay-in',
  },
  'broadcast-dropped': {
    vi: 'Nhận giao dịch rồi cắt kết nối',
    en: 'A transaction is taken, then the connection is cut',
    affects: 'pay-out',
    burstMax: 2,
  },
  'include-late': { vi: 'Giao dịch vào khối trễ mười khối', en: 'A transaction gets into a block ten blocks late', affects: 'pay-out' },
  expire: {
    vi: 'Nút nói giao dịch đã hết hạn, không nhận',
    en: 'The node calls a transaction expired and does not take it',
    affects: 'pay-out',
  },
  'out-of-energy': {
    vi: 'Ví của ta hết năng lượng: mất phí, không chuyển',
    en: 'Our transfer runs out of energy: the fee is burned, nothing moves',
    affects: 'pay-out',
  },
  'fee-coin-gone': {
    vi: 'Nút nói ví của ta không có TRX',
    en: 'The node says that our wallet has no TRX',
    affects: 'pay-out',
    burstMax: 3,
  },
  'energy-underestimated': {
    vi: 'Nút ước lượng quá ít năng lượng cho việc gom tiền: mất phí, không chuyển',
    en: 'The node estimates too little energy for a sweep: the fee is burned, nothing moves',
    affects: 'pay-in',
    burstMax: 3,
  },
  'clear-id-cache': { vi: 'Nút quên các mã giao dịch đã thấy', en: 'The node forgets the ids that it has seen', affects: 'pay-out' },
  'server-busy': {
    vi: 'Nút báo bận, không nhận giao dịch',
    en: 'The node says that it is busy and takes nothing',
    affects: 'pay-out',
    burstMax: 2,
  },
  'delay-solidity': {
    vi: 'Phía đã chốt đứng yên mười khối',
    en: 'The irreversible side stands still for ten blocks',
    affects: 'both',
  },
  'block-hidden': {
    vi: 'Nút trả lời thiếu các giao dịch của một khối',
    en: 'The node answers a block that holds something as empty',
    affects: 'pay-in',
  },
  'block-partial': {
    vi: 'Nút trả lời thiếu một giao dịch của một khối',
    en: 'The node leaves one transaction of a block out',
    affects: 'pay-in',
  },
  'block-without-transactions': {
    vi: 'Nút trả lời một khối mà không kèm giao dịch nào của khối đó',
    en: 'The node tells a block without the transactions that its header vouches for',
    affects: 'pay-in',
  },
  'not-connected': {
    vi: 'Nút không có kết nối, không nhận giao dịch',
    en: 'The node has no connections and takes no transaction',
    affects: 'pay-out',
    burstMax: 2,
  },
  'few-connections': {
    vi: 'Nút có quá ít kết nối, không nhận giao dịch',
    en: 'The node has too few connections and takes no transaction',
    affects: 'pay-out',
    burstMax: 2,
  },
  'blocks-unsolidified': {
    vi: 'Nút có quá nhiều khối chưa chốt, không nhận giao dịch',
    en: 'Too many blocks of the node are not irreversible: it takes no transaction',
    affects: 'pay-out',
    burstMax: 2,
  },
  'token-paused': {
    vi: 'Hợp đồng USDT tạm dừng, trong một khối',
    en: 'The USDT contract is paused, for a block',
    affects: 'both',
    stopsNetwork: true,
  },
  'token-deprecated': {
    vi: 'Hợp đồng USDT chuyển mọi lệnh sang hợp đồng mới, trong một khối',
    en: 'The USDT contract passes all calls to a new one, for a block',
    affects: 'both',
    stopsNetwork: true,
  },
  'token-fee': {
    vi: 'Hợp đồng USDT giữ phí 0,1 % của mỗi lần chuyển, trong một khối',
    en: 'The USDT contract keeps a fee of 0.1 % of each transfer, for a block',
    affects: 'both',
    stopsNetwork: true,
  },
  'wallet-blacklisted': {
    vi: 'Hợp đồng USDT khóa ví của ta, trong một khối',
    en: 'The USDT contract has our wallet on its blacklist, for a block',
    affects: 'pay-out',
    stopsNetwork: true,
  },
  'deposit-blacklisted': {
    vi: 'Hợp đồng USDT khóa các địa chỉ nhận tiền của ta, trong một khối',
    en: 'The USDT contract has our deposit addresses on its blacklist, for a block',
    affects: 'pay-in',
    burstMax: 3,
  },
  'recipient-blacklisted': {
    vi: 'Hợp đồng USDT không nhận chuyển đến địa chỉ của khách, trong một khối',
    en: 'The USDT contract refuses the recipients of our transfers, for a block',
    affects: 'pay-out',
    burstMax: 3,
  },
  overloaded: { vi: 'Nút trả lời 200 với lỗi quá tải', en: 'The node answers 200 with an error of overload', affects: 'both', burstMax: 3 },
  'key-disabled': { vi: 'Nút trả lời 403', en: 'The node answers 403', affects: 'both', burstMax: 3 },
  'unauthorized-page': {
    vi: 'Cổng đứng trước nút trả lời trang 401',
    en: 'Something before the node answers with a page of 401',
    affects: 'both',
    burstMax: 3,
  },
  'node-behind': {
    vi: 'Nút trả lời tốt nhưng chậm mười phút so với chuỗi',
    en: 'The node answers well, of the chain as it was ten minutes ago',
    affects: 'both',
    burstMax: 3,
  },
  'chain-restarted': {
    vi: 'Nút trả lời của một chuỗi khác: khối mới, số thấp',
    en: 'The node answers of another chain: new blocks, low numbers',
    affects: 'both',
  },
  'energy-dear': {
    vi: 'Nút nói giá năng lượng gấp mười lần',
    en: 'The node tells ten times the price of energy',
    affects: 'pay-out',
  },
  'rate-limited': { vi: 'Nút trả lời 429', en: 'The node answers 429', affects: 'both', burstMax: 3 },
  hangs: { vi: 'Nút không trả lời', en: 'The node does not answer', affects: 'both' },
  unreachable: { vi: 'Nút cắt kết nối', en: 'The node cuts the connection', affects: 'both', burstMax: 3 },
} as const satisfies FaultTable;

/** A fault of the TRON node. */
export type TronFault = keyof typeof TRON_FAULTS;
