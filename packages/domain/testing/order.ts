import type { DecisionContext } from '../src/decision-context.ts';
import { obligationOf } from '../src/order/obligations/refund-obligation.ts';
import type { Order } from '../src/order/order.ts';
import type { Attempt } from '../src/transfer/attempt.ts';
import type { Payment } from '../src/transfer/payment.ts';
import type { Payout } from '../src/transfer/payout.ts';
import type { TransferState, UnsentPayout } from '../src/transfer/steps.ts';
import { PM_BUY } from './terms.ts';

/** Creation time of test orders. */
export const START = new Date('2026-01-06T02:00:00Z');

/** Time `ms` milliseconds after `START`. */
export function after(ms: number): Date {
  return new Date(START.getTime() + ms);
}

/** Timer of test orders. */
export const TIMER_MS = 1_800_000;

/** An unpaid order of 100 pm for dong at the terms `PM_BUY`; `set` overrides fields. */
export function orderOf(set: Partial<Order> = {}): Order {
  return {
    id: 'order-1',
    ref: '7KQ2M9XR4B',
    kind: 'buy',
    from: 'vnd',
    to: 'pm',
    quantity: 100_00n,
    rate: PM_BUY.rate,
    rateVersion: 7,
    amountSent: 2_607_975n,
    amountReceived: 100_00n,
    feeExchange: 50n,
    discount: 0n,
    cashAmount: 2_607_975n,
    cashFee: 0n,
    payInNetwork: 'bank',
    payInAccount: '0011004567890',
    payInBank: 'vcb',
    payInName: 'CONG TY QUY DOI',
    payInBranch: 'Hà Nội',
    payOutNetwork: 'perfect-money',
    destination: 'U7654321',
    destinationBank: null,
    destinationName: 'NGUYEN VAN A',
    isNameTyped: false,
    sender: null,
    senderBank: null,
    reserve: 'pm',
    held: 100_50n,
    subject: 'device:1',
    origin: 'network-1',
    customerId: null,
    coupon: null,
    couponVersion: null,
    couponHeld: false,
    fromBalance: false,
    toBalance: false,
    createdAt: START,
    proof: 'proof-1',
    version: 1,
    status: 'pending',
    reason: null,
    expiresAt: after(TIMER_MS),
    orderedQuantity: set.quantity ?? 100_00n,
    holding: 100_50n,
    excessQuantity: 0n,
    excessRateVersion: null,
    amountPaid: 0n,
    amountRefunded: 0n,
    paidAt: null,
    finalAt: null,
    eventCount: 1,
    payoutReference: null,
    retryAt: null,
    ...set,
  };
}

/** An unmatched payment of the exact price with the order's reference, recorded when it was paid; `set` overrides fields. */
export function paymentOf(set: Partial<Payment> = {}): Payment {
  return {
    id: 'payment-1',
    version: 1,
    occurrence: 1,
    network: 'bank',
    account: '0011004567890',
    reference: 'FT1',
    unit: 'vnd',
    amount: 2_607_975n,
    exactAmount: null,
    memo: '7KQ2M9XR4B',
    payer: null,
    payerName: null,
    paidAt: START,
    confirmed: true,
    state: 'unmatched',
    orderId: null,
    customerId: null,
    caseCode: null,
    recordedAt: set.paidAt && set.paidAt > START ? set.paidAt : START,
    ...set,
  };
}

/** The order's queued payout; `set` overrides fields. */
export function payoutOf(set: Partial<Payout> = {}): Payout {
  return {
    id: 'payout-1',
    version: 1,
    obligationKind: 'order',
    obligationId: 'order-1',
    orderId: 'order-1',
    seq: 1,
    part: 1,
    parts: 1,
    network: 'perfect-money',
    reserve: 'pm',
    currency: 'pm',
    amount: 100_00n,
    held: 0n,
    fee: 0n,
    destination: 'U7654321',
    destinationBank: null,
    toBalanceOf: null,
    madeBy: 'system',
    reference: null,
    state: 'queued',
    tries: 0,
    expiries: 0,
    waitsFor: null,
    nextAt: START,
    createdAt: START,
    ...set,
  };
}

/** The payout's first attempt, prepared; `set` overrides fields. */
export function attemptOf(set: Partial<Attempt> = {}): Attempt {
  return {
    id: 'attempt-1',
    version: 1,
    payoutId: 'payout-1',
    n: 1,
    key: '7KQ2M9XR4B-1-1',
    state: 'prepared',
    reference: null,
    fee: null,
    detail: null,
    awaitingCode: false,
    sentAlone: null,
    provider: null,
    paidByAttemptId: null,
    checks: 0,
    nextCheckAt: START,
    createdAt: START,
    sentAt: null,
    settledAt: null,
    ...set,
  };
}

/** An order's payout with its attempt, and the order's other payouts. */
export interface OrderTransfer {
  readonly order: Order;
  readonly payout: Payout;
  readonly attempt: Attempt;
  readonly siblings: readonly Payout[];
}

/** The transfer's state, as the attempt machine takes it. */
export function transferOf({ order, payout, attempt, siblings }: OrderTransfer): TransferState {
  return { payout, attempt, obligation: obligationOf({ order, siblings }, payout) };
}

/** An order's payout before it has an attempt. */
export function unsentOf(order: Order, payout: Payout): UnsentPayout {
  return { payout, obligation: obligationOf({ order, siblings: [] }, payout) };
}

/** Decision context of the system at a time, with sequential ids. */
export function contextAt(now: Date, set: Partial<DecisionContext> = {}): DecisionContext {
  let ids = 0;
  return {
    now,
    actor: 'system',
    cause: 'test',
    newId: () => {
      ids += 1;
      return `id-${ids}`;
    },
    ...set,
  };
}
