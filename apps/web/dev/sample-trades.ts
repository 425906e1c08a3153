import type { InstructionsView, OrderView } from '@quydoi/contract/orders/order-view';
import { EVOUCHER_DESTINATION } from '@quydoi/domain/address/check';
import { paymentLink } from '@quydoi/domain/address/payment-link';
import { vietQrPayload } from '@quydoi/domain/bank/vietqr';
import { TIMER_SECONDS } from '@quydoi/domain/constants';
import { CURRENCIES, type TradedCode } from '@quydoi/domain/currencies';
import { VOUCHER_REFUSALS_MAX } from '@quydoi/domain/voucher';

/** Trade of a sample order, with its payment instructions. */
export interface SampleTrade {
  readonly view: Pick<
    OrderView,
    | 'kind'
    | 'from'
    | 'to'
    | 'quantity'
    | 'amountSent'
    | 'amountReceived'
    | 'feeExchange'
    | 'cashFee'
    | 'rate'
    | 'destination'
    | 'destinationBank'
    | 'destinationName'
    | 'sender'
    | 'senderBank'
  >;
  /** Null where the order is paid by a voucher, which needs none. */
  readonly instructions: (amount: bigint) => InstructionsView | null;
}

/** Where dong is paid to. */
export const COLLECTION_ACCOUNT = '0011004567890';
const MEMO = '7KQ2M9XR4B';
const EVM_ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
/** Our wallet or deposit address by currency. */
export const DEPOSIT_ACCOUNTS: Partial<Record<TradedCode, string>> = {
  pm: 'U2222222',
  wmz: 'Z123456789012',
  trc20: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC',
  bep20: EVM_ADDRESS,
  erc20: EVM_ADDRESS,
  eth: EVM_ADDRESS,
  btc: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
};
/** A customer's address on the chain of trc20. */
export const UNUSED_ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const UNUSED_EVM_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const UNUSED_BITCOIN_ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

const TO_BANK = { destination: '0011001234567', destinationBank: 'vcb', destinationName: 'NGUYEN VAN AN', cashFee: 0n, feeExchange: 0n } as const;
const TO_PM = { destination: 'U1234567', destinationBank: null, destinationName: 'NGUYEN VAN AN', cashFee: 0n } as const;
const TO_VOUCHER = { destination: EVOUCHER_DESTINATION, destinationBank: null, destinationName: null, cashFee: 0n } as const;
const TO_USDT = { destination: UNUSED_ADDRESS, destinationBank: null, destinationName: null, cashFee: 0n } as const;
const TO_EVM = { ...TO_USDT, destination: UNUSED_EVM_ADDRESS } as const;
const FROM_PM = { sender: 'U7654321', senderBank: null } as const;
const FROM_USDT = { sender: null, senderBank: null } as const;

/** A sale of 100 USDT on one of its chains. */
function sellUsdtOn<C extends 'trc20' | 'bep20' | 'erc20'>(code: C) {
  return {
    view: {
      kind: 'sell',
      from: code,
      to: 'vnd',
      quantity: 100_000_000n,
      amountSent: 100_000_000n,
      amountReceived: 2_548_000n,
      rate: '25480',
      ...TO_BANK,
      ...FROM_USDT,
    },
    instructions: payByChain(code),
  } as const;
}

/** One trade for each layout of the order page: paid from a bank, a wallet system or a chain. */
export const TRADES = {
  buyPm: {
    view: {
      kind: 'buy',
      from: 'vnd',
      to: 'pm',
      quantity: 10_000n,
      amountSent: 2_607_975n,
      amountReceived: 10_000n,
      feeExchange: 50n,
      rate: '25950',
      ...TO_PM,
      sender: '0011001234567',
      senderBank: 'vcb',
    },
    instructions: payByBank,
  },
  sellUsdt: sellUsdtOn('trc20'),
  sellPm: {
    view: {
      kind: 'sell',
      from: 'pm',
      to: 'vnd',
      quantity: 10_000n,
      amountSent: 10_000n,
      amountReceived: 2_510_000n,
      rate: '25100',
      ...TO_BANK,
      ...FROM_PM,
    },
    instructions: payByPm,
  },
  pmToUsdt: {
    view: {
      kind: 'ex',
      from: 'pm',
      to: 'trc20',
      quantity: 10_000n,
      amountSent: 10_000n,
      amountReceived: 96_200_000n,
      feeExchange: 800_000n,
      rate: '0.97',
      ...TO_USDT,
      ...FROM_PM,
    },
    instructions: payByPm,
  },
  usdtToPm: {
    view: {
      kind: 'ex',
      from: 'trc20',
      to: 'pm',
      quantity: 100_000_000n,
      amountSent: 100_000_000n,
      amountReceived: 9_750n,
      feeExchange: 50n,
      rate: '0.98',
      ...TO_PM,
      ...FROM_USDT,
    },
    instructions: payByChain('trc20'),
  },
  buyErc20: {
    view: {
      kind: 'buy',
      from: 'vnd',
      to: 'erc20',
      quantity: 100_000_000n,
      amountSent: 2_713_200n,
      amountReceived: 100_000_000n,
      feeExchange: 5_000_000n,
      rate: '25840',
      ...TO_EVM,
      sender: '0011001234567',
      senderBank: 'vcb',
    },
    instructions: payByBank,
  },
  buyVoucher: {
    view: {
      kind: 'buy',
      from: 'vnd',
      to: 'e-voucher',
      quantity: 10_000n,
      amountSent: 2_620_950n,
      amountReceived: 10_000n,
      feeExchange: 100n,
      rate: '25950',
      ...TO_VOUCHER,
      sender: '0011001234567',
      senderBank: 'vcb',
    },
    instructions: payByBank,
  },
  sellVoucher: {
    view: {
      kind: 'sell',
      from: 'e-voucher',
      to: 'vnd',
      quantity: 10_000n,
      amountSent: 10_000n,
      amountReceived: 2_500_000n,
      rate: '25000',
      ...TO_BANK,
      ...FROM_USDT,
    },
    instructions: payByVoucher,
  },
  sellBep20: sellUsdtOn('bep20'),
  sellErc20: sellUsdtOn('erc20'),
  bep20ToErc20: {
    view: {
      kind: 'ex',
      from: 'bep20',
      to: 'erc20',
      quantity: 100_000_000n,
      amountSent: 100_000_000n,
      amountReceived: 94_000_000n,
      feeExchange: 5_000_000n,
      rate: '0.99',
      ...TO_EVM,
      ...FROM_USDT,
    },
    instructions: payByChain('bep20'),
  },
  sellEth: {
    view: {
      kind: 'sell',
      from: 'eth',
      to: 'vnd',
      quantity: 12_345_678n,
      amountSent: 12_345_678n,
      amountReceived: 11_172_838n,
      rate: '90500000',
      ...TO_BANK,
      ...FROM_USDT,
    },
    instructions: payByChain('eth'),
  },
  sellBtc: {
    view: {
      kind: 'sell',
      from: 'btc',
      to: 'vnd',
      quantity: 123_456n,
      amountSent: 123_456n,
      amountReceived: 2_851_833n,
      rate: '2310000000',
      ...TO_BANK,
      ...FROM_USDT,
    },
    instructions: payByChain('btc'),
  },
  buyBtc: {
    view: {
      kind: 'buy',
      from: 'vnd',
      to: 'btc',
      quantity: 1_000_000n,
      amountSent: 23_617_500n,
      amountReceived: 1_000_000n,
      feeExchange: 5_000n,
      rate: '2350000000',
      ...TO_USDT,
      destination: UNUSED_BITCOIN_ADDRESS,
      sender: '0011001234567',
      senderBank: 'vcb',
    },
    instructions: payByBank,
  },
} as const satisfies Record<string, SampleTrade>;

/** Builds the view of a new order for a trade. */
export function tradeView({ view }: SampleTrade, ref: string, createdAt: Date, now: Date): OrderView {
  return {
    ...view,
    ref,
    status: 'pending',
    reason: null,
    actions: [],
    masked: false,
    isNameTyped: false,
    discount: 0n,
    coupon: null,
    fromBalance: false,
    toBalance: false,
    version: 1,
    amountPaid: 0n,
    amountRefunded: 0n,
    cashAmount: view.kind === 'buy' ? view.amountSent : view.amountReceived,
    instructions: null,
    seen: null,
    vouchers: CURRENCIES[view.from].isVoucher ? { isChecking: false, left: VOUCHER_REFUSALS_MAX } : null,
    refund: null,
    payoutReference: null,
    explorerUrl: null,
    events: [],
    createdAt,
    expiresAt: new Date(createdAt.getTime() + TIMER_SECONDS * 1000),
    finalAt: null,
    retryAt: null,
    timerSeconds: TIMER_SECONDS,
    serverTime: now,
  };
}

function payByBank(amount: bigint): InstructionsView {
  const account = COLLECTION_ACCOUNT;
  return {
    network: 'bank',
    amount,
    account,
    accountName: 'CONG TY QUY DOI',
    bankCode: 'vcb',
    bankName: 'Vietcombank',
    branch: 'Hà Nội',
    memo: MEMO,
    qr: vietQrPayload({ bin: '970436', account, amount, memo: MEMO }),
    checkout: null,
  };
}

function payByVoucher(): null {
  return null;
}

function payByPm(amount: bigint): InstructionsView {
  return { ...NO_BANK, network: CURRENCIES.pm.network, amount, account: depositAccount('pm'), accountName: 'QUY DOI', memo: MEMO, qr: null };
}

function payByChain(code: TradedCode): SampleTrade['instructions'] {
  const account = depositAccount(code);
  return (amount) => ({
    ...NO_BANK,
    network: CURRENCIES[code].network,
    amount,
    account,
    accountName: '',
    memo: '',
    qr: paymentLink(code, account, amount),
  });
}

/** Our wallet or deposit address of a currency; throws where there is none. */
export function depositAccount(code: TradedCode): string {
  const account = DEPOSIT_ACCOUNTS[code];
  if (account === undefined) throw new Error(`no account to pay ${code} into`);
  return account;
}

const NO_BANK = { bankCode: null, bankName: null, branch: null, checkout: null } as const;
