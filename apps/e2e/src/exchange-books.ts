import { type Db, dbOf, type Orm, openOrm } from '@quydoi/database/orm';
import { readDrift, readHoldDrift, readUnitSums } from '@quydoi/database/views/ledger';
import type { OrderReason, OrderStatus } from '@quydoi/domain/order-status';
import type { AttemptState, PayoutState } from '@quydoi/domain/payout';
import type { Place } from './place.ts';

/** An order as the exchange has it. Amount in minor units. */
export interface BookedOrder {
  readonly id: string;
  readonly ref: string;
  readonly status: OrderStatus;
  readonly reason: OrderReason | null;
  readonly destination: string;
  readonly amountReceived: bigint;
  readonly holding: bigint;
}

/** A payment of the journal. */
export interface BookedPayment {
  readonly account: string;
  readonly reference: string;
  readonly amount: bigint;
  readonly state: string;
  readonly orderId: string | null;
}

/** A payout with its attempts' states, first to last. */
export interface BookedPayout {
  readonly id: string;
  readonly orderId: string;
  readonly state: PayoutState;
  readonly attempts: readonly AttemptState[];
}

/** Everything that the exchange believes, as its owner reads it. */
export interface ExchangeBooks {
  readonly orders: readonly BookedOrder[];
  readonly payments: readonly BookedPayment[];
  readonly payouts: readonly BookedPayout[];
  /** What all payouts together took from the wallet, provider's fees included, in cents. */
  readonly spentFromWallet: bigint;
  /** Money that customers have paid in, in dong. */
  readonly collected: bigint;
  /** Faults of the ledger in words; none when it is in order. */
  readonly ledgerFaults: readonly string[];
}

const STATEMENT_TIMEOUT_MS = 20_000;

/**
 * Reads the exchange's books with the owner's rights. Orders, payments and payouts are of one moment: read one after the other, an order that
 * still waits for its money stands beside a payment that has been matched meanwhile, and everything looks at rest.
 */
export async function readExchangeBooks({ databaseUrl }: Place): Promise<ExchangeBooks> {
  const orm = await openOrm({ url: databaseUrl, poolSize: 2, statementTimeoutMs: STATEMENT_TIMEOUT_MS, applicationName: 'quydoi e2e' });
  try {
    const books = await dbOf(orm.em.fork()).transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(readAtOneMoment);
    return { ...books, ledgerFaults: await readLedgerFaults(orm) };
  } finally {
    await orm.close(true);
  }
}

async function readAtOneMoment(db: Db): Promise<Omit<ExchangeBooks, 'ledgerFaults'>> {
  return {
    orders: await db.selectFrom('orders').select(['id', 'ref', 'status', 'reason', 'destination', 'amountReceived', 'holding']).execute(),
    payments: await db.selectFrom('payment').select(['account', 'reference', 'amount', 'state', 'orderId']).where('rail', '=', 'bank').execute(),
    payouts: await readPayouts(db),
    spentFromWallet: -(await sumOf(db, ['rail:pm', 'held:pm'], 'payout')),
    collected: await sumOf(db, ['rail:vnd-collection'], 'payment'),
  };
}

async function readPayouts(db: Db): Promise<BookedPayout[]> {
  const payouts = await db.selectFrom('payout').select(['id', 'orderId', 'state']).execute();
  const attempts = await db.selectFrom('attempt').select(['payoutId', 'state']).orderBy('n').execute();
  return payouts.map((payout) => ({ ...payout, attempts: attempts.filter(({ payoutId }) => payoutId === payout.id).map(({ state }) => state) }));
}

/** The sum of the entries that postings of one kind made to some accounts. */
async function sumOf(db: Db, accounts: readonly ('rail:pm' | 'held:pm' | 'rail:vnd-collection')[], kind: 'payout' | 'payment'): Promise<bigint> {
  const rows = await db
    .selectFrom('entry')
    .innerJoin('posting', 'posting.id', 'entry.postingId')
    .innerJoin('account', 'account.id', 'entry.accountId')
    .select('entry.amount')
    .where('account.name', 'in', [...accounts])
    .where('posting.kind', '=', kind)
    .execute();
  return rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}

async function readLedgerFaults(orm: Orm): Promise<string[]> {
  const [sums, drift, holds] = [await readUnitSums(orm), await readDrift(orm), await readHoldDrift(orm)];
  return [
    ...sums.filter(({ sum }) => sum !== 0n).map(({ unit, sum }) => `entries of ${unit} sum to ${sum}`),
    ...drift.map(({ account, balance, entries }) => `${account} keeps ${balance} but its entries say ${entries}`),
    ...holds.map(({ reserve, held, orders }) => `held:${reserve} is ${held} but open orders hold ${orders}`),
  ];
}
