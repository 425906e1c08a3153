import { CLAIM_ANSWERS } from '@quydoi/domain/claim/claim';
import { RESERVE_CODES } from '@quydoi/domain/currencies';
import { BALANCE_CODES } from '@quydoi/domain/ledger/balances';
import { NETWORK_CODES } from '@quydoi/domain/networks';
import { REVIEW_DECISIONS, REVIEW_STATUSES } from '@quydoi/domain/review';
import { SEALED_STREAMS } from '@quydoi/domain/seal';
import { SUSPENSION_CAUSES } from '@quydoi/domain/suspension';
import { PAYOUT_WAITS } from '@quydoi/domain/transfer/payout';
import { RECONCILIATION_EXCEPTION_KINDS } from '@quydoi/domain/transfer/reconciliation-exception';
import { z } from 'zod';
import { codeText, decimalText, moment, orderRefText } from './primitives.ts';
import { procedures } from './procedure.ts';

const networkCode = z.enum(NETWORK_CODES);
/** Suspension of a network for one direction, with cause, role and start. */
const suspension = z.object({
  cause: z.enum(SUSPENSION_CAUSES),
  direction: z.enum(['in', 'out']),
  subject: z.string(),
  role: z.string(),
  detail: z.string(),
  since: moment,
});
const reserveCode = z.enum(RESERVE_CODES as [string, ...string[]]);
/** A reserve, money collected elsewhere (`vnd-collection`), or a hot wallet's fee coin (`trx`). */
const balanceCode = z.enum(BALANCE_CODES as [string, ...string[]]);
const done = z.object({ done: z.literal(true) });
/** `done` is false when the call was only proposed; `proposal` is then the id for another operator's `confirmAct`. */
const doneOrProposed = z.object({ done: z.boolean(), proposal: z.uuid().optional() });

/** Settings of one rate or pair, decimal text. A field that is left out stays as it is. */
const rateSettings = z.object({
  value: decimalText,
  fee: decimalText.optional(),
  percentFee: decimalText.optional(),
  maxFee: decimalText.nullable().optional(),
  minQuantity: decimalText.nullable().optional(),
});

/** Account that money is given back to, or the reference of the transfer that an operator has made to it. */
const refundTarget = {
  destination: z.string().max(128).optional(),
  destinationBank: codeText.optional(),
  reference: z.string().min(1).max(200).optional(),
  note: z.string().min(1).max(500),
};

/** Override of RATE_CIRCLE: accepts a rate that allows arbitrage. */
const circleConsent = { force: z.boolean().optional(), note: z.string().min(1).max(500).optional() };

/** A payment that found no order, waiting in the inbox. Amount is decimal text. */
export const unmatchedPayment = z.object({
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

/** How well a payment fits a claim, in points. */
const claimFit = z.object({
  total: z.number(),
  amount: z.number(),
  time: z.number(),
  sender: z.number(),
  memo: z.number(),
  reference: z.number(),
});

/** A customer's claim that an order was paid, with the unmatched payments that fit it. Amounts are decimal text. */
const claim = z.object({
  id: z.string(),
  n: z.number().int(),
  ref: z.string(),
  status: z.string(),
  currency: z.string(),
  /** Amount that the order still misses. */
  missing: z.string(),
  /** Account declared with the order. */
  sender: z.string().nullable(),
  paidAt: moment,
  bank: z.string().nullable(),
  accountEnd: z.string().nullable(),
  reference: z.string().nullable(),
  createdAt: moment,
  /** The best first. */
  candidates: z.array(
    z.object({
      id: z.string(),
      amount: z.string(),
      memo: z.string(),
      payer: z.string().nullable(),
      reference: z.string(),
      paidAt: moment,
      fit: claimFit,
      /** Other orders whose listed claims have this payment among their candidates: somebody may want another's money. */
      alsoClaimedBy: z.array(z.string()),
    }),
  ),
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

/** A review as its moderators see it, with the newest decision about it. */
export const moderatedReview = z.object({
  id: z.string(),
  ref: z.string(),
  status: z.enum(REVIEW_STATUSES),
  content: z.string(),
  email: z.string(),
  createdAt: moment,
  decision: z.object({ operator: z.string(), note: z.string(), at: moment }).nullable(),
});

/**
 * An order that waits for a person. Amounts are decimal text. `need`: `payout`: the payout failed or its outcome is unknown. `code`: the provider
 * asks for a code. `slow`: not settled within an hour. `by-hand`: an operator makes the payout. `voucher`: the voucher failed. `check`: a risky
 * payment. `refund`: a refund failed. `approval`: a payout waits for `approvePayout`. `confirmation`: the signer has not confirmed a payment for
 * minutes,
 * so that its payout waits; `refusePayout` ends that. `undecided`: no decision of the customer for a day.
 */
export const attentionItem = z.object({
  ref: z.string(),
  need: z.enum(['payout', 'code', 'slow', 'by-hand', 'voucher', 'check', 'refund', 'approval', 'confirmation', 'undecided']),
  status: z.string(),
  reason: z.string().nullable(),
  from: z.string(),
  to: z.string(),
  amountSent: z.string(),
  amountPaid: z.string(),
  amountReceived: z.string(),
  /** Account that the customer paid into; manual refunds are paid from there. */
  payInAccount: z.string(),
  payInBank: z.string().nullable(),
  /** Why the signer has not confirmed a payment; null for other needs. */
  cause: z.string().nullable(),
  /** Payouts that wait for `approvePayout`, or for payments to be confirmed. */
  waiting: z.array(
    z.object({
      payout: z.string(),
      waitsFor: z.enum(PAYOUT_WAITS),
      kind: z.string(),
      amount: z.string(),
      currency: z.string(),
      destination: z.string(),
      destinationBank: z.string().nullable(),
      /** The holder's name if the customer typed it: nobody has verified it. */
      unverifiedHolder: z.string().nullable(),
    }),
  ),
  createdAt: moment,
});

/** An act that waits for a second operator. */
const proposal = z.object({ id: z.string(), operator: z.string(), verb: z.string(), input: z.unknown(), at: moment });

/** A seal of a chain: its number and hash. */
const sealHead = z.object({ stream: z.enum(SEALED_STREAMS), n: z.number().int().min(1), hash: z.string().regex(/^[0-9a-f]{64}$/) });

/**
 * Kinds of alarms. `suspension`: the exchange has closed a network by itself. `confirmation-slow`: payouts wait for payments that the signer cannot
 * confirm. `balance-difference`: a provider's balance is not what the ledger says. `balance-unchecked`: it could not be compared for long.
 * `broken-seal`: rows that were sealed are not what they were.
 */
export const ALARM_KINDS = [
  'suspension',
  'confirmation-slow',
  'balance-difference',
  'balance-unchecked',
  'broken-seal',
  'sweep-failing',
  'fee-coin-low',
  'reserve-low',
] as const;

/** Condition that needs an operator but belongs to no order. */
const alarm = z.object({
  kind: z.enum(ALARM_KINDS),
  /** Null for alarms of no network. */
  network: networkCode.nullable(),
  detail: z.string(),
  /** Of `balance-difference`: decimal text in the balance's unit, below zero where money is missing. */
  difference: z.string().optional(),
  since: moment,
});

/** Procedures of `operations`: what operators can do. Rows with `audit` are written to the audit log with their author. */
export const operationProcedures = procedures({
  /**
   * Sets the price of a currency (`buy`, `sell`) and derives its swap pairs again; the old ones stay on record. Errors: RATE_CIRCLE when two or
   * three trades in a circle would pay more than they cost, unless forced with a note.
   */
  setRate: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'rate',
    input: z.object({ kind: z.enum(['buy', 'sell']), code: codeText, ...circleConsent }).extend(rateSettings.shape),
    output: doneOrProposed,
  },
  /** Sets the price of a swap pair, which from then on does not follow its currencies' rates. Errors: as for `setRate`. */
  setPair: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'rate',
    input: z.object({ from: codeText, to: codeText, ...circleConsent }).extend(rateSettings.shape),
    output: doneOrProposed,
  },
  /** Derives the price of a swap pair from its currencies' rates, now and whenever one of them is set. Errors: as for `setRate`. */
  derivePair: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'rate',
    input: z.object({ from: codeText, to: codeText, ...circleConsent }),
    output: doneOrProposed,
  },
  /**
   * Switches a network on or off for new orders and payouts. Switching it on also ends its suspensions, except those for missing money
   * (`acceptDifference`).
   */
  setRail: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    alone: 'it moves no money, and payouts that are stopped because money is missing stay stopped',
    input: z.object({ network: networkCode, on: z.boolean(), note: z.string().max(500).optional() }),
    output: done,
  },
  /**
   * Sets the account that new orders are told to pay dong into; earlier ones go on being read, and their orders keep them. Errors: BANK_ACCOUNT_INVALID.
   */
  setCollectionAccount: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'always',
    input: z.object({
      bank: codeText,
      accountNumber: z.string().trim().min(1).max(40),
      accountName: z.string().trim().min(1).max(100),
      branch: z.string().trim().max(100),
    }),
    output: doneOrProposed,
  },
  /**
   * Resolves an order in `error`. `delivered`: it was paid (with the provider's reference). `retry`: pay again. `by-hand`: an operator pays; also
   * allowed for `paid` orders.
   */
  resolveError: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'worth',
    input: z.object({
      ref: orderRefText,
      decision: z.enum(['delivered', 'retry', 'by-hand']),
      reference: z.string().max(200).optional(),
      /** What the provider charged, decimal text. */
      fee: decimalText.optional(),
      note: z.string().max(500),
    }),
    output: doneOrProposed,
  },
  /** Records the transfer that was made by hand for an order in `handmake`. */
  recordManualPayout: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'worth',
    input: z.object({ ref: orderRefText, reference: z.string().min(1).max(200), fee: decimalText.optional(), note: z.string().max(500) }),
    output: doneOrProposed,
  },
  /** Shows a review, or hides it; either can be taken back. Errors: NOT_FOUND. */
  moderateReview: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    alone: 'it moves no money, and can be taken back',
    input: z.object({ id: z.uuid(), decision: z.enum(REVIEW_DECISIONS), note: z.string().max(500) }),
    output: done,
  },
  /** Reviews, newest first; of one status where it is given. */
  listReviews: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({ status: z.enum(REVIEW_STATUSES).optional(), limit: z.number().int().min(1).max(100).default(50) }),
    output: z.object({ items: z.array(moderatedReview) }),
  },
  /**
   * Books money that was moved by hand from a reserve's collection account to the account that pays out, or back. A transfer is booked once, whatever
   * the number of calls. Errors: VALIDATION_FAILED (not an amount, more than the account has, or a reserve without such an account),
   * IDEMPOTENCY_CONFLICT (the reference was booked with another amount or direction).
   */
  transferReserve: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'worth',
    input: z.object({
      reserve: reserveCode,
      amount: decimalText,
      to: z.enum(['payout', 'collection']).default('payout'),
      /** The bank's reference of the transfer. */
      reference: z.string().trim().min(1).max(200),
      note: z.string().max(500).default(''),
    }),
    output: doneOrProposed,
  },
  /**
   * Books the owner's money that was moved into a wallet or account of ours (or, below zero, out of it) by hand, such as fee coin that was filled up.
   * Money of customers: `transferReserve`. Error: VALIDATION_FAILED (not an amount, more than there is, or leased addresses).
   */
  adjustReserve: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'worth',
    input: z.object({ reserve: balanceCode, amount: z.string().trim().max(40), note: z.string().min(1).max(500) }),
    output: doneOrProposed,
  },
  /** Orders that need an operator, oldest first. */
  listAttention: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({ limit: z.number().int().min(1).max(1_000).default(100) }),
    output: z.object({ items: z.array(attentionItem) }),
  },
  /**
   * Accepts the difference found between the ledger and a provider, such as money known to be lost. Stopped payouts resume, and stop again if more is
   * missing. Errors: NOT_FOUND, DIFFERENCE_CHANGED (the newest check found another difference).
   */
  acceptDifference: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'always',
    input: z.object({
      reserve: balanceCode,
      /** As `listAlarms` tells it. */
      difference: z.string().regex(/^-?\d{1,30}(\.\d{1,18})?$/),
      note: z.string().min(1).max(500),
    }),
    output: doneOrProposed,
  },
  /**
   * What needs a person apart from single orders: networks that the exchange has closed by itself, payouts that wait for payments to be confirmed, a
   * provider's balance that is not what the ledger says or could not be compared, broken seals, deposits whose sweeps fail again and again, a fee coin
   * or reserve that runs low.
   */
  listAlarms: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({}),
    output: z.object({ items: z.array(alarm) }),
  },
  /** Gives a payment from the inbox to the order that it was meant for. Errors: NOT_FOUND, ORDER_NOT_FOUND, ORDER_ACTION_NOT_ALLOWED. */
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
  /** Gives an order's money back instead of paying it out, or sends again what a failed refund owes. Errors as for `refundPayment`. */
  refundOrder: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'worth',
    input: z.object({ ref: orderRefText, ...refundTarget }),
    output: doneOrProposed,
  },
  /** Lets an order that is held for a check go on. Errors: ORDER_NOT_FOUND, ORDER_ACTION_NOT_ALLOWED. */
  clearRisk: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'worth',
    input: z.object({ ref: orderRefText, note: z.string().min(1).max(500) }),
    output: doneOrProposed,
  },
  /** Ends an order whose money is proven false (reversed, double-spent). Errors: ORDER_NOT_FOUND, ORDER_ACTION_NOT_ALLOWED. */
  markForged: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'worth',
    input: z.object({ ref: orderRefText, note: z.string().min(1).max(500) }),
    output: doneOrProposed,
  },
  /**
   * Sets the limits above which a second operator is required: worth in dong of what one operator does alone within 24 hours, and change of a price
   * in percent. Error: VALIDATION_FAILED.
   */
  setSecondOperator: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'always',
    input: z.object({ worth: decimalText, rateChange: decimalText }),
    output: doneOrProposed,
  },
  /** Acts that wait for a second operator, oldest first. They lapse after a day. */
  listProposals: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({}),
    output: z.object({ items: z.array(proposal) }),
  },
  /**
   * Carries out an act that another operator proposed, once. Errors: NOT_FOUND (unknown, lapsed, answered), FORBIDDEN (one's own), and those of the
   * act, after which it can be confirmed again.
   */
  confirmAct: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    alone: 'it is the second operator’s own act',
    input: z.object({ id: z.uuid() }),
    output: done,
  },
  /** Ends a proposed act, also one's own. Error: NOT_FOUND. */
  rejectAct: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    alone: 'nothing is carried out',
    input: z.object({ id: z.uuid(), note: z.string().max(500).default('') }),
    output: done,
  },
  /**
   * Approves a payout that waits for it: beyond a cap of its reserve, or a refund to an account that is not the customer's own. Errors: NOT_FOUND,
   * ORDER_ACTION_NOT_ALLOWED.
   */
  approvePayout: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'worth',
    input: z.object({ payout: z.uuid(), note: z.string().min(1).max(500) }),
    output: doneOrProposed,
  },
  /**
   * Refuses a payout that waits for an approval, or for payments that the signer cannot confirm: it fails, and what it owes stays owed, such as to be
   * paid by hand. Errors as for `approvePayout`.
   */
  refusePayout: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    alone: 'nothing is sent, and what is owed stays owed',
    input: z.object({ payout: z.uuid(), note: z.string().min(1).max(500) }),
    output: done,
  },
  /** Sets a reserve's payout caps, above which payouts wait for approval: per payout, per hour and per day. Error: VALIDATION_FAILED. */
  setPayoutCap: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'always',
    input: z.object({ reserve: reserveCode, single: decimalText, hour: decimalText, day: decimalText }),
    output: doneOrProposed,
  },
  /** The caps of each reserve, and what was paid out towards them. */
  listPayoutCaps: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({}),
    output: z.object({
      items: z.array(
        z.object({
          reserve: z.string(),
          single: z.string(),
          hour: z.string(),
          day: z.string(),
          sentInHour: z.string(),
          sentInDay: z.string(),
        }),
      ),
    }),
  },
  /** Payments without an order. */
  listUnmatched: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({ limit: z.number().int().min(1).max(100).default(50) }),
    output: z.object({ items: z.array(unmatchedPayment) }),
  },
  /** Customers' claims that an order was paid, oldest first, each with the unmatched payments that fit it. What a claim tells is no evidence. */
  listClaims: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({ limit: z.number().int().min(1).max(200).default(50) }),
    output: z.object({ items: z.array(claim) }),
  },
  /**
   * Answers a claim in the order's log. Moves no money: give a payment to its order with `attachPayment` first, then it is `found`. Errors:
   * NOT_FOUND, ORDER_ACTION_NOT_ALLOWED (answered before, or `found` while no payment is of the order).
   */
  answerClaim: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    alone: 'it moves no money',
    input: z.object({ id: z.uuid(), answer: z.enum(CLAIM_ANSWERS), note: z.string().min(1).max(500) }),
    output: done,
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
  /** Networks with their switch and suspensions. */
  listRails: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({}),
    output: z.object({ items: z.array(z.object({ network: networkCode, on: z.boolean(), note: z.string(), suspensions: z.array(suspension) })) }),
  },
  /**
   * Verifies the ledger: `sums` per unit (must be zero), `drift` between stored balances and entries, the newest seal of each chain, and `broken`
   * seals. `heads`: chain heads kept elsewhere (logs, an earlier answer), which reveal a chain that was rewritten as a whole.
   */
  checkLedger: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({ heads: z.array(sealHead).max(1_000).optional() }),
    output: z.object({
      sums: z.array(z.object({ unit: z.string(), sum: z.string() })),
      drift: z.array(z.object({ account: z.string(), balance: z.string(), entries: z.string() })),
      seals: z.array(sealHead),
      broken: z.array(sealHead.pick({ stream: true, n: true })),
    }),
  },
});
