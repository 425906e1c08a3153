import type { AccountExportView, CustomerView } from '@quydoi/contract/accounts';
import type { ConfigView, LiveView, RateView } from '@quydoi/contract/config';
import type { ConfigExtras } from '@quydoi/contract/config-extras';
import type { MismatchOptionsView } from '@quydoi/contract/orders/mismatch-options';
import type { OrderListView } from '@quydoi/contract/orders/order-list';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import type { QuoteView } from '@quydoi/contract/orders/quote';
import type { ReviewView } from '@quydoi/contract/reviews';
import { sampleConfig } from '@quydoi/contract/testing/sample-config';
import type { CoinTransactionsView, WalletView } from '@quydoi/contract/wallet';

/** The moment at which tests stand. */
export const NOW = new Date('2026-01-05T10:00:00.000Z');

const SAMPLE = sampleConfig({ codes: ['pm', 'trc20'], pairs: ['trc20:pm'], banks: ['vcb'] });

/**
 * A small site: two currencies of which one is not bought back, a swap, a bank; one rate with every optional field. Texts differ from the defaults,
 * so that a test which finds them has read this configuration.
 */
export const CONFIG_VIEW: ConfigView = {
  ...SAMPLE,
  version: '7',
  site: { ...SAMPLE.site, email: 'hotro@quydoi.example' },
  currencies: SAMPLE.currencies.map((one) => (one.code === 'pm' ? one : { ...one, allowSell: false, addressExample: 'T…' })),
  rates: [
    { ...rate('pm', 'buy'), version: 3 },
    { ...rate('trc20', 'sell'), value: '26050.50', fee: '0.8', maxFee: '50', minQuantity: '12.500', version: 4 },
  ],
  pairs: SAMPLE.pairs.map((pair) => ({ ...pair, version: 5 })),
  banks: SAMPLE.banks.map((bank) => ({ ...bank, name: 'Ngân hàng TMCP Ngoại thương Việt Nam', aliases: ['vietcom'] })),
};

function rate(code: string, kind: RateView['kind']): RateView {
  return SAMPLE.rates.find((one) => one.code === code && one.kind === kind) as RateView;
}

/** An approved review of a sale whose amount no float holds. */
export const REVIEW_VIEW: ReviewView = {
  id: '019b8d60-2a00-7000-8000-000000000001',
  content: 'Nhanh và rõ ràng 👍',
  kind: 'sell',
  from: 'trc20',
  to: 'vnd',
  amountSent: '9007199254740993.000001',
  amountReceived: '2535000',
  at: '2026-01-05T09:59:00.000Z',
};

/** Reserves, a trade and a review. */
export const LIVE_VIEW: LiveView = {
  version: '12',
  reserves: [
    { code: 'pm', available: '20000.00' },
    { code: 'usdt-tron', available: '49949.200000' },
  ],
  hourAgo: [{ code: 'pm', kind: 'buy', value: '25900' }],
  recentTrades: [{ kind: 'buy', from: 'vnd', to: 'pm', amountSent: '2607975', amountReceived: '100.00', at: '2026-01-05T09:58:00.000Z' }],
  reviews: [REVIEW_VIEW],
};

/** Path of the picture of the article. */
export const ARTICLE_PICTURE = `/pictures/${'b'.repeat(64)}.jpg`;

/** A payout, an article and three questions, of which one is translated into English. Texts contain characters that HTML must escape. */
export const CONFIG_EXTRAS: ConfigExtras = {
  version: '1',
  chainPayouts: [{ unit: 'USDT', amount: '100', reference: '•••9c1f', address: '•••bLSE', at: NOW.toISOString() }],
  articles: [
    {
      picture: ARTICLE_PICTURE,
      id: 3,
      seoUrl: 'phi-trc20',
      category: 'Thông báo',
      author: 'Admin',
      publishedAt: NOW.toISOString(),
      updatedAt: NOW.toISOString(),
      locale: 'vi',
      title: 'Phí TRC20 & ERC20',
      summary: 'Phí mạng <đổi> từ hôm nay.',
      body: [
        { tag: 'h2', children: ['Phí <script>'] },
        { tag: 'p', children: ['Xem ', { tag: 'a', href: 'https://tronscan.org/?a=1&b=2', children: ["'biểu phí'"] }, '.'] },
      ],
    },
  ],
  questions: {
    vi: {
      categories: [
        {
          id: 2,
          locale: 'vi',
          subject: 'Hoàn & đổi',
          questions: [
            { id: 6, locale: 'vi', orderBy: 1, question: 'Tiền < 1 USD?', answer: [{ tag: 'p', children: ['Không < 1.'] }] },
            { id: 5, locale: 'vi', orderBy: 2, question: 'Hoàn về đâu?', answer: [{ tag: 'p', children: ['Về ví đã gửi.'] }] },
          ],
        },
        {
          id: 4,
          locale: 'vi',
          subject: 'Khác',
          questions: [{ id: 9, locale: 'vi', orderBy: 0, question: 'Có ứng dụng không?', answer: [{ tag: 'p', children: ['Không.'] }] }],
        },
      ],
    },
    en: {
      categories: [
        {
          id: 2,
          locale: 'en',
          subject: 'Refunds & swaps',
          questions: [
            { id: 6, locale: 'en', orderBy: 1, question: 'Money < 1 USD?', answer: [{ tag: 'p', children: ['Not < 1.'] }] },
            { id: 5, locale: 'vi', orderBy: 2, question: 'Hoàn về đâu?', answer: [{ tag: 'p', children: ['Về ví đã gửi.'] }] },
          ],
        },
        {
          id: 4,
          locale: 'vi',
          subject: 'Khác',
          questions: [{ id: 9, locale: 'vi', orderBy: 0, question: 'Có ứng dụng không?', answer: [{ tag: 'p', children: ['Không.'] }] }],
        },
      ],
    },
  },
};

/** What can be decided about an underpaid purchase: 1,000,000 đ of 1,338,580 đ came in. */
export const DECISION_VIEW: MismatchOptionsView = {
  missing: 338_580n,
  excess: null,
  recalculation: {
    offer: '4-1000000',
    quantity: 37_150_664n,
    amountSent: 1_000_000n,
    amountReceived: 37_150_664n,
    feeExchange: 800_000n,
    discount: 0n,
    cashFee: 0n,
    rate: '26350',
    rateVersion: 4,
    newRatePart: null,
    expiresAt: new Date(NOW.getTime() + 180_000),
  },
  recalculationRefusal: null,
  refund: { amount: 1_000_000n, fee: 0n },
  excessRefund: null,
};

/** An unpaid purchase of 50 USDT, as its owner sees it. */
export const BUY_VIEW: OrderView = {
  ref: '7KQ2M9XR4B',
  kind: 'buy',
  status: 'pending',
  reason: null,
  actions: ['cancel'],
  masked: false,
  version: 1,
  from: 'vnd',
  to: 'trc20',
  quantity: 50_000_000n,
  amountSent: 1_338_580n,
  amountReceived: 50_000_000n,
  amountPaid: 0n,
  amountRefunded: 0n,
  vouchers: null,
  seen: null,
  refund: null,
  feeExchange: 800_000n,
  discount: 0n,
  cashAmount: 1_338_580n,
  cashFee: 0n,
  rate: '26350',
  destination: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
  destinationBank: null,
  destinationName: null,
  isNameTyped: false,
  sender: '0011001234567',
  senderBank: 'vcb',
  coupon: null,
  fromBalance: false,
  toBalance: false,
  instructions: {
    network: 'bank',
    amount: 1_338_580n,
    account: '1020304050607',
    accountName: 'CONG TY QUY DOI',
    bankCode: 'vcb',
    bankName: 'Vietcombank',
    branch: 'Hà Nội',
    memo: '7KQ2M9XR4B',
    qr: '00020101021238',
    checkout: null,
  },
  payoutReference: null,
  explorerUrl: null,
  events: [{ n: 1, code: 'created', params: {}, at: NOW }],
  createdAt: NOW,
  expiresAt: new Date(NOW.getTime() + 1_800_000),
  finalAt: null,
  retryAt: null,
  timerSeconds: 1800,
  serverTime: NOW,
};

/** A finished sale of 100 PM, delivered two days and a bit before NOW. */
export const SELL_VIEW: OrderView = {
  ...BUY_VIEW,
  ref: 'SELL234567',
  kind: 'sell',
  status: 'delivered',
  actions: [],
  from: 'pm',
  to: 'vnd',
  quantity: 10_000n,
  amountSent: 10_000n,
  amountReceived: 2_535_000n,
  amountPaid: 10_000n,
  feeExchange: 0n,
  cashAmount: 2_535_000n,
  rate: '25350.000000000000',
  destination: '0011001234567',
  destinationBank: 'vcb',
  destinationName: 'NGUYEN VAN A',
  sender: 'U7654321',
  senderBank: null,
  instructions: null,
  payoutReference: 'FT26005123456',
  events: [
    { n: 1, code: 'created', params: {}, at: new Date('2026-01-03T09:00:00.000Z') },
    { n: 2, code: 'delivered', params: {}, at: new Date('2026-01-03T09:59:59.999Z') },
  ],
  createdAt: new Date('2026-01-03T09:00:00.000Z'),
  finalAt: new Date('2026-01-03T09:59:59.999Z'),
};

/** A swap of more USDT than a float can count, paid out on a chain just now. */
export const EX_VIEW: OrderView = {
  ...BUY_VIEW,
  ref: 'SWAP234567',
  kind: 'ex',
  status: 'delivered',
  actions: ['review'],
  from: 'pm',
  to: 'trc20',
  quantity: 9_007_199_254_740_993_07n,
  amountSent: 9_007_199_254_740_993_07n,
  amountReceived: 9_007_199_254_740_993_000_001n,
  amountPaid: 9_007_199_254_740_993_07n,
  cashAmount: 0n,
  rate: '1.000842',
  sender: null,
  senderBank: null,
  instructions: null,
  payoutReference: 'f0c1d2e3',
  explorerUrl: 'https://tronscan.example/#/transaction/f0c1d2e3',
  finalAt: NOW,
};

/** A purchase of which too little came in, as its owner sees it. */
export const UNDERPAID_VIEW: OrderView = {
  ...BUY_VIEW,
  ref: 'UNDER23456',
  status: 'verifying_transaction',
  reason: 'underpaid',
  actions: ['topUp', 'acceptRecalculation', 'requestRefund'],
  amountPaid: 1_000_000n,
};

/** A sale of USDT whose deposit is seen and not final yet. */
export const SEEN_VIEW: OrderView = {
  ...SELL_VIEW,
  ref: 'SEEN234567',
  status: 'verifying_transaction',
  from: 'trc20',
  quantity: 100_000_000n,
  amountSent: 100_000_000n,
  amountPaid: 0n,
  rate: '26050',
  amountReceived: 2_605_000n,
  cashAmount: 2_605_000n,
  sender: null,
  seen: {
    amount: 100_000_000n,
    reference: 'ab12',
    explorerUrl: 'https://tronscan.org/#/transaction/ab12',
    at: NOW,
    needed: 19,
    blockMs: 3_000,
  },
  instructions: null,
  payoutReference: null,
  events: [{ n: 1, code: 'payment_unconfirmed', params: {}, at: NOW }],
  createdAt: NOW,
  finalAt: null,
};

/** The price of the purchase. */
export const QUOTE_VIEW: QuoteView = {
  id: 'q1',
  kind: 'buy',
  from: 'vnd',
  to: 'trc20',
  quantity: 50_000_000n,
  amountSent: 1_338_580n,
  amountReceived: 50_000_000n,
  feeExchange: 800_000n,
  cashFee: 0n,
  rate: '26350',
  rateVersion: 3,
  min: '10',
  max: '20000',
  needs: [],
  expiresAt: NOW,
};

/** Some dong and coins, of which bitcoin can be deposited. */
export const WALLET_VIEW: WalletView = {
  balances: [
    { currency: 'vnd', balance: 2_392_025n, withdrawal: { min: 100_000n, max: 499_999_999n, fee: 0n } },
    { currency: 'eth', balance: 0n, withdrawal: null },
    { currency: 'btc', balance: 1_234_567n, withdrawal: { min: 20_000n, max: 100_000_000n, fee: 4_000n } },
  ],
  deposit: {
    account: '0011004567890',
    accountName: 'CONG TY QUY DOI',
    bankCode: 'vcb',
    bankName: 'Vietcombank',
    branch: '',
    memo: 'DEPCV7KQ2M9XR',
    qr: null,
  },
  addresses: [
    { currency: 'eth', address: null, qr: null, min: 1_000n },
    { currency: 'btc', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', qr: null, min: 1_000n },
  ],
};

/** A deposit of bitcoin, and a withdrawal that is on its way. */
export const COIN_TRANSACTIONS_VIEW: CoinTransactionsView = {
  items: [
    {
      id: '019b962f-2230-74f0-9b67-9b892fc1242c',
      kind: 'withdrawal',
      currency: 'btc',
      amount: 100_000n,
      fee: 2_000n,
      hash: null,
      from: null,
      to: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
      state: 'processing',
      version: 2,
      at: NOW,
    },
    {
      id: '019b962f-2230-74f0-9b67-9b892fc1242b',
      kind: 'deposit',
      currency: 'btc',
      amount: 1_334_567n,
      fee: 0n,
      hash: 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
      from: null,
      to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      state: 'done',
      version: 3,
      at: NOW,
    },
  ],
  offset: 0,
  limit: 8,
};

/** A customer with an account, whom another one has brought. */
export const CUSTOMER_VIEW: CustomerView = {
  id: '7KQ2M9XR',
  email: 'lan@example.vn',
  isEmailVerified: true,
  username: 'Lan2026',
  avatar: '/avatars/k7Yw2mE0vQx5sT1uR9oPbA',
  fullName: 'Nguyễn Thị Lan',
  firstName: 'Lan',
  lastName: 'Nguyễn',
  birthday: '1990-12-31',
  passportId: 'C1234567',
  phoneNumber: '0912345678',
  streetAddress1: '12 Lê Lợi',
  streetAddress2: '',
  city: 'TP. Hồ Chí Minh',
  postalCode: '700000',
  countryCode: 'VN',
  language: 'vi',
  timeZone: 'Asia/Ho_Chi_Minh',
  currencyKey: 'vnd',
  isLockScreen: true,
  sponsor: 'ABCD2345',
  docStatus: 'not_uploaded',
  twoFactor: 'none',
  createdAt: NOW,
};

/** The page of orders of a customer who has bought and sold. */
export const ORDER_LIST_VIEW: OrderListView = {
  items: [SELL_VIEW, BUY_VIEW].map((order) => ({
    ref: order.ref,
    kind: order.kind,
    status: order.status,
    reason: order.reason,
    from: order.from,
    to: order.to,
    amountSent: order.amountSent,
    amountReceived: order.amountReceived,
    sender: order.sender,
    senderBank: order.senderBank,
    destination: order.destination,
    destinationBank: order.destinationBank,
    retryAt: order.retryAt,
    isClaimed: false,
    createdAt: order.createdAt,
    expiresAt: new Date('2026-01-06T02:30:00Z'),
  })),
  total: 2,
  offset: 0,
  limit: 8,
};

/** All that is kept of that customer: one device, and the same orders. */
export const ACCOUNT_EXPORT_VIEW: AccountExportView = {
  exportedAt: NOW,
  customer: CUSTOMER_VIEW,
  twoFactor: { twoFactor: 'none', since: null, recoveryCodesLeft: 0, sentTo: null, isSmsOffered: true },
  passkeys: [{ name: 'Chrome, Android', createdAt: NOW, usedAt: null }],
  sessions: [{ id: 's1', isCurrent: true, userAgent: 'Firefox', ip: '203.0.113.7', createdAt: NOW, expiresAt: NOW }],
  devices: [{ seenAt: NOW }],
  destinations: [{ currency: 'vnd', bank: 'vcb', account: '0011001234567', savedAt: NOW }],
  identity: { docStatus: 'not_uploaded', parts: [], submittedAt: null, refusal: null },
  avatar: { image: '/9j/4AAQ', uploadedAt: NOW },
  orders: ORDER_LIST_VIEW.items.map((order, index) => ({
    ...order,
    destinationName: [SELL_VIEW, BUY_VIEW][index]?.destinationName ?? null,
    coupon: null,
    isAdopted: index === 1,
    finalAt: [SELL_VIEW, BUY_VIEW][index]?.finalAt ?? null,
  })),
  wallet: {
    balances: WALLET_VIEW.balances.map(({ currency, balance }) => ({ currency, balance })),
    addresses: [{ currency: 'btc', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }],
    statement: [
      {
        ...{ n: 1, currency: 'vnd', kind: 'deposit', at: NOW, amount: 2_392_025n, balance: 2_392_025n },
        ...{ orderRef: null, withdrawalRef: null, paymentReference: 'FT26123456789' },
      },
    ],
    withdrawals: [],
  },
  referrals: [{ order: '•••7M2K', at: NOW, amount: 2_595n, returned: 0n, owed: 0n }],
};
