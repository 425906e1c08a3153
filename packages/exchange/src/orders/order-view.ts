import type { InstructionsView, OrderView, RefundView, SeenPaymentView } from '@quydoi/contract/orders/order-view';
import { isSubmissionOpen } from '@quydoi/database/repositories/voucher-submissions';
import { paymentLink } from '@quydoi/domain/address/payment-link';
import { findBank } from '@quydoi/domain/bank/banks';
import { vietQrPayload } from '@quydoi/domain/bank/vietqr';
import { HIDE_AFTER_FINAL_HOURS } from '@quydoi/domain/constants';
import { CURRENCIES, networkOf } from '@quydoi/domain/currencies';
import { HOUR_MS } from '@quydoi/domain/durations';
import { maskAccount } from '@quydoi/domain/mask-account';
import { explorerUrl, NETWORKS } from '@quydoi/domain/networks';
import { actionsOf, awaitsPayment, needsDetails, type OrderAccess } from '@quydoi/domain/order/actions';
import type { OrderEvent } from '@quydoi/domain/order/event';
import type { Order } from '@quydoi/domain/order/order';
import { formatRate } from '@quydoi/domain/price/rate';
import type { Payment } from '@quydoi/domain/transfer/payment';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { refusalsLeft } from '@quydoi/domain/voucher';
import type { Checkout } from '@quydoi/rails/rail';
import { NO_MONEY_IN_TRANSIT, type OrderMoney } from './order-money.ts';

/** Builds the view of an order for an access level. @param checkout of the network that the order is paid on, where its provider has a page for that */
export function orderViewOf(
  order: Order,
  events: readonly OrderEvent[],
  access: OrderAccess,
  now: Date,
  money: OrderMoney = NO_MONEY_IN_TRANSIT,
  checkout: Checkout | null = null,
): OrderView {
  const actions = actionsOf(order, access, now);
  const masked = access === 'public' || (isLongFinal(order, now) && !needsDetails(actions));
  const refund = refundView(order, money, masked);
  return {
    ref: order.ref,
    kind: order.kind,
    status: order.status,
    reason: order.reason === 'refunding' && refund?.state === 'approval' ? 'refund_review' : order.reason,
    actions,
    masked,
    version: order.version,
    from: order.from,
    to: order.to,
    quantity: order.quantity,
    amountSent: order.amountSent,
    amountReceived: order.amountReceived,
    amountPaid: order.amountPaid,
    amountRefunded: order.amountRefunded,
    vouchers: vouchersView(order, money),
    seen: money.unconfirmed && unconfirmedView(money.unconfirmed, masked),
    refund,
    feeExchange: order.feeExchange,
    discount: order.discount,
    coupon: masked ? null : order.coupon,
    cashAmount: order.cashAmount,
    cashFee: order.cashFee,
    rate: formatRate(order.rate),
    fromBalance: order.fromBalance,
    toBalance: order.toBalance,
    ...personalParts(order, masked, now),
    instructions: awaitsPayment(order, now) && !order.fromBalance && !CURRENCIES[order.from].isVoucher ? instructionsOf(order, checkout) : null,
    explorerUrl: masked || order.payoutReference === null ? null : explorerUrl(order.payOutNetwork, order.payoutReference),
    events: events.map(({ n, code, params, at }) => ({ n, code, params: masked ? withoutReference(params) : { ...params }, at })),
    createdAt: order.createdAt,
    expiresAt: order.expiresAt,
    finalAt: order.finalAt,
    retryAt: order.retryAt,
    timerSeconds: Math.round((order.expiresAt.getTime() - order.createdAt.getTime()) / 1000),
    serverTime: now,
  };
}

function personalParts(
  order: Order,
  masked: boolean,
  now: Date,
): Pick<OrderView, 'destination' | 'destinationBank' | 'destinationName' | 'isNameTyped' | 'sender' | 'senderBank' | 'payoutReference'> {
  if (!masked) {
    const { destination, destinationBank, destinationName, isNameTyped, sender, senderBank, payoutReference } = order;
    return { destination, destinationBank, destinationName, isNameTyped, sender, senderBank, payoutReference };
  }
  return {
    destination: maskAccount(order.destination),
    destinationBank: order.destinationBank,
    destinationName: null,
    isNameTyped: false,
    // Payments from any other wallet are held for a check, so the sender is part of the payment instructions.
    sender: NETWORKS[order.payInNetwork].authenticatesPayer && awaitsPayment(order, now) ? order.sender : null,
    senderBank: null,
    payoutReference: null,
  };
}

function withoutReference(params: OrderEvent['params']): Record<string, string> {
  const { reference: _reference, ...rest } = params;
  return rest;
}

function isLongFinal(order: Order, now: Date): boolean {
  return order.finalAt !== null && now.getTime() - order.finalAt.getTime() > HIDE_AFTER_FINAL_HOURS * HOUR_MS;
}

/** Networks whose payments are final once recorded have no block confirmations. */
const NO_BLOCKS = { blocks: 0, blockMs: 0 };

/** View of an unconfirmed payment. The transaction id identifies the payer, so it is masked for callers without full access. */
function unconfirmedView({ network, amount, reference, paidAt }: Payment, masked: boolean): SeenPaymentView {
  const [id = ''] = reference.split(':');
  const { finality } = NETWORKS[network];
  const { blocks, blockMs } = finality.by === 'record' ? NO_BLOCKS : finality;
  return {
    amount,
    reference: masked ? maskAccount(id) : id,
    explorerUrl: masked ? null : explorerUrl(network, reference),
    at: paidAt,
    needed: blocks,
    blockMs,
  };
}

/** What is known of the vouchers that pay an order. */
function vouchersView({ from }: Order, { submissions }: OrderMoney): OrderView['vouchers'] {
  return CURRENCIES[from].isVoucher ? { isChecking: submissions.some(isSubmissionOpen), left: refusalsLeft(submissions) } : null;
}

/** View of a refund, its parts added up. */
function refundView(order: Order, { refunds, refundReference }: OrderMoney, masked: boolean): RefundView | null {
  const [first] = refunds;
  if (!first) return null;
  const [amount, fee] = [sumOf(refunds, 'amount'), sumOf(refunds, 'fee')];
  const owed = first.state === 'failed' ? 0n : order.amountRefunded - amount - fee;
  const isDone = refunds.every(({ state }) => state === 'settled');
  const isSending = refunds.some(({ state }) => state === 'attempting' || state === 'settled');
  // A part that failed or was returned by its bank stays owed until an operator sends it again.
  const isOwed = first.state === 'failed' || owed > 0n;
  const awaitsApproval = refunds.some((refund) => refund.state === 'queued' && refund.waitsFor === 'approval');
  const state = isOwed ? 'failed' : isDone ? 'done' : awaitsApproval ? 'approval' : isSending ? 'sending' : 'waiting';
  const reference = masked ? null : refundReference;
  return {
    state,
    amount: amount + owed,
    fee,
    destination: masked ? maskAccount(first.destination) : first.destination,
    destinationBank: first.destinationBank,
    reference,
    explorerUrl: reference === null ? null : explorerUrl(order.payInNetwork, reference),
  };
}

function sumOf(refunds: readonly Payout[], field: 'amount' | 'fee'): bigint {
  return refunds.reduce((sum, refund) => sum + refund[field], 0n);
}

/** Payment instructions: the outstanding amount, and the account, wallet or address to pay. */
function instructionsOf(order: Order, checkout: Checkout | null): InstructionsView {
  return NETWORKS[order.payInNetwork].address.family === 'bank' ? bankInstructions(order) : walletInstructions(order, checkout);
}

/** Instructions for wallets: payments to a shared wallet need the memo; the order's own address needs none and is offered as a QR code. */
function walletInstructions(order: Order, checkout: Checkout | null): InstructionsView {
  const isOwnAddress = networkOf(order.from).attribution.by === 'address';
  const amount = order.amountSent - order.amountPaid;
  return {
    network: order.payInNetwork,
    amount,
    account: order.payInAccount,
    accountName: '',
    bankCode: null,
    bankName: null,
    branch: null,
    memo: isOwnAddress ? '' : order.ref,
    qr: isOwnAddress ? paymentLink(order.from, order.payInAccount, amount) : null,
    checkout: checkout && { url: checkout.url, fields: { ...checkout.fieldsOf({ ref: order.ref, account: order.payInAccount, amount }) } },
  };
}

/** Instructions with the collection account that the order was created with, even if operators have changed it since. */
function bankInstructions(order: Order): InstructionsView {
  const bank = order.payInBank === null ? null : findBank(order.payInBank);
  const amount = order.amountSent - order.amountPaid;
  return {
    network: order.payInNetwork,
    amount,
    account: order.payInAccount,
    accountName: order.payInName ?? '',
    bankCode: order.payInBank,
    bankName: bank?.shortName ?? order.payInBank,
    branch: order.payInBranch,
    memo: order.ref,
    qr: bank?.bin ? vietQrPayload({ bin: bank.bin, account: order.payInAccount, amount, memo: order.ref }) : null,
    checkout: null,
  };
}
