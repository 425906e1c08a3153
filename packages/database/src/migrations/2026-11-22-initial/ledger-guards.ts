/**
 * Guards of the ledger. Entries move the balances of their accounts here and nowhere else.
 *
 * The check of holds goes from each posting to its order by primary key; `limit 1` keeps PostgreSQL from joining in another order, which
 * would read all holds. Accounts are locked in key order, so that two statements cannot deadlock.
 */
export const LEDGER_GUARDS = `
create function post_entries() returns trigger language plpgsql security definer
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
create trigger post_entries after insert on entry referencing new table as inserted for each statement execute function post_entries();
`;
