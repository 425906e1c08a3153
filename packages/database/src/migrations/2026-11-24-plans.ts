import { Migration } from '@mikro-orm/migrations';

/** Statements that run with every order, written so that their plans stay good however the tables grow. */
export class Migration20261124Plans extends Migration {
  override up(): void {
    this.addSql(BY_INDEX);
    this.addSql("create index sweep_done on sweep (rail, address_index) where state = 'done'");
    this.addSql(HOLD_CHECK);
  }
}

/**
 * Statements of the roles that serve touch few rows. Plans of prepared statements, and of the triggers behind them, outlive the sizes of tables
 * that they were made for: one from the day when the tables were empty would go on reading them whole. So these roles reach every table through
 * an index from the first order on, and none is worth compiling. Operators' reports read much, and are planned as PostgreSQL likes.
 */
const BY_INDEX = `
do $$
declare role text; setting text;
begin
  foreach role in array array['quydoi_web', 'quydoi_worker', 'quydoi_signer'] loop
    foreach setting in array array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit'] loop
      execute format('alter role %I set %I = off', role, setting);
    end loop;
  end loop;
end $$;
`;

/**
 * The check of holds goes from each posting to its order by their keys: a join could also begin at all the holds there are, which costs nothing
 * while there are few. `limit 1` keeps each step a step of its own.
 */
const HOLD_CHECK = `
create or replace function post_entries() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select 1 from inserted i join public.account a on a.id = i.account_id
    group by i.posting_id, a.unit having sum(i.amount) <> 0
  ) then
    raise exception 'posting does not balance' using errcode = 'QD001';
  end if;
  if exists (
    select 1
    from (select distinct posting_id from inserted) d
    cross join lateral (select id, kind, order_id from public.posting where id = d.posting_id limit 1) p
    left join lateral (select id, status, reserve, held from public.orders where id = p.order_id limit 1) o on true
    where p.kind = 'hold' and (o.id is null or o.status <> 'pending' or not coalesce((
      select count(*) = 2 and bool_and(
        (a.name = 'rail:' || o.reserve and e.amount = -o.held) or (a.name = 'held:' || o.reserve and e.amount = o.held))
      from public.entry e join public.account a on a.id = e.account_id where e.posting_id = p.id), false))
  ) then
    raise exception 'a hold is the order''s own amount, from available to held' using errcode = 'QD005';
  end if;
  perform 1 from public.account where id in (select account_id from inserted) order by id for no key update;
  update public.account a set balance = a.balance + s.amount
  from (select account_id, sum(amount) as amount from inserted group by account_id) s
  where a.id = s.account_id;
  return null;
end $$;
`;
