/** Reference prices by the minute, and the newest settings of many versions. */
export const PRICE_TABLES = `
-- The median of the sources in a minute, as the signer has judged it. Readings older than a day are thinned to those of full hours.
create table price (
  reference text not null,
  at timestamptz not null,
  -- At rate scale.
  price numeric(40,0) not null check (price > 0),
  accepted boolean not null,
  -- What each source told: decimal text by its name.
  sources jsonb not null,
  primary key (reference, at),
  constraint price_minute check (at = date_trunc('minute', at)),
  constraint price_at_finite check (at >= timestamptz '1970-01-01 00:00:00Z' and at < timestamptz '10000-01-01 00:00:00Z')
);
create index price_at on price (at);
create trigger append_only before update or truncate on price for each statement execute function refuse_change();
create trigger guard_recorded before insert on price for each row when (current_user = 'quydoi_signer') execute function guard_recorded('at');

grant select on price to quydoi_web, quydoi_worker, quydoi_signer, quydoi_operator;
grant insert on price to quydoi_signer;
grant delete on price to quydoi_worker;
alter table price enable row level security;
create policy all_read on price for select to quydoi_web, quydoi_worker, quydoi_signer, quydoi_operator using (true);
create policy signer_adds on price for insert to quydoi_signer with check (true);
-- What a price is judged by stays.
create policy worker_thins on price for delete to quydoi_worker using (extract(minute from at) <> 0 and at < now() - interval '23 hours');

-- The newest version up to one of each setting. Reads one row of each, however many versions there are: automatic rates get new ones all day.
create function settings_until(last bigint) returns table (kind text, key text, value jsonb, version integer, author text, at timestamptz)
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with recursive known as (
    (select s.kind, s.key from public.setting s order by s.kind, s.key limit 1)
    union all
    select next.kind, next.key from known k cross join lateral (
      select s.kind, s.key from public.setting s where (s.kind, s.key) > (k.kind, k.key) order by s.kind, s.key limit 1
    ) next
  )
  select k.kind, k.key, newest.value, newest.version, newest.author, newest.at from known k cross join lateral (
    select s.value, s.version, s.author, s.at from public.setting s where s.kind = k.kind and s.key = k.key and s.version <= last order by s.version desc limit 1
  ) newest
$$;
`;
