import type { InstructionsView, OrderView, RefundView, SeenPaymentView } from '@quydoi/contract/orders';
import { findBank } from '@quydoi/domain/banks';
import { HIDE_AFTER_FINAL_HOURS } from '@quydoi/domain/constants';
import { networkOf } from '@quydoi/domain/currencies';
import { HOUR_MS } from '@quydoi/domain/durations';
import { explorerUrl, NETWORKS } from '@quydoi/domain/networks';
import { actionsOf, awaitsPayment, needsDetails, type OrderAccess } from '@quydoi/domain/order/actions';
import type { OrderEvent } from '@quydoi/domain/order/event';
import type { Order } from '@quydoi/domain/order/order';
import { formatRate } from '@quydoi/domain/rate';
import type { Settings } from '@quydoi/domain/settings';
import type { Payment } from '@quydoi/domain/transfer/payment';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { vietQrPayload } from '@quydoi/domain/vietqr';
import { NO_MONEY, type OrderMoney } from './order-money.ts';

/** Everything that an order's page shows to a caller with this access. */
export function orderViewOf(
  order: Order,
  events: readonly OrderEvent[],
  settings: Settings,
  access: OrderAccess,
  now: Date,
  money: OrderMoney = NO_MONEY,
): OrderView {
  const actions = actionsOf(order, access, now);
  const masked = access === 'bare' || (isLongFinal(order, now) && !needsDetails(actions));
  return {
    ref: order.ref,
    kind: order.kind,
    status: order.status,
    reason: order.reason,
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
    seen: money.seen && seenView(money.seen, masked),
    refund: refundView(order, money, masked),
    feeExchange: order.feeExchange,
    cashAmount: order.cashAmount,
    cashFee: order.cashFee,
    rate: formatRate(order.rate),
    ...personalParts(order, masked, now),
    instructions: awaitsPayment(order, now) ? instructionsOf(order, settings) : null,
    explorerUrl: masked || order.payoutReference === null ? null : explorerUrl(order.payOutRail, order.payoutReference),
    events: events.map(({ n, code, params, at }) => ({ n, code, params: masked ? withoutReference(params) : { ...params }, at })),
    createdAt: order.createdAt,
    expiresAt: order.expiresAt,
    finalAt: order.finalAt,
    retryAt: order.retryAt,
    timerSeconds: Math.round((order.expiresAt.getTime() - order.createdAt.getTime()) / 1000),
    serverTime: now,
  };
}

/** Enough of an account to recognise one's own. */
export function maskAccount(account: string): string {
  return `•••${account.slice(-4)}`;
}

function personalParts(
  order: Order,
  masked: boolean,
  now: Date,
): Pick<OrderView, 'destination' | 'destinationBank' | 'destinationName' | 'sender' | 'senderBank' | 'payoutReference'> {
  if (!masked) {
    const { destination, destinationBank, destinationName, sender, senderBank, payoutReference } = order;
    return { destination, destinationBank, destinationName, sender, senderBank, payoutReference };
  }
  return {
    destination: maskAccount(order.destination),
    destinationBank: order.destinationBank,
    destinationName: null,
    // Money from any other wallet is held up: where to pay from is part of how to pay.
    sender: NETWORKS[order.payInRail].authenticatesPayer && awaitsPayment(order, now) ? order.sender : null,
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

/** Providers' records have no blocks: a payment stands there or does not. */
const NO_BLOCKS = { blocks: 0, blockMs: 0 };

/** Money that is not final yet. The chain's id leads to who paid, so only who may see everything gets it. */
function seenView({ rail, amount, reference, paidAt }: Payment, masked: boolean): SeenPaymentView {
  const [id = ''] = reference.split(':');
  const { finality } = NETWORKS[rail];
  const { blocks, blockMs } = finality.by === 'record' ? NO_BLOCKS : finality;
  return {
    amount,
    reference: masked ? maskAccount(id) : id,
    explorerUrl: masked ? null : explorerUrl(rail, reference),
    at: paidAt,
    needed: blocks,
    blockMs,
  };
}

/** Money on its way back, its parts taken together. */
function refundView(order: Order, { refunds, refundReference }: OrderMoney, masked: boolean): RefundView | null {
  const [first] = refunds;
  if (!first) return null;
  const [amount, fee] = [sumOf(refunds, 'amount'), sumOf(refunds, 'fee')];
  const owed = first.state === 'failed' ? 0n : order.amountRefunded - amount - fee;
  const isDone = refunds.every(({ state }) => state === 'settled');
  const isSending = refunds.some(({ state }) => state === 'attempting' || state === 'settled');
  // A part that failed, or that its bank returned, is owed until an operator sends it again.
  const isOwed = first.state === 'failed' || owed > 0n;
  const state = isOwed ? 'failed' : isDone ? 'done' : isSending ? 'sending' : 'waiting';
  const reference = masked ? null : refundReference;
  return {
    state,
    amount: amount + owed,
    fee,
    destination: masked ? maskAccount(first.destination) : first.destination,
    destinationBank: first.destinationBank,
    reference,
    explorerUrl: reference === null ? null : explorerUrl(order.payInRail, reference),
  };
}

function sumOf(refunds: readonly Payout[], field: 'amount' | 'fee'): bigint {
  return refunds.reduce((sum, refund) => sum + refund[field], 0n);
}

/** How to pay: exactly what is still missing, to the account, wallet or address that the order is paid to. */
function instructionsOf(order: Order, settings: Settings): InstructionsView {
  return NETWORKS[order.payInRail].address.family === 'bank' ? bankInstructions(order, settings) : walletInstructions(order);
}

/** A wallet that all customers share is told apart by the memo; an address of the order's own needs none, and fits into a code. */
function walletInstructions(order: Order): InstructionsView {
  const isOwnAddress = networkOf(order.from).attribution.by === 'address';
  return {
    rail: order.payInRail,
    amount: order.amountSent - order.amountPaid,
    account: order.payInAccount,
    accountName: '',
    bankCode: null,
    bankName: null,
    branch: null,
    memo: isOwnAddress ? '' : order.ref,
    qr: isOwnAddress ? order.payInAccount : null,
  };
}

function bankInstructions(order: Order, settings: Settings): InstructionsView {
  const { collection } = settings;
  const bank = findBank(collection.bank);
  const amount = order.amountSent - order.amountPaid;
  return {
    rail: order.payInRail,
    amount,
    account: order.payInAccount,
    accountName: collection.accountName,
    bankCode: collection.bank,
    bankName: bank?.shortName ?? collection.bank,
    branch: collection.branch,
    memo: order.ref,
    qr: bank?.bin ? vietQrPayload({ bin: bank.bin, account: order.payInAccount, amount, memo: order.ref }) : null,
  };
}
