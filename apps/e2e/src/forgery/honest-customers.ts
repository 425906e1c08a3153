import type { Orm } from '@quydoi/database/orm';
import { createSeededRandom } from '../seeded-random.ts';
import type { Endpoints } from '../system/endpoints.ts';
import { until } from '../until.ts';
import type { CampaignDatabase } from './campaign-database.ts';
import { anyPlan, claimPayment, PLANS_IN_FULL, placeAndPay } from './honest-orders.ts';
import type { PaidOrder } from './justify.ts';
import { readMadeTransfers } from './made-transfers.ts';

/** The honest customers of a campaign. */
export interface HonestCustomers {
  /** Every order that money came in for, and those that nothing came in for, by reference. */
  readonly orders: Map<string, PaidOrder>;
  /** Deposit addresses that the exchange itself has leased, before forgers add theirs. */
  readonly leased: ReadonlySet<string>;
  /** Number of the next customer, who has accounts of its own. */
  next(): number;
  /**
   * Places an order on each trade, paid in full, and `others`, of which some are paid; returns once the first of those in full has been paid out.
   * Payouts of others are on their way then. @throws Error when none is: an exchange that pays nobody pays no forger either
   */
  trade(others: number): Promise<void>;
}

/** On a busy machine payments are confirmed late; where nothing is broken this is never waited for. */
const PAID_OUT_MS_MAX = 240_000;
const POLL_MS = 500;

/** Customers who place orders on the exchange under test; what they do follows from the seed. */
export function createHonestCustomers(endpoints: Endpoints, database: CampaignDatabase, orm: Orm, seed: string): HonestCustomers {
  const orders = new Map<string, PaidOrder>();
  const leased = new Set<string>();
  let customers = 0;
  const next = () => {
    customers += 1;
    return customers;
  };

  /** Whether one of these was paid out to its customer, by the sandbox's books. */
  async function isOnePaidOut(placed: readonly PaidOrder[]): Promise<boolean> {
    const made = await readMadeTransfers(endpoints, database.owner, leased);
    return placed.some(({ ref, to, destination }) => made.some((one) => one.ref === ref && one.currency === to && one.payee === destination));
  }

  return {
    orders,
    leased,
    next,
    async trade(others) {
      const random = createSeededRandom(`${seed} honest ${customers}`);
      const plans = [...PLANS_IN_FULL, ...Array.from({ length: others }, () => anyPlan(random))];
      const placed = await Promise.all(plans.map((plan) => placeAndPay(endpoints, orm, random, next(), plan)));
      const taken = placed.filter((order) => typeof order !== 'string');
      for (const order of taken) orders.set(order.ref, order);
      for (const order of taken) if (order.paid === 0n) await claimPayment(database, order);
      await rememberAddresses(database, leased);
      const inFull = placed.slice(0, PLANS_IN_FULL.length);
      const awaited = inFull.filter((order) => typeof order !== 'string');
      const patienceMs = awaited.length > 0 ? PAID_OUT_MS_MAX : 0;
      await until('the first honest order to be paid out', patienceMs, () => isOnePaidOut(awaited), POLL_MS).catch(async (error: unknown) => {
        const became = [...inFull.filter((order) => typeof order === 'string'), ...(await describe(database, awaited))];
        throw new Error(`no honest customer is paid: ${became.join('; ')}`, { cause: error });
      });
    },
  };
}

async function rememberAddresses({ owner }: CampaignDatabase, leased: Set<string>): Promise<void> {
  const { rows } = await owner.query<{ address: string }>(
    "select pay_in_account as address from orders where pay_in_network = 'tron' and subject not like 'forged%'",
  );
  for (const { address } of rows) if (!/^TLa2f6VPqDg/.test(address)) leased.add(address);
}

const BECAME = `
  select o.ref, o.status, o.reason, (select string_agg(m.state, ' ') from payment m where m.order_id = o.id) as payments,
    (select string_agg(concat_ws(' ', p.state, p.waits_for), ', ') from payout p where p.order_id = o.id) as payouts
  from orders o where ref = any($1)`;

/** What became of these orders, for an error's text. */
async function describe({ owner }: CampaignDatabase, placed: readonly PaidOrder[]): Promise<string[]> {
  const { rows } = await owner.query<Record<'ref' | 'status' | 'reason' | 'payments' | 'payouts', string | null>>(BECAME, [
    placed.map(({ ref }) => ref),
  ]);
  return rows.map(({ ref, status, reason, payments, payouts }) => `${ref} ${status} ${reason}, payments ${payments}, payouts ${payouts}`);
}
