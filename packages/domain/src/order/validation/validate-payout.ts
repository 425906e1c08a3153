import { CURRENCIES } from '../../currencies.ts';
import type { Payout } from '../../transfer/payout.ts';
import { partsOf } from '../../transfer/payout-parts.ts';
import { receivedFor } from '../counted-payments.ts';
import { toleranceOf } from '../match.ts';
import { awaitsPayout } from '../obligations/order-obligation.ts';
import { type TermsEvidence, validateTerms } from './validate-terms.ts';

/** Evidence for validating a payout, read by the signer independently of other roles. */
export interface PayoutEvidence extends TermsEvidence {
  readonly payout: Payout;
  /** The order's other payouts. */
  readonly siblings: readonly Payout[];
  /** Amount that the ledger holds for the order. */
  readonly heldInLedger: bigint;
  /** Maximum charge of the provider on top of the order's whole payout. */
  readonly maxFee: bigint;
  /** Maximum automatic payout. */
  readonly limit: bigint;
}

/**
 * Validates a payout against evidence read independently of other roles: prices the order anew from the operators' rate, sums the payments of the
 * journal, and checks the hold in the ledger. Returns the rejection reason, or null if the payout may be sent.
 */
export function validatePayout(evidence: PayoutEvidence): string | null {
  return rejectOrder(evidence) ?? rejectPaidOut(evidence) ?? rejectUnpaid(evidence) ?? validateTerms(evidence) ?? rejectHold(evidence);
}

function rejectOrder({ order, payout }: PayoutEvidence): string | null {
  if (!awaitsPayout(order, payout)) return `order is ${order.status}`;
  if (payout.obligationKind !== 'order' || payout.obligationId !== order.id || payout.orderId !== order.id) return 'payout is not of this order';
  const { network, reserve } = CURRENCIES[order.to];
  const parts = partsOf(reserve, order.amountReceived);
  const isPart = payout.parts === parts.length && payout.amount === parts[payout.part - 1];
  const isThere = payout.destination === order.destination && payout.destinationBank === order.destinationBank;
  const isInto = payout.toBalanceOf === (order.toBalance ? order.customerId : null);
  if (!isPart || !isThere || !isInto) return 'payout differs from the order';
  const isRight =
    order.payOutNetwork === network &&
    payout.network === network &&
    order.reserve === reserve &&
    payout.reserve === reserve &&
    payout.currency === order.to;
  return isRight ? null : 'wrong network or reserve';
}

/**
 * Rejects a payout unless all others of the order, settled, recorded or in progress, are other parts of the same split. A payout of any other amount
 * or part may already have paid this part.
 */
function rejectPaidOut({ order, payout, siblings }: PayoutEvidence): string | null {
  const parts = partsOf(order.reserve, order.amountReceived);
  const others = siblings.filter(({ obligationKind, state }) => obligationKind === 'order' && state !== 'failed');
  const areOtherParts = others.every(
    (other) => other.parts === parts.length && other.part !== payout.part && other.amount === parts[other.part - 1] && other.fee === 0n,
  );
  const paidOut = others.reduce((sum, { amount }) => sum + amount, 0n);
  return areOtherParts && paidOut + payout.amount <= order.amountReceived ? null : 'what is settled or recorded is not another part';
}

/** Rejects an order whose payments in the journal, without what goes back, are not its price. */
export function rejectUnpaid({ order, payments }: Pick<PayoutEvidence, 'order' | 'payments'>): string | null {
  const received = receivedFor(order, payments);
  const kept = received - order.amountRefunded;
  const isPaid = kept >= order.amountSent && kept - order.amountSent <= toleranceOf(order);
  return isPaid && order.amountPaid === received ? null : 'not paid in full';
}

function rejectHold({ order, heldInLedger, maxFee, limit }: PayoutEvidence): string | null {
  if (order.holding !== order.held || heldInLedger !== order.held || order.holding < order.amountReceived + maxFee) return 'hold is missing';
  if (order.amountReceived > limit) return 'above the automatic limit';
  return null;
}
