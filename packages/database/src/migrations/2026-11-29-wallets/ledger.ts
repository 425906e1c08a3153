/**
 * The ledger's trigger knows balances: no customer's is overdrawn, each change of one has its line, and an order holds nothing that customers' balances
 * need. What is in the collection account or at deposit addresses covers balances too, but for what has not been allocated yet.
 */
export const WALLET_LEDGER = `
alter table account add constraint account_balance_not_overdrawn check (name not like 'customer:%' or balance <= 0);

create function open_balance(customer text, in_unit text) returns integer language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare found_id integer;
begin
  if in_unit not in ('vnd', 'eth', 'btc') or not exists (select 1 from public.customer c where c.id = customer) then
    raise exception 'no balance of % in %', customer, in_unit using errcode = 'QD080';
  end if;
  insert into public.account (name, unit, guarded) values ('customer:' || customer || ':' || in_unit, in_unit, false) on conflict (name) do nothing;
  select a.id into found_id from public.account a where a.name = 'customer:' || customer || ':' || in_unit for no key update;
  return found_id;
end $$;

-- Free money of a unit beyond what is owed to customers: available, collected, and what is still to be allocated taken off.
create function uncommitted(in_unit text) returns bigint language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(case when a.name like 'suspense:%' then least(a.balance, 0) else a.balance end), 0)::bigint
    - coalesce((select t.owed from public.balance_total t where t.unit = in_unit), 0)
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
    join public.balance_total t on t.unit = a.unit and t.owed > 0
    where p.kind in ('hold', 'rehold') and public.uncommitted(a.unit) < 0
  ) then
    raise exception 'customers'' balances need what is to be held' using errcode = 'QD089';
  end if;
  return null;
end $$;

-- A balance that is seen behind a line is that of the line before it, changed by its amount: lines are numbered without gaps.
create function guard_balance_line() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.n <> coalesce((select max(l.n) from public.balance_line l where l.account_id = new.account_id), 0) + 1
     or new.balance <> new.amount + coalesce((select l.balance from public.balance_line l where l.account_id = new.account_id and l.n = new.n - 1), 0) then
    raise exception 'line % of balance % does not follow', new.n, new.account_id using errcode = 'QD082';
  end if;
  return new;
end $$;
create trigger guard_balance_line before insert on balance_line for each row execute function guard_balance_line();
create trigger append_only before update or delete or truncate on balance_line for each statement execute function refuse_change();

-- Deferred to the commit: a line is of a posting that has its entry.
create function line_has_entry() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select 1 from public.entry e where e.posting_id = new.posting_id and e.account_id = new.account_id) then
    raise exception 'a line of a balance comes with its entry' using errcode = 'QD083';
  end if;
  return null;
end $$;
create constraint trigger line_has_entry after insert on balance_line deferrable initially deferred for each row execute function line_has_entry();

create or replace function seal_digest(in_stream text, after_id bigint, up_to bigint, previous text, out row_count bigint, out hash text)
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare lines text;
begin
  case in_stream
  when 'ledger' then
    select count(*), string_agg((jsonb_build_array(
      e.id, e.amount, a.name, a.unit, e.posting_id, p.kind, p.order_id, extract(epoch from p.at))
      -- Rows that were sealed before have no more.
      || case when num_nonnulls(p.payment_id, p.withdrawal_id) = 0 then '[]'::jsonb else jsonb_build_array(p.payment_id, p.withdrawal_id) end)::text,
      E'\\n' order by e.id)
    into row_count, lines
    from public.entry e left join public.posting p on p.id = e.posting_id left join public.account a on a.id = e.account_id
    where e.id > after_id and e.id <= up_to;
  when 'audit' then
    select count(*), string_agg(jsonb_build_array(
      u.id, u.call_id, u.operator, u.login, u.verb, u.input, u.outcome, u.order_id, u.proposal_id, u.worth,
      extract(epoch from u.at), extract(epoch from u.recorded_at))::text, E'\\n' order by u.id)
    into row_count, lines
    from public.audit u where u.id > after_id and u.id <= up_to;
  when 'setting' then
    select count(*), string_agg(jsonb_build_array(
      s.version, s.kind, s.key, s.value, s.author, extract(epoch from s.at))::text, E'\\n' order by s.version)
    into row_count, lines
    from public.setting s where s.version > after_id and s.version <= up_to;
  end case;
  hash := encode(sha256(convert_to(previous || E'\\n' || coalesce(lines, ''), 'UTF8')), 'hex');
end $$;
`;
