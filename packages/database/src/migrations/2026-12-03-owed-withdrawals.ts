import { Migration } from '@mikro-orm/migrations';

/** Money of a withdrawal of which nobody knows whether it was sent is lent to no order: its hold was released, and it may have to be sent again, or be given back. */
export class Migration20261203OwedWithdrawals extends Migration {
  override up(): void {
    this.addSql(OWED);
  }
}

const OWED = `
create function owed_in_error(in_unit text) returns bigint language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(w.amount), 0)::bigint from public.withdrawal w where w.state = 'error' and w.currency = in_unit
$$;
revoke all on function owed_in_error(text) from public;
grant execute on function owed_in_error(text) to quydoi_web, quydoi_worker, quydoi_signer, quydoi_operator;

-- Free money of a unit beyond what is owed to customers: available, collected, and what is still to be allocated taken off.
create or replace function uncommitted(in_unit text) returns bigint language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(case when a.name like 'suspense:%' then least(a.balance, 0) else a.balance end), 0)::bigint
    - coalesce((select t.owed from public.balance_total t where t.unit = in_unit), 0) - public.owed_in_error(in_unit)
  from public.account a where a.name = any (array['rail:' || in_unit, 'rail:' || in_unit || '-collection', 'rail:' || in_unit || '-deposits',
    'suspense:bank:' || in_unit, 'suspense:ethereum:' || in_unit, 'suspense:bitcoin:' || in_unit])
$$;

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
  if exists (select 1 from inserted i join public.account a on a.id = i.account_id where a.name like 'customer:%') then
    if exists (
      select 1 from (select i.posting_id, i.account_id, sum(i.amount) as amount from inserted i join public.account a on a.id = i.account_id
        where a.name like 'customer:%' group by i.posting_id, i.account_id) s
      join public.account a on a.id = s.account_id
      left join public.balance_line l on l.posting_id = s.posting_id and l.account_id = s.account_id
      where l.n is null or l.amount <> -s.amount
    ) or exists (
      select 1 from (select distinct i.account_id from inserted i join public.account a on a.id = i.account_id where a.name like 'customer:%') s
      join public.account a on a.id = s.account_id
      where -a.balance <> (select l.balance from public.balance_line l where l.account_id = a.id order by l.n desc limit 1)
    ) then
      raise exception 'a balance changes with its line' using errcode = 'QD081';
    end if;
    update public.balance_total t set owed = t.owed - s.amount
    from (select a.unit, sum(i.amount) as amount from inserted i join public.account a on a.id = i.account_id where a.name like 'customer:%' group by a.unit) s
    where t.unit = s.unit;
  end if;
  if exists (
    select 1 from (select distinct posting_id from inserted) d
    cross join lateral (select kind from public.posting where id = d.posting_id limit 1) p
    join inserted i on i.posting_id = d.posting_id and i.amount < 0
    join public.account a on a.id = i.account_id and a.name = 'rail:' || a.unit
    join public.balance_total t on t.unit = a.unit and (t.owed > 0 or public.owed_in_error(a.unit) > 0)
    where p.kind in ('hold', 'rehold') and public.uncommitted(a.unit) < 0
  ) then
    raise exception 'customers'' balances need what is to be held' using errcode = 'QD089';
  end if;
  return null;
end $$;
`;
