import { randomUUID } from 'node:crypto';
import { applyChanges } from '@quydoi/database/apply-changes';
import { readDrift, readHoldDrift, readReserves, readUnitSums } from '@quydoi/database/repositories/ledger';
import { NO_CHANGE } from '@quydoi/domain/change';
import { CURRENCIES, CURRENCY_CODES, type ReserveCode } from '@quydoi/domain/currencies';
import { post } from '@quydoi/domain/ledger/post';
import { expect } from 'vitest';
import { EVENT_CAUSES } from './event-causes.ts';
import type { World } from './world.ts';

/** Orders whose ledger hold differs from the holds of the order and its open refunds. */
const HOLDS_OF_ORDERS = `
  select o.ref, o.holding, coalesce(r.held, 0) as refunds, coalesce(h.amount, 0) as ledger
  from orders o left join (
    select p.order_id, sum(e.amount) as amount
    from posting p join entry e on e.posting_id = p.id join account a on a.id = e.account_id and a.name like 'held:%' group by p.order_id
  ) h on h.order_id = o.id left join (
    select order_id, sum(held) as held from payout where obligation_kind in ('refund', 'return') and state in ('queued', 'attempting') group by order_id
  ) r on r.order_id = o.id
  where o.holding + coalesce(r.held, 0) <> coalesce(h.amount, 0)`;

/** Suspense accounts whose balance differs from the unallocated payments. */
const SUSPENSE = `
  select a.name, a.balance, i.amount as owed
  from (
    select p.network, p.unit, sum(case
      when p.state in ('unmatched', 'case') then p.amount
      when p.state = 'matched' and p.order_id is not null and o.paid_at is null and o.amount_refunded = 0 then p.amount
      else 0 end) as amount
    from payment p left join orders o on o.id = p.order_id group by p.network, p.unit
  ) i join account a on a.name = 'suspense:' || i.network || ':' || i.unit
  where -a.balance <> i.amount`;

const RESERVE_BY_CURRENCY = CURRENCY_CODES.map((code) => `when '${code}' then '${CURRENCIES[code].reserve}'`).join(' ');

/** Units whose refund liability differs from the refunds decided and not yet paid. */
const REFUNDS = `
  select a.name, a.balance, coalesce(d.amount, 0) as decided, coalesce(s.amount, 0) as gone
  from account a left join (
    select unit, sum(amount) as amount from (
      select case from_currency ${RESERVE_BY_CURRENCY} end as unit, amount_refunded as amount from orders
      union all
      select p.unit, p.amount from payment p where p.state = 'returned' and exists (select 1 from payout f where f.obligation_kind = 'return' and f.obligation_id = p.id)
    ) decided group by unit
  ) d on d.unit = a.unit left join (
    select reserve, sum(amount + fee) as amount from payout where obligation_kind in ('refund', 'return') and state = 'settled' group by reserve
  ) s on s.reserve = a.unit
  where a.name = 'refund:' || a.unit and -a.balance <> coalesce(d.amount, 0) - coalesce(s.amount, 0)`;

/** Customers' balances that are not what their lines, the total owed and their withdrawals say. */
const BALANCES = `
  select a.name, -a.balance as balance, l.balance as line from account a
  left join lateral (select l.balance from balance_line l where l.account_id = a.id order by l.n desc limit 1) l on true
  where a.name like 'customer:%' and -a.balance <> coalesce(l.balance, 0)
  union all
  select 'total of ' || t.unit, t.owed, -coalesce((select sum(a.balance) from account a where a.name like 'customer:%' and a.unit = t.unit), 0)
  from balance_total t where t.owed <> -coalesce((select sum(a.balance) from account a where a.name like 'customer:%' and a.unit = t.unit), 0)
  union all
  select a.name, -a.balance, coalesce(sum(w.amount), 0) from account a
  left join withdrawal w on w.currency = a.unit and w.state in ('sending', 'error')
  where a.name = 'withdrawal:' || a.unit group by a.name, a.balance having -a.balance <> coalesce(sum(w.amount), 0)`;

/** Referrals that the ledger, their order's status or the sponsor's totals do not agree with. None is due for long. */
const REFERRALS = `
  select o.ref, r.state, r.amount, r.returned, coalesce(b.amount, 0) as booked from referral r join orders o on o.id = r.id
  left join lateral (
    select -sum(e.amount) as amount from posting p join entry e on e.posting_id = p.id join account a on a.id = e.account_id
    where p.order_id = r.id and p.kind in ('referral', 'referral-return') and a.name = 'customer:' || r.sponsor_id || ':vnd'
  ) b on true
  where coalesce(b.amount, 0) <> r.amount - r.returned or r.state = 'credited' and o.status <> 'delivered'
  union all
  select t.sponsor_id, 'total', t.earned, t.owed, s.earned from referral_total t cross join lateral (
    select coalesce(sum(r.amount - r.returned), 0) as earned, count(*) filter (where r.amount > 0) as credits,
      coalesce(sum(r.amount - r.returned) filter (where r.state = 'taken-back'), 0) as owed from referral r where r.sponsor_id = t.sponsor_id
  ) s where (t.earned, t.owed, t.credits) <> (s.earned, s.owed, s.credits)
    or t.customers <> (select count(*) from customer c where c.sponsor = t.sponsor_id)`;
/** Coupons whose counted uses are not those of the orders that have one, and units whose discounts are not those of the delivered orders. */
const COUPONS = `
  select c.code as name, c.uses::bigint as booked, count(o.id) as orders from coupon_count c
  left join orders o on o.coupon = c.code and o.coupon_held group by c.code, c.uses having c.uses <> count(o.id)
  union all
  select a.name, a.balance, coalesce(d.amount, 0) from account a left join (
    select case when kind = 'buy' then 'vnd' else case to_currency ${RESERVE_BY_CURRENCY} end end as unit, sum(discount) as amount
    from orders where status = 'delivered' group by 1
  ) d on d.unit = a.unit where a.name = 'discount:' || a.unit and a.balance <> coalesce(d.amount, 0)`;

/** Orders whose `amountPaid` differs from the sum of their matched payments. */
const MATCHED = `
  select o.ref, o.amount_paid, coalesce(sum(p.amount), 0) as matched
  from orders o left join payment p on p.order_id = o.id and p.state in ('matched', 'forged')
  group by o.id having o.amount_paid <> coalesce(sum(p.amount), 0)`;

/** Orders that an operator changed without a successful call in the audit log, or in a transaction other than its own. */
const UNAUDITED = `
  select e.order_id, e.code from order_event e
  where e.actor like 'operator:%' and not exists (
    select 1 from audit a where a.transaction_id = e.transaction_id and 'operator:' || a.operator = e.actor and a.outcome = 'done'
  )`;

/**
 * Entries of orders' logs that do not name their cause: by their code, only certain actors and causes, and the record that a cause names has to be
 * there. `$1` holds the pairs of actor and cause that each code allows, operators without their names and records without their ids.
 */
const UNEXPLAINED = `
  select e.code, e.actor, e.cause from order_event e
  where not coalesce($1::jsonb -> e.code ? (split_part(e.actor, ':', 1) || ' ' || split_part(e.cause, ':', 1)), false)
  or e.cause like '%:%' and not case split_part(e.cause, ':', 1)
    when 'payment' then exists (select 1 from payment p where p.id::text = split_part(e.cause, ':', 2) and p.order_id = e.order_id)
    when 'payout' then exists (select 1 from payout p where p.id::text = split_part(e.cause, ':', 2) and p.order_id = e.order_id)
    when 'request' then exists (select 1 from order_request r where r.id::text = split_part(e.cause, ':', 2) and r.order_id = e.order_id)
    when 'voucher' then exists (select 1 from voucher_submission v where v.id::text = split_part(e.cause, ':', 2) and v.order_id = e.order_id)
    -- Claims are deleted when their time is over.
    when 'claim' then not exists (select 1 from payment_claim c where c.id::text = split_part(e.cause, ':', 2) and c.order_id <> e.order_id)
    else false end`;

/** References, accounts and names of orders and their payers. */
const PRIVATE_TEXTS = `
  select distinct text from orders, unnest(array[ref, destination, destination_name, sender]) as text where text not in ('', 'evoucher')
  union select distinct text from payment, unnest(array[account, payer, payer_name]) as text where text <> ''`;

/** Log lines since the last call that name a reference, account or person. */
async function readTellingLines({ database, log }: World): Promise<string[]> {
  const texts = await database.query(PRIVATE_TEXTS);
  return log.splice(0).filter((line) => texts.some(({ text }) => line.includes(String(text))));
}

/**
 * Verifies the whole ledger: units sum to zero, balances equal their entries, order holds agree with the ledger, payments are matched, in suspense
 * or owed back, and the provider's own records show no double payout and every automatic delivery paid. Every entry of an order's log names its cause;
 * no log line of ours names an order or a person.
 */
export async function expectBooksInOrder(world: World): Promise<void> {
  const { owner, database, perfectMoney } = world;
  const delivered = await database.query(`select ref from orders where status = 'delivered' and payout_reference like 'batch-%'`);
  const paid = Map.groupBy(
    perfectMoney.paid.filter(({ key, memo }) => !key.startsWith(`${memo}-R`)),
    ({ memo }) => memo,
  );
  expect({
    unbalancedUnits: (await readUnitSums(owner)).filter(({ sum }) => sum !== 0n),
    drift: await readDrift(owner),
    holdDrift: await readHoldDrift(owner),
    holdsOfOrders: await database.query(HOLDS_OF_ORDERS),
    suspense: await database.query(SUSPENSE),
    refunds: await database.query(REFUNDS),
    matched: await database.query(MATCHED),
    balances: await database.query(BALANCES),
    referrals: await database.query(REFERRALS),
    coupons: await database.query(COUPONS),
    unaudited: await database.query(UNAUDITED),
    unexplained: await database.query(UNEXPLAINED, [JSON.stringify(EVENT_CAUSES)]),
    paidTwice: [...paid].filter(([, payouts]) => payouts.length > 1).map(([ref]) => ref),
    deliveredUnpaid: delivered.map(({ ref }) => String(ref)).filter((ref) => !paid.has(ref)),
    tellingLines: await readTellingLines(world),
  }).toEqual({
    unbalancedUnits: [],
    drift: [],
    holdDrift: [],
    holdsOfOrders: [],
    suspense: [],
    refunds: [],
    matched: [],
    balances: [],
    referrals: [],
    coupons: [],
    unaudited: [],
    unexplained: [],
    paidTwice: [],
    deliveredUnpaid: [],
    tellingLines: [],
  });
}

/** Available and held balance of a reserve. */
export async function reserveOf({ owner }: World, reserve: ReserveCode): Promise<{ available: bigint; held: bigint }> {
  const found = (await readReserves(owner)).find((balance) => balance.reserve === reserve);
  if (!found) throw new Error(`no reserve ${reserve}`);
  return { available: found.available, held: found.held };
}

/** Adjusts a reserve to this available balance, as an operator would. */
export async function setAvailable(world: World, reserve: ReserveCode, amount: bigint): Promise<void> {
  const { available } = await reserveOf(world, reserve);
  if (available === amount) return;
  const posting = post(randomUUID(), 'adjust', null, [
    { account: `rail:${reserve}`, amount: amount - available },
    { account: `equity:${reserve}`, amount: available - amount },
  ]);
  await applyChanges(world.owner, [{ ...NO_CHANGE, postings: [posting] }], world.clock.now());
}
