import { isBalance } from '@quydoi/database/balance-lines';
import { type Db, dbOf, type Orm } from '@quydoi/database/orm';
import { readDrift, readHoldDrift, readUnitSums } from '@quydoi/database/repositories/ledger';
import { CURRENCIES, type CurrencyCode, type ReserveCode } from '@quydoi/domain/currencies';
import type { PostingKind } from '@quydoi/domain/ledger/post';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { OrderKind, OrderReason, OrderStatus } from '@quydoi/domain/order-status';
import type { AttemptState } from '@quydoi/domain/transfer/attempt';
import type { PaymentState } from '@quydoi/domain/transfer/payment';
import type { ObligationKind, Payout, PayoutState } from '@quydoi/domain/transfer/payout';
import { FROM_BALANCE } from '@quydoi/domain/wallet/decide-charge';
import type { ReferralState } from '@quydoi/domain/wallet/referral';
import { balanceAccountOf } from '@quydoi/domain/wallet/wallet';
import type { Withdrawal } from '@quydoi/domain/wallet/withdrawal';
import { databaseOf } from '../system/database.ts';
import type { Endpoints } from '../system/endpoints.ts';

/** An order in the exchange's database. Amounts in minor units. */
export interface BookedOrder {
  readonly id: string;
  readonly ref: string;
  readonly kind: OrderKind;
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
  readonly status: OrderStatus;
  readonly reason: OrderReason | null;
  /** Account, or for an order that is paid with a voucher the order itself: all vouchers go to one account in the sandbox's books. */
  readonly destination: string;
  readonly amountSent: bigint;
  readonly amountReceived: bigint;
  readonly amountPaid: bigint;
  readonly amountRefunded: bigint;
  readonly holding: bigint;
  /** Whether it is paid out to a customer's balance: then the provider is called for nothing. */
  readonly toBalance: boolean;
}

/** A payment in the journal. */
export interface BookedPayment {
  readonly id: string;
  readonly network: NetworkCode;
  readonly account: string;
  readonly reference: string;
  readonly unit: ReserveCode;
  readonly amount: bigint;
  readonly state: PaymentState;
  readonly orderId: string | null;
  /** Customer whose balance it was credited to. */
  readonly customerId: string | null;
  readonly caseCode: string | null;
}

/** A payout with its attempts' states, first to last. */
export interface BookedPayout {
  readonly id: string;
  readonly obligationKind: ObligationKind;
  readonly obligationId: string;
  readonly orderId: string | null;
  readonly part: number;
  readonly parts: number;
  readonly network: NetworkCode;
  readonly reserve: ReserveCode;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly destination: string;
  /** Customer whose balance it goes to; null where a provider sends it. */
  readonly toBalanceOf: string | null;
  readonly madeBy: Payout['madeBy'];
  readonly state: PayoutState;
  readonly attempts: readonly AttemptState[];
}

/** A withdrawal from a customer's balance. Amounts in minor units. */
export interface BookedWithdrawal extends Pick<Withdrawal, 'id' | 'ref' | 'state' | 'amount'> {
  /** What its lines took from the balance and have not given back. */
  readonly taken: bigint;
}

/** A customer's balance. Amounts in minor units. */
export interface BookedBalance {
  readonly customerId: string;
  readonly unit: string;
  /** By the ledger. */
  readonly balance: bigint;
  /** Lines of the statement, oldest first. */
  readonly lines: readonly { readonly n: number; readonly kind: PostingKind; readonly amount: bigint; readonly balance: bigint }[];
}

/** What an order gave to its customer's sponsor, in dong. */
export interface BookedReferral {
  readonly id: string;
  readonly sponsorId: string;
  readonly state: ReferralState;
  readonly amount: bigint;
  readonly returned: bigint;
  /** What the sponsor has of it by the ledger. */
  readonly booked: bigint;
}

/** The exchange's books, read with the database owner's rights. */
export interface ExchangeBooks {
  readonly orders: readonly BookedOrder[];
  readonly payments: readonly BookedPayment[];
  readonly payouts: readonly BookedPayout[];
  readonly withdrawals: readonly BookedWithdrawal[];
  readonly customerBalances: readonly BookedBalance[];
  readonly referrals: readonly BookedReferral[];
  /** Addresses leased to orders. */
  readonly depositAddresses: readonly string[];
  /** Destinations of orders ({@link BookedOrder.destination}) by the provider's id of a voucher that an attempt made for them. */
  readonly voucherPayees: ReadonlyMap<string, string>;
  /** Sweeps of deposits that are not settled. */
  readonly sweepsInProgress: number;
  /** Sources of the webhooks that could not be handled and are tried again. */
  readonly failedWebhooks: readonly string[];
  /** Ledger balances by account name. */
  readonly balances: Readonly<Record<string, bigint>>;
  /** Inconsistencies of the ledger itself, described; none if it is sound. */
  readonly ledgerDifferences: readonly string[];
}

/**
 * Reads the exchange's books. Orders, payments and payouts come from one snapshot: read one after the other, an order that still waits for its
 * money could stand beside a payment that was matched meanwhile, and everything would look idle.
 */
export async function readExchangeBooks(endpoints: Endpoints): Promise<ExchangeBooks> {
  const orm = await databaseOf(endpoints);
  const books = await dbOf(orm).transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(readSnapshot);
  return { ...books, ledgerDifferences: await readLedgerDifferences(orm) };
}

const ORDER = ['id', 'ref', 'kind', 'from', 'to', 'status', 'reason', 'destination', 'toBalance'] as const;
const ORDER_MONEY = ['amountSent', 'amountReceived', 'amountPaid', 'amountRefunded', 'holding'] as const;
const PAYMENT = ['id', 'network', 'account', 'reference', 'unit', 'amount', 'state', 'orderId', 'customerId', 'caseCode'] as const;
const PAYOUT = [
  'id',
  'obligationKind',
  'obligationId',
  'orderId',
  'madeBy',
  'part',
  'parts',
  'network',
  'reserve',
  'amount',
  'fee',
  'destination',
  'toBalanceOf',
  'state',
] as const;

async function readSnapshot(db: Db): Promise<Omit<ExchangeBooks, 'ledgerDifferences'>> {
  const accounts = await db.selectFrom('account').select(['name', 'balance']).execute();
  const addresses = await db.selectFrom('deposit_address').select('address').execute();
  const sweeps = await db.selectFrom('sweep').select('id').where('state', 'in', ['prepared', 'sent']).execute();
  const webhooks = await db.selectFrom('webhook').select('source').where('handledAt', 'is', null).where('outcome', '=', 'failed').execute();
  const orders = await db
    .selectFrom('orders')
    .select([...ORDER, ...ORDER_MONEY])
    .execute();
  return {
    orders: orders.map((order) => ({ ...order, destination: payeeOf(order) })),
    voucherPayees: await readVoucherPayees(db),
    // What a balance has paid was no transfer.
    payments: await db.selectFrom('payment').select(PAYMENT).where('account', '<>', FROM_BALANCE).execute(),
    payouts: await readPayouts(db),
    withdrawals: await readWithdrawals(db),
    customerBalances: await readCustomerBalances(db),
    referrals: await readReferrals(db),
    depositAddresses: addresses.map(({ address }) => address),
    sweepsInProgress: sweeps.length,
    failedWebhooks: webhooks.map(({ source }) => source),
    balances: Object.fromEntries(accounts.map(({ name, balance }) => [name, BigInt(balance)])),
  };
}

function payeeOf({ to, ref, destination }: Pick<BookedOrder, 'to' | 'ref' | 'destination'>): string {
  return isVoucher(to) ? `${destination} for ${ref}` : destination;
}

function isVoucher(code: CurrencyCode): boolean {
  return CURRENCIES[code].isVoucher === true;
}

async function readVoucherPayees(db: Db): Promise<Map<string, string>> {
  const made = await db
    .selectFrom('attempt')
    .innerJoin('payout', 'payout.id', 'attempt.payoutId')
    .innerJoin('orders', 'orders.id', 'payout.orderId')
    .select(['attempt.reference', 'orders.to', 'orders.ref', 'orders.destination', 'payout.obligationKind'])
    .where('attempt.reference', 'is not', null)
    .execute();
  const vouchers = made.filter(({ to, obligationKind }) => isVoucher(to) && obligationKind === 'order');
  return new Map(vouchers.flatMap((one) => (one.reference === null ? [] : [[one.reference, payeeOf(one)] as const])));
}

async function readPayouts(db: Db): Promise<BookedPayout[]> {
  const payouts = await db.selectFrom('payout').select(PAYOUT).execute();
  const attempts = await db.selectFrom('attempt').select(['payoutId', 'state']).orderBy('n').execute();
  const ofPayout = Map.groupBy(attempts, ({ payoutId }) => payoutId);
  return payouts.map((payout) => ({ ...payout, attempts: (ofPayout.get(payout.id) ?? []).map(({ state }) => state) }));
}

async function readWithdrawals(db: Db): Promise<BookedWithdrawal[]> {
  const withdrawals = await db.selectFrom('withdrawal').select(['id', 'ref', 'state', 'amount']).execute();
  const lines = await db
    .selectFrom('posting')
    .innerJoin('balance_line', 'balance_line.postingId', 'posting.id')
    .select(['posting.withdrawalId', 'balance_line.amount'])
    .where('posting.withdrawalId', 'is not', null)
    .execute();
  const taken = (id: string) => lines.filter(({ withdrawalId }) => withdrawalId === id).reduce((sum, { amount }) => sum - amount, 0n);
  return withdrawals.map((withdrawal) => ({ ...withdrawal, taken: taken(withdrawal.id) }));
}

async function readCustomerBalances(db: Db): Promise<BookedBalance[]> {
  const accounts = (await db.selectFrom('account').select(['id', 'name', 'unit', 'balance']).execute()).filter(({ name }) => isBalance(name));
  const lines = await db
    .selectFrom('balance_line')
    .innerJoin('posting', 'posting.id', 'balance_line.postingId')
    .select(['balance_line.accountId', 'balance_line.n', 'posting.kind', 'balance_line.amount', 'balance_line.balance'])
    .orderBy('balance_line.n')
    .execute();
  const ofAccount = Map.groupBy(lines, ({ accountId }) => accountId);
  return accounts.map(({ id, name, unit, balance }) => ({
    customerId: name.split(':')[1] ?? '',
    unit,
    balance: -BigInt(balance),
    lines: (ofAccount.get(id) ?? []).map(({ n, kind, amount, balance: after }) => ({ n, kind, amount, balance: after })),
  }));
}

async function readReferrals(db: Db): Promise<BookedReferral[]> {
  const referrals = await db.selectFrom('referral').select(['id', 'sponsorId', 'state', 'amount', 'returned']).execute();
  const postings = await db.selectFrom('posting').select(['id', 'orderId']).where('kind', 'in', ['referral', 'referral-return']).execute();
  const accounts = await db.selectFrom('account').select(['id', 'name']).execute();
  const orders = new Map(postings.map(({ id, orderId }) => [id, orderId]));
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  const entries =
    postings.length === 0
      ? []
      : await db
          .selectFrom('entry')
          .select(['postingId', 'accountId', 'amount'])
          .where('postingId', 'in', [...orders.keys()])
          .execute();
  const bookedOf = ({ id, sponsorId }: Pick<BookedReferral, 'id' | 'sponsorId'>) =>
    entries
      .filter(({ postingId, accountId }) => orders.get(postingId) === id && names.get(accountId) === balanceAccountOf(sponsorId, 'vnd'))
      .reduce((sum, { amount }) => sum - amount, 0n);
  return referrals.map((referral) => ({ ...referral, booked: bookedOf(referral) }));
}

async function readLedgerDifferences(orm: Orm): Promise<string[]> {
  const [sums, drift, holds] = [await readUnitSums(orm), await readDrift(orm), await readHoldDrift(orm)];
  return [
    ...sums.filter(({ sum }) => sum !== 0n).map(({ unit, sum }) => `entries of ${unit} sum to ${sum}`),
    ...drift.map(({ account, balance, entries }) => `${account} keeps ${balance} but its entries say ${entries}`),
    ...holds.map(({ reserve, held, orders }) => `held:${reserve} is ${held} but open orders hold ${orders}`),
  ];
}
