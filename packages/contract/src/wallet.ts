import { LIST_OFFSET_MAX, PAGE_SIZE, PAGE_SIZE_MAX } from '@quydoi/domain/constants';
import { POSTING_KINDS } from '@quydoi/domain/ledger/post';
import { WALLET_CURRENCIES } from '@quydoi/domain/wallet/wallet';
import { WITHDRAWAL_STATES } from '@quydoi/domain/wallet/withdrawal';
import { z } from 'zod';
import { accountText, codeText, decimalText, minorUnits, moment } from './primitives.ts';
import { procedures } from './procedure.ts';

const walletCurrency = z.enum(WALLET_CURRENCIES);
const page = {
  offset: z.number().int().min(0).max(LIST_OFFSET_MAX).default(0),
  limit: z.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
};

/** A customer's balance in one currency. */
const balanceView = z.object({
  currency: walletCurrency,
  /** In minor units. */
  balance: minorUnits,
  /** Smallest and largest withdrawal; null while none is made. */
  withdrawal: z.object({ min: minorUnits, max: minorUnits }).nullable(),
});

/** How to deposit dong: any amount, with this memo. `qr`: a VietQR payload without an amount; null where the bank has none. */
const depositView = z.object({
  account: z.string(),
  accountName: z.string(),
  bankCode: z.string(),
  bankName: z.string(),
  branch: z.string(),
  memo: z.string(),
  qr: z.string().nullable(),
});

/** A customer's wallet. */
export const walletView = z.object({ balances: z.array(balanceView), deposit: depositView });

/** A line of a statement, by what changed the balance. */
const statementLineView = z.object({
  n: z.number().int(),
  kind: z.enum(POSTING_KINDS),
  at: moment,
  /** Above zero when the balance grew; in minor units. */
  amount: minorUnits,
  /** The balance after it. */
  balance: minorUnits,
  /** Reference of the order (masked where it is another customer's), of the withdrawal, or of a deposit at its bank or on its chain; null where there is none. */
  orderRef: z.string().nullable(),
  withdrawalRef: z.string().nullable(),
  paymentReference: z.string().nullable(),
});

const statementView = z.object({
  items: z.array(statementLineView),
  total: z.number().int(),
  offset: z.number().int(),
  limit: z.number().int(),
});

/** A withdrawal. Amounts are minor units; `amount` leaves the balance, and all but `fee` is sent. */
export const withdrawalView = z.object({
  ref: z.string(),
  currency: walletCurrency,
  amount: minorUnits,
  fee: minorUnits,
  destination: z.string(),
  destinationBank: z.string().nullable(),
  destinationName: z.string().nullable(),
  state: z.enum(WITHDRAWAL_STATES),
  /** Why it was refused or failed, or is in doubt; null otherwise. */
  reason: z.string().nullable(),
  reference: z.string().nullable(),
  explorerUrl: z.string().nullable(),
  createdAt: moment,
  finalAt: moment.nullable(),
});

const withdrawalsView = z.object({ items: z.array(withdrawalView), offset: z.number().int(), limit: z.number().int() });

/** A credit that a sponsor got for another customer's order. Amounts are dong. */
const referralCreditView = z.object({
  /** The order's reference, masked: the order is another customer's. */
  order: z.string(),
  at: moment,
  amount: minorUnits,
  /** Part of it that was taken back, because the order's payout came back. */
  returned: minorUnits,
  /** Part of it that the balance did not have, and that the next credits pay. */
  owed: minorUnits,
});

const referralsView = z.object({
  /** Percent of the fees of new orders that sponsors get now, a decimal; `0`: nothing. */
  percent: z.string(),
  /** How many customers registered by the customer's link. */
  customers: z.number().int(),
  /** Credited and not taken back, and the part of it that is owed back. In dong. */
  earned: minorUnits,
  owed: minorUnits,
  items: z.array(referralCreditView),
  total: z.number().int(),
  offset: z.number().int(),
  limit: z.number().int(),
});

/** Procedures of `wallet`: what a customer's balances are, and how money gets in and out. */
export const walletProcedures = procedures({
  /** The customer's balances, and how to deposit. */
  get: { kind: 'query', access: 'customer', limit: { class: 'poll', cost: 1 }, audit: false, input: z.void(), output: walletView },
  /** What has changed a balance, newest first. */
  statement: {
    kind: 'query',
    access: 'customer',
    limit: { class: 'poll', cost: 1 },
    audit: false,
    input: z.object({ currency: walletCurrency, ...page }),
    output: statementView,
  },
  /** The customer's withdrawals, newest first. */
  withdrawals: {
    kind: 'query',
    access: 'customer',
    limit: { class: 'poll', cost: 1 },
    audit: false,
    input: z.object(page),
    output: withdrawalsView,
  },
  /** What the customer has as a sponsor: totals, and credits, newest first. */
  referrals: {
    kind: 'query',
    access: 'customer',
    limit: { class: 'poll', cost: 1 },
    audit: false,
    input: z.object(page),
    output: referralsView,
  },
  /**
   * Asks for a withdrawal to an account or wallet that the customer has saved for a day or longer. It takes a code of the authenticator app. Errors:
   * WITHDRAWALS_OFF, QUANTITY_INVALID, QUANTITY_TOO_SMALL, QUANTITY_TOO_LARGE, BALANCE_SHORT, DESTINATION_UNKNOWN, DESTINATION_NEW, TWO_FACTOR_NEEDED,
   * TOO_MANY_WITHDRAWALS, CODE_INVALID, CODE_USED, TOO_MANY_CODES, and those of the holder's name (`lookups.accountName`).
   */
  withdraw: {
    kind: 'mutation',
    access: 'customer',
    limit: { class: 'login', cost: 1 },
    audit: false,
    input: z.object({
      currency: walletCurrency,
      amount: decimalText,
      account: accountText.min(1),
      bank: codeText.optional(),
      code: z.string().trim().min(1).max(64),
    }),
    output: withdrawalView,
  },
});

export type WalletView = z.output<typeof walletView>;
export type StatementInput = z.output<(typeof walletProcedures)['statement']['input']>;
export type StatementView = z.output<typeof statementView>;
export type WithdrawalView = z.output<typeof withdrawalView>;
export type WithdrawalsView = z.output<typeof withdrawalsView>;
export type ReferralsView = z.output<typeof referralsView>;
export type WithdrawInput = z.output<(typeof walletProcedures)['withdraw']['input']>;
