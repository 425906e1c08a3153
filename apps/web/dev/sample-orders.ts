import type { OrderView, RefundView } from '@quydoi/contract/orders/order-view';
import { EVOUCHER_DESTINATION } from '@quydoi/domain/address/check';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import { explorerUrl } from '@quydoi/domain/networks';
import { mismatchEvent } from '@quydoi/domain/order/steps';
import { type SampleTrade, TRADES, tradeView, UNUSED_ADDRESS } from './sample-trades.ts';

interface Sample {
  readonly name: string;
  readonly trade?: SampleTrade;
  readonly changes: Partial<OrderView>;
  /** Age of the order in seconds. */
  readonly seconds?: number;
  /** Seconds after its creation at which its customer claimed the payment, and has no answer yet. */
  readonly claimedAt?: number;
  /** What the issuer has said of a voucher. */
  readonly voucher?: 'voucher_accepted' | 'voucher_refused' | 'voucher_unknown';
}

const TXID = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const EVM_TXID = `0x${TXID}`;
const EXPLORER_URL = explorerUrl(CURRENCIES.trc20.network, TXID);
const VERIFYING = { status: 'verifying_transaction' } as const;
const UNDERPAID = { ...VERIFYING, reason: 'underpaid', actions: ['topUp', 'acceptRecalculation', 'requestRefund'] } as const;
const UNDERPAID_OVER = { ...VERIFYING, reason: 'underpaid', actions: ['acceptRecalculation', 'requestRefund'] } as const;
const UNDERPAID_BY_VOUCHER = { ...VERIFYING, reason: 'underpaid', actions: ['submitVoucher', 'acceptRecalculation', 'requestRefund'] } as const;
const OVERPAID = { ...VERIFYING, reason: 'overpaid', actions: ['acceptRecalculation', 'refundExcess', 'requestRefund'] } as const;
const LATE = { ...VERIFYING, reason: 'late', actions: ['acceptRecalculation', 'requestRefund'] } as const;

/** One order per presentation of the order page. References start with SAMPLE. */
const SAMPLES: readonly Sample[] = [
  { name: 'PENDING', changes: { actions: ['cancel'] }, seconds: 120 },
  { name: 'APP', changes: { actions: ['cancel'], senderBank: 'mb' }, seconds: 120 },
  { name: 'MASKED', changes: { masked: true, destination: 'U123…567', destinationName: null, sender: null, senderBank: null }, seconds: 120 },
  { name: 'DANGER', changes: { actions: ['cancel'] }, seconds: 1700 },
  { name: 'TIMEROVER', changes: {}, seconds: 1900 },
  { name: 'CLAIMED', changes: { actions: ['cancel'] }, seconds: 300, claimedAt: 180 },
  { name: 'CLAIMEDOVER', changes: {}, seconds: 1900, claimedAt: 180 },
  { name: 'VERIFYING', changes: VERIFYING, seconds: 400 },
  { name: 'UNDERPAID', changes: { ...mutable(UNDERPAID), amountPaid: 1_000_000n }, seconds: 300 },
  { name: 'CLAIMEDREST', changes: { ...mutable(UNDERPAID), amountPaid: 1_000_000n }, seconds: 300, claimedAt: 180 },
  { name: 'CLAIMEDLESS', changes: { ...mutable(UNDERPAID), amountPaid: 1_000_000n }, seconds: 300, claimedAt: 30 },
  { name: 'UNDERPAIDOVER', changes: { ...mutable(UNDERPAID_OVER), amountPaid: 1_000_000n }, seconds: 2000 },
  { name: 'UNDERPAIDTINY', changes: { ...mutable(UNDERPAID_OVER), amountPaid: 200n }, seconds: 2000 },
  { name: 'OVERPAID', changes: { ...mutable(OVERPAID), amountPaid: 3_000_000n }, seconds: 300 },
  { name: 'LATE', changes: { ...mutable(LATE), amountPaid: 2_607_975n }, seconds: 3000 },
  { name: 'RISK', changes: { ...VERIFYING, reason: 'risk', amountPaid: 2_607_975n }, seconds: 300 },
  { name: 'REFUNDING', changes: { ...VERIFYING, reason: 'refunding', ...refunded('sending') }, seconds: 300 },
  { name: 'REFUNDFAILED', changes: { ...VERIFYING, reason: 'refunding', ...refunded('failed') }, seconds: 900 },
  { name: 'PAID', changes: { status: 'paid' }, seconds: 60 },
  { name: 'DELIVERING', changes: { status: 'delivering' }, seconds: 700 },
  { name: 'EXCESSREFUND', changes: { status: 'delivering', ...excessRefunded('waiting') }, seconds: 90 },
  { name: 'RETRY', changes: { status: 'retry_scheduled', retryAt: new Date(0) }, seconds: 90 },
  { name: 'HANDMAKE', changes: { status: 'handmake', reason: 'over_limit' }, seconds: 90 },
  { name: 'ERROR', changes: { status: 'error', reason: 'payout_unknown' }, seconds: 900 },
  { name: 'DELIVERED', changes: { status: 'delivered', actions: ['review'], payoutReference: '498213377' }, seconds: 200 },
  { name: 'EXCESSREFUNDED', changes: { status: 'delivered', payoutReference: '498213377', ...excessRefunded('done') }, seconds: 200 },
  { name: 'EXPIRED', changes: { status: 'cancelled', reason: 'expired' }, seconds: 4000 },
  { name: 'ABANDONED', changes: { status: 'cancelled', reason: 'abandoned' }, seconds: 4000 },
  { name: 'REFUNDED', changes: { status: 'cancelled', reason: 'refunded', ...refunded('done') }, seconds: 4000 },
  { name: 'FORGED', changes: { status: 'forged' }, seconds: 4000 },

  { name: 'SELL', trade: TRADES.sellUsdt, changes: { actions: ['cancel'] }, seconds: 120 },
  { name: 'LONG', trade: TRADES.sellUsdt, changes: { actions: ['cancel'], destinationName: 'NGUYENHOANGPHUCAN'.repeat(4) }, seconds: 120 },
  { name: 'SELLPM', trade: TRADES.sellPm, changes: { actions: ['cancel'] }, seconds: 120 },
  { name: 'SEEN', trade: TRADES.sellUsdt, changes: { ...VERIFYING, seen: unconfirmedPayment() }, seconds: 90 },
  { name: 'SELLUNDERPAID', trade: TRADES.sellUsdt, changes: { ...mutable(UNDERPAID), amountPaid: 80_000_000n }, seconds: 300 },
  { name: 'SELLTOPPEDUP', trade: TRADES.sellUsdt, changes: { ...mutable(UNDERPAID), amountPaid: 80_000_000n, seen: toppedUp() }, seconds: 300 },
  { name: 'SELLUNDERPAIDOVER', trade: TRADES.sellUsdt, changes: { ...mutable(UNDERPAID_OVER), amountPaid: 80_000_000n }, seconds: 2000 },
  { name: 'SELLOVERPAID', trade: TRADES.sellPm, changes: { ...mutable(OVERPAID), amountPaid: 12_050n }, seconds: 300 },
  { name: 'SELLLATE', trade: TRADES.sellUsdt, changes: { ...mutable(LATE), amountPaid: 100_000_000n }, seconds: 3000 },
  { name: 'SELLRISK', trade: TRADES.sellPm, changes: { ...VERIFYING, reason: 'risk', amountPaid: 10_000n }, seconds: 300 },
  { name: 'SELLREFUNDED', trade: TRADES.sellUsdt, changes: { status: 'cancelled', reason: 'refunded', ...usdtRefunded() }, seconds: 4000 },
  { name: 'OTP', trade: TRADES.sellUsdt, changes: { status: 'waitingotp' }, seconds: 90 },
  { name: 'SELLHANDMAKE', trade: TRADES.sellPm, changes: { status: 'handmake', reason: 'rail_off' }, seconds: 90 },
  { name: 'REVERSED', trade: TRADES.sellPm, changes: { status: 'error', reason: 'reversed' }, seconds: 900 },
  {
    name: 'SELLDELIVERED',
    trade: TRADES.sellUsdt,
    changes: { status: 'delivered', actions: ['review'], payoutReference: 'FT26325081234567' },
    seconds: 200,
  },
  { name: 'SWAP', trade: TRADES.pmToUsdt, changes: { actions: ['cancel'] }, seconds: 120 },
  { name: 'SWAPUSDT', trade: TRADES.usdtToPm, changes: { actions: ['cancel'] }, seconds: 120 },
  { name: 'SWAPDELIVERING', trade: TRADES.pmToUsdt, changes: { status: 'delivering' }, seconds: 90 },
  {
    name: 'SWAPDELIVERED',
    trade: TRADES.pmToUsdt,
    changes: { status: 'delivered', payoutReference: TXID, explorerUrl: EXPLORER_URL },
    seconds: 200,
  },
  { name: 'VOUCHER', trade: TRADES.sellVoucher, changes: { actions: ['submitVoucher', 'cancel'] }, seconds: 120 },
  { name: 'VOUCHERTRIES', trade: TRADES.sellVoucher, changes: { actions: ['submitVoucher', 'cancel'] }, seconds: 120 },
  { name: 'VOUCHEROVER', trade: TRADES.sellVoucher, changes: {}, seconds: 1900 },
  {
    name: 'VOUCHERCHECKING',
    trade: TRADES.sellVoucher,
    changes: { actions: ['submitVoucher'], vouchers: { isChecking: true, left: 5 } },
    seconds: 120,
  },
  {
    name: 'VOUCHERREFUSED',
    trade: TRADES.sellVoucher,
    changes: { actions: ['submitVoucher', 'cancel'], vouchers: { isChecking: false, left: 3 } },
    seconds: 120,
    voucher: 'voucher_refused',
  },
  { name: 'VOUCHERACCEPTED', trade: TRADES.sellVoucher, changes: { actions: ['submitVoucher'] }, seconds: 120, voucher: 'voucher_accepted' },
  { name: 'VOUCHERUNDERPAID', trade: TRADES.sellVoucher, changes: { ...mutable(UNDERPAID_BY_VOUCHER), amountPaid: 8_000n }, seconds: 120 },
  {
    name: 'VOUCHERENDED',
    trade: TRADES.sellVoucher,
    changes: { status: 'ERROR_EVOUCHER', reason: 'voucher_refused', amountPaid: 0n, vouchers: { isChecking: false, left: 0 } },
    seconds: 300,
    voucher: 'voucher_refused',
  },
  {
    name: 'VOUCHERUNKNOWN',
    trade: TRADES.sellVoucher,
    changes: { status: 'ERROR_EVOUCHER', reason: 'voucher_unknown', amountPaid: 0n },
    seconds: 900,
    voucher: 'voucher_unknown',
  },
  { name: 'VOUCHEREXPIRED', trade: TRADES.sellVoucher, changes: { status: 'cancelled', reason: 'expired' }, seconds: 4000 },
  { name: 'VOUCHERREFUNDED', trade: TRADES.sellVoucher, changes: { status: 'cancelled', reason: 'refunded', ...voucherRefunded() }, seconds: 4000 },
  {
    name: 'VOUCHERDELIVERED',
    trade: TRADES.buyVoucher,
    changes: { status: 'delivered', actions: ['review'], payoutReference: '498213377' },
    seconds: 200,
  },
  {
    name: 'VOUCHERMASKED',
    trade: TRADES.buyVoucher,
    changes: { status: 'delivered', masked: true, destination: '•••cher', sender: null, senderBank: null },
    seconds: 200,
  },
  { name: 'BEP20', trade: TRADES.sellBep20, changes: { actions: ['cancel'] }, seconds: 120 },
  { name: 'ERC20', trade: TRADES.sellErc20, changes: { actions: ['cancel'] }, seconds: 120 },
  { name: 'ERC20SEEN', trade: TRADES.sellErc20, changes: { ...VERIFYING, seen: unconfirmedEvmPayment() }, seconds: 90 },
  { name: 'BEP20UNDERPAID', trade: TRADES.sellBep20, changes: { ...mutable(UNDERPAID), amountPaid: 80_000_000n }, seconds: 300 },
  { name: 'ERC20DELIVERING', trade: TRADES.buyErc20, changes: { status: 'delivering' }, seconds: 90 },
  {
    name: 'ERC20DELIVERED',
    trade: TRADES.bep20ToErc20,
    changes: { status: 'delivered', actions: ['review'], payoutReference: EVM_TXID, explorerUrl: explorerUrl('ethereum', EVM_TXID) },
    seconds: 200,
  },
  { name: 'ETH', trade: TRADES.sellEth, changes: { actions: ['cancel'] }, seconds: 120 },
  { name: 'BTC', trade: TRADES.sellBtc, changes: { actions: ['cancel'] }, seconds: 120 },
  { name: 'BTCSEEN', trade: TRADES.sellBtc, changes: { ...VERIFYING, seen: unconfirmedBitcoinPayment() }, seconds: 90 },
  {
    name: 'BTCDELIVERED',
    trade: TRADES.buyBtc,
    changes: { status: 'delivered', actions: ['review'], payoutReference: TXID, explorerUrl: explorerUrl('bitcoin', TXID) },
    seconds: 200,
  },
];

/** Builds the sample orders, each created `seconds` before `now`. */
export function sampleOrders(now: Date): OrderView[] {
  return SAMPLES.map((entry) => sample(entry, now));
}

function sample({ name, trade = TRADES.buyPm, changes, seconds = 60, claimedAt, voucher }: Sample, now: Date): OrderView {
  const createdAt = new Date(now.getTime() - seconds * 1000);
  const isFinal = ['delivered', 'cancelled', 'forged'].includes(changes.status ?? 'pending');
  const isOpen = changes.status === undefined || changes.actions?.includes('topUp') === true;
  const isPaid = !isOpen && changes.reason !== 'underpaid' && changes.reason !== 'expired' && changes.reason !== 'abandoned' && !changes.seen;
  const ref = `SAMPLE-${name}`;
  const view = tradeView(trade, ref, createdAt, now);
  const amountPaid = changes.amountPaid ?? (isPaid ? view.amountSent : 0n);
  return {
    ...view,
    amountPaid,
    instructions: isOpen ? trade.instructions(view.amountSent > amountPaid ? view.amountSent - amountPaid : view.amountSent) : null,
    events: eventsOf(view, changes, amountPaid, { claimedAt, voucher }),
    finalAt: isFinal ? now : null,
    ...changes,
    seen: changes.seen ? { ...changes.seen, at: now } : null,
    retryAt: changes.retryAt ? new Date(now.getTime() + 120_000) : null,
  };
}

function eventsOf(
  { createdAt, from, amountSent }: OrderView,
  { status, reason, seen, refund, vouchers }: Partial<OrderView>,
  amountPaid: bigint,
  { claimedAt, voucher }: { readonly claimedAt: number | undefined; readonly voucher: Sample['voucher'] | undefined },
): OrderView['events'] {
  const at = (seconds: number) => new Date(createdAt.getTime() + seconds * 1000);
  const amount = { amount: formatDecimal(seen?.amount ?? amountPaid, CURRENCIES[from].scale), currency: from };
  const events: Omit<OrderView['events'][number], 'n'>[] = [{ code: 'created', params: {}, at: createdAt }];
  if (seen) events.push({ code: 'payment_unconfirmed', params: amount, at: at(45) });
  if (amountPaid > 0n) events.push({ code: 'payment_confirmed', params: amount, at: at(45) });
  if (reason === 'underpaid' || reason === 'overpaid' || reason === 'late') {
    const { code, params = {} } = mismatchEvent({ from, amountSent, amountPaid }, reason);
    events.push({ code, params, at: at(45) });
  }
  if (refund) events.push({ code: 'refund_started', params: {}, at: at(60) });
  if (refund?.state === 'failed') events.push({ code: 'refund_failed', params: {}, at: at(70) });
  if (refund?.state === 'done') events.push({ code: 'refunded', params: {}, at: at(70) });
  if (status === 'waitingotp') events.push({ code: 'payout_otp', params: {}, at: at(60) });
  if (reason === 'reversed') events.push({ code: 'payout_reversed', params: {}, at: at(60) });
  if (status === 'delivered') events.push({ code: 'delivered', params: {}, at: at(80) });
  if (claimedAt !== undefined) events.push({ code: 'claim_received', params: { paidAt: at(claimedAt - 60).toISOString() }, at: at(claimedAt) });
  const left = String(vouchers?.left ?? 0);
  if (voucher) events.push({ code: voucher, params: voucher === 'voucher_accepted' ? { amount: '100', currency: from } : { left }, at: at(40) });
  events.sort((a, b) => a.at.getTime() - b.at.getTime());
  return events.map((event, i) => ({ ...event, n: i + 1 }));
}

function unconfirmedPayment(): NonNullable<OrderView['seen']> {
  return { amount: 100_000_000n, reference: TXID, explorerUrl: EXPLORER_URL, at: new Date(0), needed: 19, blockMs: 3000 };
}

function toppedUp(): NonNullable<OrderView['seen']> {
  return { ...unconfirmedPayment(), amount: 20_000_000n };
}

function unconfirmedEvmPayment(): NonNullable<OrderView['seen']> {
  return { ...unconfirmedPayment(), reference: EVM_TXID, explorerUrl: explorerUrl('ethereum', EVM_TXID), needed: 64, blockMs: 12_000 };
}

function unconfirmedBitcoinPayment(): NonNullable<OrderView['seen']> {
  return { ...unconfirmedPayment(), amount: 123_456n, explorerUrl: explorerUrl('bitcoin', TXID), needed: 2, blockMs: 600_000 };
}

function refunded(state: RefundView['state']): Partial<OrderView> {
  return { amountPaid: 2_607_975n, amountRefunded: 2_607_975n, refund: dongRefund(2_607_975n, state) };
}

function excessRefunded(state: RefundView['state']): Partial<OrderView> {
  return { amountPaid: 3_000_000n, amountRefunded: 392_025n, refund: dongRefund(392_025n, state) };
}

function dongRefund(amount: bigint, state: RefundView['state']): RefundView {
  const reference = state === 'done' ? 'FT26325081234567' : null;
  return { state, amount, fee: 0n, destination: '0011001234567', destinationBank: 'vcb', reference, explorerUrl: null };
}

function usdtRefunded(): Partial<OrderView> {
  const refund: RefundView = {
    state: 'done',
    amount: 99_200_000n,
    fee: 800_000n,
    destination: UNUSED_ADDRESS,
    destinationBank: null,
    reference: TXID,
    explorerUrl: EXPLORER_URL,
  };
  return { amountPaid: 100_000_000n, amountRefunded: 100_000_000n, refund };
}

function voucherRefunded(): Partial<OrderView> {
  const refund: RefundView = {
    state: 'done',
    amount: 10_000n,
    fee: 0n,
    destination: EVOUCHER_DESTINATION,
    destinationBank: null,
    reference: '498213377',
    explorerUrl: null,
  };
  return { amountPaid: 10_000n, amountRefunded: 10_000n, refund };
}

/** Copies the shared readonly action list, because an order view owns a mutable one. */
function mutable<T extends { readonly actions: readonly OrderView['actions'][number][] }>(changes: T) {
  return { ...changes, actions: [...changes.actions] };
}
