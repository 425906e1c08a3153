import { type Db, dbOf, type Orm, openOrm } from '@quydoi/database/orm';
import { readDrift, readHoldDrift, readUnitSums } from '@quydoi/database/repositories/ledger';
import type { CurrencyCode, ReserveCode } from '@quydoi/domain/currencies';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { OrderKind, OrderReason, OrderStatus } from '@quydoi/domain/order-status';
import type { PaymentState } from '@quydoi/domain/payment';
import type { AttemptState, Payout, PayoutState } from '@quydoi/domain/payout';
import type { Endpoints } from '../system/endpoints.ts';

/** An order as the exchange has it. Amounts in minor units. */
export interface BookedOrder {
  readonly id: string;
  readonly ref: string;
  readonly kind: OrderKind;
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
  readonly status: OrderStatus;
  readonly reason: OrderReason | null;
  readonly destination: string;
  readonly amountSent: bigint;
  readonly amountReceived: bigint;
  readonly amountPaid: bigint;
  readonly amountRefunded: bigint;
  readonly holding: bigint;
}

/** A payment of the journal. */
export interface BookedPayment {
  readonly id: string;
  readonly rail: NetworkCode;
  readonly account: string;
  readonly reference: string;
  readonly amount: bigint;
  readonly state: PaymentState;
  readonly orderId: string | null;
}

/** A payout with its attempts' states, first to last. */
export interface BookedPayout {
  readonly id: string;
  readonly orderId: string;
  readonly purpose: Payout['purpose'];
  readonly part: number;
  readonly parts: number;
  readonly paymentId: string | null;
  readonly rail: NetworkCode;
  readonly reserve: ReserveCode;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly destination: string;
  readonly state: PayoutState;
  readonly attempts: readonly AttemptState[];
}

/** Everything that the exchange believes, as its owner reads it. */
export interface ExchangeBooks {
  readonly orders: readonly BookedOrder[];
  readonly payments: readonly BookedPayment[];
  readonly payouts: readonly BookedPayout[];
  /** Addresses that customers are given to pay to. */
  readonly depositAddresses: readonly string[];
  /** Sweeps of deposits that are under way. */
  readonly sweepsUnderWay: number;
  /** What the ledger's accounts keep, by name. */
  readonly balances: Readonly<Record<string, bigint>>;
  /** Faults of the ledger in words; none when it is in order. */
  readonly ledgerFaults: readonly string[];
}

const STATEMENT_TIMEOUT_MS = 20_000;

/**
 * Reads the exchange's books with the owner's rights. Orders, payments and payouts are of one moment: read one after the other, an order that
 * still waits for its money stands beside a payment that has been matched meanwhile, and everything looks at rest.
 */
export async function readExchangeBooks({ databaseUrl }: Endpoints): Promise<ExchangeBooks> {
  const orm = await openOrm({ url: databaseUrl, poolSize: 2, statementTimeoutMs: STATEMENT_TIMEOUT_MS, applicationName: 'quydoi e2e' });
  try {
    const books = await dbOf(orm).transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(readAtOneMoment);
    return { ...books, ledgerFaults: await readLedgerFaults(orm) };
  } finally {
    await orm.close(true);
  }
}

const ORDER = ['id', 'ref', 'kind', 'from', 'to', 'status', 'reason', 'destination'] as const;
const ORDER_MONEY = ['amountSent', 'amountReceived', 'amountPaid', 'amountRefunded', 'holding'] as const;
const PAYMENT = ['id', 'rail', 'account', 'reference', 'amount', 'state', 'orderId'] as const;
const PAYOUT = ['id', 'orderId', 'purpose', 'part', 'parts', 'paymentId', 'rail', 'reserve', 'amount', 'fee', 'destination', 'state'] as const;

async function readAtOneMoment(db: Db): Promise<Omit<ExchangeBooks, 'ledgerFaults'>> {
  const accounts = await db.selectFrom('account').select(['name', 'balance']).execute();
  const addresses = await db.selectFrom('deposit_address').select('address').execute();
  const sweeps = await db.selectFrom('sweep').select('id').where('state', 'in', ['prepared', 'sent']).execute();
  return {
    orders: await db
      .selectFrom('orders')
      .select([...ORDER, ...ORDER_MONEY])
      .execute(),
    payments: await db.selectFrom('payment').select(PAYMENT).execute(),
    payouts: await readPayouts(db),
    depositAddresses: addresses.map(({ address }) => address),
    sweepsUnderWay: sweeps.length,
    balances: Object.fromEntries(accounts.map(({ name, balance }) => [name, BigInt(balance)])),
  };
}

async function readPayouts(db: Db): Promise<BookedPayout[]> {
  const payouts = await db.selectFrom('payout').select(PAYOUT).execute();
  const attempts = await db.selectFrom('attempt').select(['payoutId', 'state']).orderBy('n').execute();
  const ofPayout = Map.groupBy(attempts, ({ payoutId }) => payoutId);
  return payouts.map((payout) => ({ ...payout, attempts: (ofPayout.get(payout.id) ?? []).map(({ state }) => state) }));
}

async function readLedgerFaults(orm: Orm): Promise<string[]> {
  const [sums, drift, holds] = [await readUnitSums(orm), await readDrift(orm), await readHoldDrift(orm)];
  return [
    ...sums.filter(({ sum }) => sum !== 0n).map(({ unit, sum }) => `entries of ${unit} sum to ${sum}`),
    ...drift.map(({ account, balance, entries }) => `${account} keeps ${balance} but its entries say ${entries}`),
    ...holds.map(({ reserve, held, orders }) => `held:${reserve} is ${held} but open orders hold ${orders}`),
  ];
}
