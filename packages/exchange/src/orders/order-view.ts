import type { InstructionsView, OrderView } from '@quydoi/contract/orders';
import { findBank } from '@quydoi/domain/banks';
import { HIDE_AFTER_FINAL_HOURS } from '@quydoi/domain/constants';
import { acceptsMoney, actionsOf, needsDetails, type OrderAccess } from '@quydoi/domain/order/actions';
import type { OrderEvent } from '@quydoi/domain/order/event';
import type { Order } from '@quydoi/domain/order/order';
import { formatRate } from '@quydoi/domain/rate';
import type { Settings } from '@quydoi/domain/settings';
import { vietQrPayload } from '@quydoi/domain/vietqr';

/** Everything that an order's page shows to a caller with this access. */
export function orderViewOf(order: Order, events: readonly OrderEvent[], settings: Settings, access: OrderAccess, now: Date): OrderView {
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
    seen: null,
    refund: null,
    feeExchange: order.feeExchange,
    cashAmount: order.cashAmount,
    cashFee: order.cashFee,
    rate: formatRate(order.rate),
    ...personalParts(order, masked),
    instructions: acceptsMoney(order, now) ? instructionsOf(order, settings) : null,
    explorerUrl: null,
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
): Pick<OrderView, 'destination' | 'destinationBank' | 'destinationName' | 'sender' | 'senderBank' | 'payoutReference'> {
  if (!masked) {
    const { destination, destinationBank, destinationName, sender, senderBank, payoutReference } = order;
    return { destination, destinationBank, destinationName, sender, senderBank, payoutReference };
  }
  return {
    destination: maskAccount(order.destination),
    destinationBank: order.destinationBank,
    destinationName: null,
    sender: null,
    senderBank: null,
    payoutReference: null,
  };
}

function withoutReference(params: OrderEvent['params']): Record<string, string> {
  const { reference: _reference, ...rest } = params;
  return rest;
}

function isLongFinal(order: Order, now: Date): boolean {
  return order.finalAt !== null && now.getTime() - order.finalAt.getTime() > HIDE_AFTER_FINAL_HOURS * 3_600_000;
}

/** How to pay: exactly what is still missing, to the account that collects dong. */
function instructionsOf(order: Order, settings: Settings): InstructionsView {
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
