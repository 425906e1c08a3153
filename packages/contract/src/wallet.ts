import { LIST_OFFSET_MAX, PAGE_SIZE, PAGE_SIZE_MAX } from '@quydoi/domain/constants';
import { POSTING_KINDS } from '@quydoi/domain/ledger/post';
import { WALLET_COINS, WALLET_CURRENCIES } from '@quydoi/domain/wallet/wallet';
import { WITHDRAWAL_STATES } from '@quydoi/domain/wallet/withdrawal';
import { z } from 'zod';
import { accountText, codeText, decimalText, minorUnits, moment } from './primitives.ts';
import { procedures } from './procedure.ts';

export const walletCurrency = z.enum(WALLET_CURRENCIES);
const page = {
  offset: z.number().int().min(0).max(LIST_OFFSET_MAX).default(0),
  limit: z.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
};

/** A customer's balance in one currency. */
export const balanceView = z.object({
  currency: walletCurrency,
  /** In minor units. */
  balance: minorUnits,
  /** Smallest and largest withdrawal, and the part of each that is kept for the transfer; null while none is made. A bank's own fee comes on top of each. */
  withdrawal: z.object({ min: minorUnits, max: minorUnits, fee: minorUnits }).nullable(),
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

/** Coins that customers deposit at addresses of their own. */
const walletCoin = z.enum(WALLET_COINS);

/**
 * The customer's own address for deposits of a coin: what comes to it is credited, as often as something comes. `address` is null until it was asked for
 * (`depositAddress`). `qr`: a payment link, or the address where wallets read no links. `min`: what is less is not noticed, in minor units.
 */
export const depositAddressView = z.object({
  currency: walletCoin,
  address: z.string().nullable(),
  qr: z.string().nullable(),
  min: minorUnits,
});

/** A customer's wallet. */
export const walletView = z.object({ balances: z.array(balanceView), deposit: depositView, addresses: z.array(depositAddressView) });

/** A line of a statement, by what changed the balance. */
export const statementLineView = z.object({
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

/** A deposit or withdrawal of a coin, on its chain. Amounts in minor units. */
const coinTransactionView = z.object({
  id: z.string(),
  kind: z.enum(['deposit', 'withdrawal']),
  currency: walletCoin,
  /** What came, or leaves the balance. */
  amount: minorUnits,
  /** Part of a withdrawal that the exchange keeps for the transfer. */
  fee: minorUnits,
  /** Id of the transaction; null while there is none. */
  hash: z.string().nullable(),
  /** Null where the chain or the transfer tells none. */
  from: z.string().nullable(),
  to: z.string(),
  /** `confirming`: not final on its chain. `processing`: not in the balance yet, or on its way. `failed`: given back or dropped. */
  state: z.enum(['confirming', 'processing', 'done', 'failed']),
  version: z.number().int(),
  at: moment,
});

const coinTransactionsView = z.object({ items: z.array(coinTransactionView), offset: z.number().int(), limit: z.number().int() });

const withdrawalsView = z.object({ items: z.array(withdrawalView), offset: z.number().int(), limit: z.number().int() });

/** A credit that a sponsor got for another customer's order. Amounts are dong. */
export const referralCreditView = z.object({
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
  /**
   * The customer's own address for deposits of a coin, which is made at the first call and stays. Errors: CURRENCY_NOT_SUPPORTED while the coin is switched
   * off, MAINTENANCE.
   */
  depositAddress: {
    kind: 'mutation',
    access: 'customer',
    limit: { class: 'act', cost: 5 },
    audit: false,
    input: z.object({ currency: walletCoin }),
    output: depositAddressView,
  },
  /** What has changed a balance, newest first. */
  statement: {
    kind: 'query',
    access: 'customer',
    limit: { class: 'poll', cost: 1 },
    audit: false,
    input: z.object({ currency: walletCurrency, ...page }),
    output: statementView,
  },
  /** The customer's deposits and withdrawals of coins, newest first. */
  coinTransactions: {
    kind: 'query',
    access: 'customer',
    limit: { class: 'poll', cost: 1 },
    audit: false,
    input: z.object(page),
    output: coinTransactionsView,
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
   * Asks for a withdrawal to an account or wallet that the customer has saved for a day or longer. It takes a code of the authenticator app.
   * A request repeated with its `Idempotency-Key` makes no second one. Errors:
   * WITHDRAWALS_OFF, QUANTITY_INVALID, QUANTITY_TOO_SMALL, QUANTITY_TOO_LARGE, BALANCE_SHORT, DESTINATION_UNKNOWN, DESTINATION_NEW, TWO_FACTOR_NEEDED,
   * TOO_MANY_WITHDRAWALS, CODE_INVALID, CODE_USED, TOO_MANY_CODES, IDEMPOTENCY_CONFLICT, and those of the holder's name (`lookups.accountName`).
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
export type DepositAddressView = z.output<typeof depositAddressView>;
export type CoinTransactionView = z.output<typeof coinTransactionView>;
export type CoinTransactionsView = z.output<typeof coinTransactionsView>;
export type StatementInput = z.output<(typeof walletProcedures)['statement']['input']>;
export type StatementView = z.output<typeof statementView>;
export type WithdrawalView = z.output<typeof withdrawalView>;
export type WithdrawalsView = z.output<typeof withdrawalsView>;
export type ReferralsView = z.output<typeof referralsView>;
export type WithdrawInput = z.output<(typeof walletProcedures)['withdraw']['input']>;
