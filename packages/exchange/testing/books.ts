import { randomUUID } from 'node:crypto';
import { applyChanges } from '@quydoi/database/apply-changes';
import { readDrift, readHoldDrift, readReserves, readUnitSums } from '@quydoi/database/views/ledger';
import { NO_CHANGE } from '@quydoi/domain/change';
import type { ReserveCode } from '@quydoi/domain/currencies';
import { post } from '@quydoi/domain/ledger/post';
import { expect } from 'vitest';
import type { World } from './world.ts';

/** Orders whose ledger does not hold what they say. */
const HOLDS_OF_ORDERS = `
  select o.ref, o.holding, coalesce(sum(h.amount), 0) as ledger
  from orders o left join (
    select p.order_id, e.amount from posting p join entry e on e.posting_id = p.id join account a on a.id = e.account_id and a.name like 'held:%'
  ) h on h.order_id = o.id
  group by o.id having o.holding <> coalesce(sum(h.amount), 0)`;

/** Suspense accounts that do not owe exactly the money that came in and was not turned into a paid order. */
const SUSPENSE = `
  select a.name, a.balance, i.amount as came_in, coalesce(s.amount, 0) as served
  from (select rail, unit, sum(amount) as amount from payment group by rail, unit) i
    join account a on a.name = 'suspense:' || i.rail || ':' || i.unit
    left join (select pay_in_rail, sum(amount_paid) as amount from orders where paid_at is not null group by pay_in_rail) s on s.pay_in_rail = i.rail
  where -a.balance <> i.amount - coalesce(s.amount, 0)`;

/** Orders whose matched payments are not what the order counts as paid. */
const MATCHED = `
  select o.ref, o.amount_paid, coalesce(sum(p.amount), 0) as matched
  from orders o left join payment p on p.order_id = o.id and p.state = 'matched'
  group by o.id having o.amount_paid <> coalesce(sum(p.amount), 0)`;

/**
 * The whole of the books: every unit sums to zero, kept balances are what their entries say, each order holds what the ledger holds for
 * it, money in is matched or in suspense, and the provider's own book shows no order paid twice and every automatic delivery paid.
 */
export async function expectBooksInOrder({ owner, database, payOut }: World): Promise<void> {
  const delivered = await database.query(`select ref from orders where status = 'delivered' and payout_reference like 'batch-%'`);
  const paid = Map.groupBy(payOut.paid, ({ memo }) => memo);
  expect({
    unbalancedUnits: (await readUnitSums(owner)).filter(({ sum }) => sum !== 0n),
    drift: await readDrift(owner),
    holdDrift: await readHoldDrift(owner),
    holdsOfOrders: await database.query(HOLDS_OF_ORDERS),
    suspense: await database.query(SUSPENSE),
    matched: await database.query(MATCHED),
    paidTwice: [...paid].filter(([, payouts]) => payouts.length > 1).map(([ref]) => ref),
    deliveredUnpaid: delivered.map(({ ref }) => String(ref)).filter((ref) => !paid.has(ref)),
  }).toEqual({
    unbalancedUnits: [],
    drift: [],
    holdDrift: [],
    holdsOfOrders: [],
    suspense: [],
    matched: [],
    paidTwice: [],
    deliveredUnpaid: [],
  });
}

/** Free and held money of a reserve. */
export async function reserveOf({ owner }: World, reserve: ReserveCode): Promise<{ available: bigint; held: bigint }> {
  const found = (await readReserves(owner)).find((balance) => balance.reserve === reserve);
  if (!found) throw new Error(`no reserve ${reserve}`);
  return { available: found.available, held: found.held };
}

/** Makes a reserve have exactly this much free money, as an operator who moves money would book it. */
export async function setAvailable(world: World, reserve: ReserveCode, amount: bigint): Promise<void> {
  const { available } = await reserveOf(world, reserve);
  if (available === amount) return;
  const posting = post(randomUUID(), 'adjust', null, [
    { account: `rail:${reserve}`, amount: amount - available },
    { account: `equity:${reserve}`, amount: available - amount },
  ]);
  await applyChanges(world.owner, [{ ...NO_CHANGE, postings: [posting] }], world.clock.now());
}
