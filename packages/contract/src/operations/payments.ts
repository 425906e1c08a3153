import { leasesAddresses } from '@quydoi/domain/networks';
import { READING_OUTCOMES } from '@quydoi/domain/transfer/reading-request';
import { RECONCILIATION_EXCEPTION_KINDS } from '@quydoi/domain/transfer/reconciliation-exception';
import { z } from 'zod';
import { moment, orderRefText } from '../primitives.ts';
import { procedures } from '../procedure.ts';
import { done, doneOrProposed, networkCode, refundTarget } from './terms.ts';

/** A payment that found no order, waiting in the inbox. Amount is decimal text. */
const unmatchedPayment = z.object({
  id: z.string(),
  network: z.string(),
  account: z.string(),
  reference: z.string(),
  unit: z.string(),
  amount: z.string(),
  memo: z.string(),
  payer: z.string().nullable(),
  caseCode: z.string().nullable(),
  orderRef: z.string().nullable(),
  paidAt: moment,
  recordedAt: moment,
});

/** Report of a provider that does not fit the books, and waits for an operator. Amount in the asset's smallest unit. */
const reconciliationException = z.object({
  id: z.string(),
  network: z.string(),
  source: z.string(),
  sourceId: z.string(),
  kind: z.enum(RECONCILIATION_EXCEPTION_KINDS),
  account: z.string().nullable(),
  asset: z.string().nullable(),
  amount: z.string().nullable(),
  detail: z.string(),
  at: moment,
});

/** A request to read a payment again, and what came of it. */
const reading = z.object({
  id: z.string(),
  network: networkCode,
  reference: z.string(),
  paidAt: moment.nullable(),
  at: moment,
  handledAt: moment.nullable(),
  outcome: z.enum(READING_OUTCOMES).nullable(),
});

/** Payments without an order: rows of `operations`. */
export const paymentOperations = procedures({
  /** Payments without an order. */
  listUnmatched: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({ limit: z.number().int().min(1).max(100).default(50) }),
    output: z.object({ items: z.array(unmatchedPayment) }),
  },
  /**
   * Gives a payment from the inbox to the order that it was meant for. Only proposed, whatever its worth, where a source tells that it is meant for
   * another order, which is not paid, or for a customer's balance. Errors: NOT_FOUND, ORDER_NOT_FOUND, ORDER_ACTION_NOT_ALLOWED.
   */
  attachPayment: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'worth',
    input: z.object({ id: z.uuid(), ref: orderRefText, note: z.string().min(1).max(500) }),
    output: doneOrProposed,
  },
  /**
   * Returns an unallocated payment: by a payout if it concerns an order, or, with `reference`, recorded as returned manually. Errors: NOT_FOUND,
   * ORDER_ACTION_NOT_ALLOWED, WALLET_ADDRESS_INVALID, BANK_ACCOUNT_INVALID.
   */
  refundPayment: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'worth',
    input: z.object({ id: z.uuid(), ...refundTarget }),
    output: doneOrProposed,
  },
  /**
   * Has a payment that our readings have missed read again by its reference: a bank's, or on chains a transaction's id, or `block:NUMBER:ADDRESS` for
   * ETH that a contract moved. Lists are read again from the time about which it was paid, to ten minutes or to the day. Attaches nothing: what is
   * found goes the way of every payment, and the signer confirms it itself. `listReadings` tells what came of it. Errors: VALIDATION_FAILED (a time
   * that is a day or more ahead, or 366 days or more ago).
   */
  readPayment: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    alone: 'it moves no money: what is read is confirmed and matched as any payment',
    input: z
      .object({
        network: networkCode,
        reference: z.string().trim().min(1).max(200),
        paidAt: z.iso.datetime({ offset: true }).optional(),
        note: z.string().min(1).max(500),
      })
      .refine(({ network, paidAt }) => leasesAddresses(network) || paidAt !== undefined, {
        path: ['paidAt'],
        error: 'lists are read by time: paidAt is required',
      }),
    output: done,
  },
  /** Requests of `readPayment`, newest first, with what came of them. */
  listReadings: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({ limit: z.number().int().min(1).max(100).default(50) }),
    output: z.object({ items: z.array(reading) }),
  },
  /** What arrived and could not be journalled as a payment: rows that cannot be read, other tokens and coins at deposit addresses; oldest first. */
  listExceptions: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({ limit: z.number().int().min(1).max(1_000).default(100) }),
    output: z.object({ items: z.array(reconciliationException) }),
  },
  /**
   * Has a bank's row of `listExceptions` (`told_again`, `other_payment`) journalled that was found to be a payment of its own, and closes its entry. It
   * becomes a payment of `listUnmatched`, to be attached to an order or returned; payouts for an `other_payment` wait until another list confirms it. A
   * deposit is credited to its customer instead, also one that was journalled and waits because the row may be another's.
   * Errors: NOT_FOUND (no such row, or it is closed).
   */
  journalRow: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'worth',
    input: z.object({ exception: z.uuid(), note: z.string().min(1).max(500) }),
    output: doneOrProposed,
  },
  /** Closes an entry of `listExceptions`, with what was done about it. Errors: NOT_FOUND. */
  resolveException: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    alone: 'it moves no money',
    input: z.object({ id: z.uuid(), note: z.string().min(1).max(500) }),
    output: done,
  },
});
