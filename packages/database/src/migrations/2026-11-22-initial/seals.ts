/**
 * Seals over the tables that say what happened: chained hashes over ranges of their rows, so that a row that was changed, added or removed
 * afterwards is found, whoever did it.
 *
 * Rows are written in parallel, and one with a smaller id may be committed later. So a seal reaches as far as a mark that was set before: the
 * newest id at a moment, whose every transaction has ended by now. A transaction has no number before its first write; one that has taken an id
 * but no number when the mark is set is waited for by the mark's age.
 *
 * Only \`seal_next\` writes seals, and it computes them itself: no role can seal what is not there, or again what was sealed.
 */
export const SEALS = `
create table seal (
  stream text not null check (stream in ('ledger', 'audit', 'setting')),
  n integer not null check (n > 0),
  last_id bigint not null,
  row_count bigint not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  at timestamptz not null,
  primary key (stream, n)
);

-- Seals that the signer's check has found broken. \`hash\`: what the seal was when it was seen before, where the whole chain was made anew.
create table broken_seal (
  stream text not null,
  n integer not null check (n > 0),
  hash text,
  found_at timestamptz not null,
  primary key (stream, n)
);

-- One row a stream, locked while it is sealed. No role has a privilege here, so that none can hold the lock.
create table seal_stream (stream text primary key);
insert into seal_stream values ('ledger'), ('audit'), ('setting');

create table seal_mark (
  stream text primary key,
  last_id bigint not null,
  ended_before xid8 not null,
  set_at timestamptz not null
);

-- The rows of a stream in a range of ids as text that depends on no setting, and their hash behind that of the seal before.
create function seal_digest(in_stream text, after_id bigint, up_to bigint, previous text, out row_count bigint, out hash text)
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare lines text;
begin
  case in_stream
  when 'ledger' then
    select count(*), string_agg(jsonb_build_array(
      e.id, e.amount, a.name, a.unit, e.posting_id, p.kind, p.order_id, extract(epoch from p.at))::text, E'\\n' order by e.id)
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

-- Seals the rows up to the last mark, once its transactions have ended and it is \`min_age\` old, and sets the next mark. Returns the number of
-- the seal that was added, or null.
create function seal_next(in_stream text, min_age interval) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  head record;
  mark record;
  digest record;
  sealed integer;
begin
  perform 1 from public.seal_stream s where s.stream = in_stream for update;
  select n, last_id, hash into head from public.seal where stream = in_stream order by n desc limit 1;
  select m.last_id, m.ended_before, m.ended_before <= pg_snapshot_xmin(pg_current_snapshot()) and m.set_at + min_age <= clock_timestamp() as is_due,
    -- A restored database counts its transactions from somewhere else.
    m.ended_before > pg_snapshot_xmax(pg_current_snapshot()) as is_foreign
  into mark from public.seal_mark m where m.stream = in_stream;
  if mark.is_due and mark.last_id > coalesce(head.last_id, 0) then
    select * into digest from public.seal_digest(in_stream, coalesce(head.last_id, -9223372036854775808), mark.last_id, coalesce(head.hash, ''));
    sealed := coalesce(head.n, 0) + 1;
    insert into public.seal (stream, n, last_id, row_count, hash, at)
    values (in_stream, sealed, mark.last_id, digest.row_count, digest.hash, clock_timestamp());
  end if;
  if mark.is_due is null or mark.is_due or mark.is_foreign then
    insert into public.seal_mark as m (stream, last_id, ended_before, set_at)
    select in_stream, coalesce(case in_stream
        when 'ledger' then (select max(id) from public.entry)
        when 'audit' then (select max(id) from public.audit)
        when 'setting' then (select max(version) from public.setting)
      end, 0), pg_snapshot_xmax(pg_current_snapshot()), clock_timestamp()
    on conflict (stream) do update set last_id = excluded.last_id, ended_before = excluded.ended_before, set_at = excluded.set_at;
  end if;
  return sealed;
end $$;

-- Ends what keeps others waiting: transactions of our roles in this database that are older than \`older_than\`, and sessions that hold an advisory
-- lock outside of a transaction. Roles have time-outs (\`roles.ts\`), but a login can switch its own off; this one it cannot. Ours are short. Returns
-- how many were ended.
create function end_stalled(older_than interval) returns integer
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select count(pg_terminate_backend(a.pid))::integer from pg_stat_activity a
  where a.datname = current_database() and a.usename ~ '^quydoi_(web|worker|signer|operator)(_|$)' and a.pid <> pg_backend_pid() and (
    a.xact_start < clock_timestamp() - older_than
    or a.state = 'idle' and a.state_change < clock_timestamp() - older_than
      and exists (select 1 from pg_locks l where l.pid = a.pid and l.locktype = 'advisory' and l.granted)
  )
$$;

-- Which of a stream's seals, from number \`first\` on, do not fit the rows that they were made over, or the seal before.
create function broken_seals(in_stream text, first integer, seal_count integer) returns table (n integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.n from public.seal s
  left join public.seal b on b.stream = s.stream and b.n = s.n - 1
  cross join lateral public.seal_digest(s.stream, coalesce(b.last_id, -9223372036854775808), s.last_id, coalesce(b.hash, '')) d
  where s.stream = in_stream and s.n >= first and s.n < first + seal_count
    and (d.hash <> s.hash or d.row_count <> s.row_count or (s.n > 1 and b.n is null))
  order by s.n
$$;
`;
