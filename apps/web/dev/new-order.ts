import type { ConfigView } from '@quydoi/contract/config';
import { AppError } from '@quydoi/contract/errors';
import type { CreateOrderInput } from '@quydoi/contract/orders/inputs';
import type { InstructionsView, OrderView } from '@quydoi/contract/orders/order-view';
import { paymentLink } from '@quydoi/domain/address/payment-link';
import { vietQrPayload } from '@quydoi/domain/bank/vietqr';
import { TIMER_SECONDS } from '@quydoi/domain/constants';
import { CURRENCIES, type CurrencyCode, isCurrencyCode, isTradedCode, needsHolderName, networkOf } from '@quydoi/domain/currencies';
import { parseDecimal } from '@quydoi/domain/money';
import { orderPrice } from '@quydoi/domain/price/discount';
import { NO_FEE, parseFeeRule } from '@quydoi/domain/price/fee';
import { enteredCurrency, type PriceTerms } from '@quydoi/domain/price/quote';
import { parseRate } from '@quydoi/domain/price/rate';
import { VOUCHER_REFUSALS_MAX } from '@quydoi/domain/voucher';
import { mockCoupon, mockDiscount } from './mock-coupons.ts';
import { COLLECTION_ACCOUNT, DEPOSIT_ACCOUNTS, depositAccount } from './sample-trades.ts';

/** The providers' pages for paying, where they have one. */
const CHECKOUT_URLS: Partial<Record<CurrencyCode, string>> = {
  pm: 'https://perfectmoney.com/api/step1.asp',
  wmz: 'https://merchant.web.money/lmi/payment.asp',
};
/** Accounts that end so have holders whose names cannot be looked up. */
export const UNKNOWN_END = '9999';

/** Creates a pending order, priced by the mock's configuration. @throws AppError like the exchange's `createOrder` */
export function newOrder(input: CreateOrderInput, config: ConfigView, ref: string, now: Date): OrderView {
  const { kind, from, to } = input;
  if (!isCurrencyCode(from) || !isCurrencyCode(to)) throw new AppError('CURRENCY_NOT_SUPPORTED');
  const { rate, terms } = termsOf(input, from, to, config);
  if (input.rateVersion !== rate.version) throw new AppError('RATE_CHANGED', {}, { rate: rate.value });
  requireForeign(input);
  const coupon = input.coupon ? mockCoupon({ coupon: input.coupon, kind }).code : null;
  const priced = orderPrice(
    { ...terms, discount: coupon === null ? null : mockDiscount(kind) },
    parseDecimal(input.quantity, CURRENCIES[enteredCurrency(terms)].scale) ?? 0n,
  );
  const needsName = needsHolderName(to) && !input.toBalance;
  const typed = to === 'vnd' && input.destination.endsWith(UNKNOWN_END) ? input.destinationName : undefined;
  return {
    ref,
    kind,
    fromBalance: input.fromBalance !== undefined,
    toBalance: input.toBalance === true,
    status: 'pending',
    reason: null,
    actions: from === 'e-voucher' ? ['submitVoucher', 'cancel'] : ['cancel'],
    masked: false,
    version: 1,
    from,
    to,
    ...priced,
    coupon,
    amountPaid: 0n,
    amountRefunded: 0n,
    cashAmount: kind === 'buy' ? priced.amountSent : priced.amountReceived,
    rate: rate.value,
    destination: input.destination,
    destinationBank: input.destinationBank ?? null,
    destinationName: needsName ? (typed ?? 'NGUYEN VAN AN') : null,
    isNameTyped: typed !== undefined,
    sender: input.sender ?? null,
    senderBank: input.senderBank ?? null,
    instructions: from === 'e-voucher' || input.fromBalance ? null : instructionsOf(from, priced.amountSent, ref),
    vouchers: from === 'e-voucher' ? { isChecking: false, left: VOUCHER_REFUSALS_MAX } : null,
    seen: null,
    refund: null,
    payoutReference: null,
    explorerUrl: null,
    events: [{ n: 1, code: 'created', params: {}, at: now }],
    createdAt: now,
    expiresAt: new Date(now.getTime() + TIMER_SECONDS * 1000),
    finalAt: null,
    retryAt: null,
    timerSeconds: TIMER_SECONDS,
    serverTime: now,
  };
}

/** Refuses our own accounts on the customer's side. */
function requireForeign({ kind, to, destination, destinationBank, sender, senderBank }: CreateOrderInput): void {
  const account = kind === 'buy' ? sender : destination;
  if (account === COLLECTION_ACCOUNT) throw new AppError('BANK_ACCOUNT_INVALID', { bank: senderBank ?? destinationBank ?? '', problem: 'ours' });
  if (isTradedCode(to) && destination === DEPOSIT_ACCOUNTS[to]) throw new AppError('WALLET_ADDRESS_INVALID', { currency: to, problem: 'ours' });
}

function termsOf({ kind, destinationBank }: CreateOrderInput, from: CurrencyCode, to: CurrencyCode, { rates, pairs, banks }: ConfigView) {
  const rate =
    kind === 'ex'
      ? pairs.find((pair) => pair.from === from && pair.to === to)
      : rates.find((candidate) => candidate.kind === kind && candidate.code === (kind === 'buy' ? to : from));
  const value = rate ? parseRate(rate.value) : null;
  if (!rate || value === null) throw new AppError('CURRENCY_NOT_SUPPORTED');
  const fee = kind === 'sell' ? NO_FEE : parseFeeRule(rate, CURRENCIES[to].scale);
  const bank = kind === 'sell' ? banks.find(({ code }) => code === destinationBank) : undefined;
  const terms: PriceTerms = { kind, from, to, rate: value, fee, bankFee: parseDecimal(bank?.payoutFee ?? '0', 0) ?? 0n };
  return { rate, terms };
}

function instructionsOf(from: CurrencyCode, amount: bigint, memo: string): InstructionsView {
  const network = CURRENCIES[from].network;
  if (from !== 'vnd') {
    const account = depositAccount(from);
    const checkoutUrl = CHECKOUT_URLS[from];
    return {
      network,
      amount,
      account,
      accountName: 'QUY DOI',
      bankCode: null,
      bankName: null,
      branch: null,
      memo,
      qr: networkOf(from).attribution.by === 'memo' ? null : paymentLink(from, account, amount),
      checkout: checkoutUrl === undefined ? null : { url: checkoutUrl, fields: { ref: memo } },
    };
  }
  const account = COLLECTION_ACCOUNT;
  return {
    network,
    amount,
    account,
    accountName: 'CONG TY QUY DOI',
    bankCode: 'vcb',
    bankName: 'Vietcombank',
    branch: 'Hà Nội',
    memo,
    qr: vietQrPayload({ bin: '970436', account, amount, memo }),
    checkout: null,
  };
}
