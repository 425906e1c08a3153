import { CURRENCIES, NETWORKS, RESERVES } from './codes.ts';

/** Payouts, the attempts to send them, and what chains' rails signed for an attempt. */
export const PAYOUT_TABLES = `
create table payout (
  id uuid primary key,
  version integer not null,
  obligation_kind text not null,
  obligation_id uuid not null,
  order_id uuid references orders,
  seq integer not null check (seq > 0),
  part integer not null,
  parts integer not null,
  network text not null check (network in (${NETWORKS})),
  reserve text not null check (reserve in (${RESERVES})),
  currency text not null check (currency in (${CURRENCIES})),
  amount bigint not null check (amount > 0),
  held bigint not null check (held >= 0),
  fee bigint not null check (fee >= 0),
  destination text not null,
  destination_bank text,
  made_by text not null check (made_by in ('system', 'operator')),
  reference text,
  state text not null check (state in ('queued', 'attempting', 'settled', 'failed')),
  tries integer not null,
  expiries integer not null default 0 check (expiries <= tries),
  next_at timestamptz not null,
  created_at timestamptz not null,
  waits_for text check (waits_for in ('confirmation', 'approval')),
  constraint payout_once unique (obligation_kind, obligation_id, seq),
  constraint payout_of_order check (obligation_kind not in ('order', 'refund') or (order_id is not null and obligation_id = order_id)),
  constraint payout_part check (part between 1 and parts)
);
-- One live payout per part of an obligation. A settled payout is never made again; refunds of an order may follow each other, because
-- \`orders.amount_refunded\` counts them, and so may returns of a payment, which the signer counts.
create unique index payout_one_open on payout (obligation_kind, obligation_id, part)
  where state in ('queued', 'attempting') or (state = 'settled' and obligation_kind not in ('refund', 'return'));
-- An order numbers its refunds and the returns of its payments together.
create unique index payout_refund_seq on payout (order_id, seq) where obligation_kind in ('refund', 'return');
create index payout_order on payout (order_id);
create index payout_due on payout (obligation_kind, next_at) where state = 'queued';
create index payout_waiting on payout (network, next_at) where waits_for is not null and state = 'queued';
create index payout_failed on payout (created_at) where state = 'failed';

create table attempt (
  id uuid primary key,
  version integer not null,
  payout_id uuid not null references payout,
  n integer not null check (n > 0),
  key text not null constraint attempt_key unique,
  state text not null check (state in ('prepared', 'sending', 'sent', 'unknown', 'done', 'refused', 'absent')),
  reference text,
  fee bigint check (fee >= 0),
  detail text,
  awaiting_code boolean not null,
  paid_by_attempt_id uuid references attempt,
  checks integer not null,
  next_check_at timestamptz not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  settled_at timestamptz,
  constraint attempt_n unique (payout_id, n)
);
create unique index attempt_one_live on attempt (payout_id) where state in ('prepared', 'sending', 'sent', 'unknown', 'done');
create index attempt_live on attempt (next_check_at) where state in ('prepared', 'sending', 'sent', 'unknown');
create index attempt_proven on attempt (settled_at) where state = 'done';

-- The word of the signer's process that it made an attempt, having judged its payout: a code (HMAC) that its database login cannot make. Append-only.
create table attempt_code (
  attempt_id uuid primary key references attempt,
  code text not null
);

-- Signed bytes, stored before they are broadcast. Append-only.
create table attempt_transfer (
  attempt_id uuid not null references attempt,
  n integer not null check (n > 0),
  network text not null check (network in (${NETWORKS})),
  txid text not null constraint attempt_transfer_txid unique,
  raw text not null,
  valid_until timestamptz,
  slots jsonb not null check (jsonb_typeof(slots) = 'array'),
  signed_at timestamptz not null,
  primary key (attempt_id, n)
);

-- Money that attempts were made for without an operator's approval, in parts of ten minutes, by the first attempt of each payout, whatever its n. Kept by the trigger
-- on attempts, judged_volumes and count_refund_elsewhere alone, so that no role can count less. A party is a reserve's payouts, a reserve's refunds, the refunds to
-- one subject, or the refunds to accounts other than the customers' own, by their worth in dong.
create table payout_volume (
  party text not null,
  at timestamptz not null,
  amount bigint not null check (amount > 0),
  primary key (party, at)
);
create index payout_volume_at on payout_volume (at);

-- One row per party, locked by the transaction that counts for it until it ends, so that no other counts between its reading of the sums and its commit. No role may lock these rows in another way.
create table volume_turn (party text primary key);

-- The parties that an attempt's payout counts for, and whether an operator's row says that it was approved, or, for the limits of refunds, asked for to this account.
create function volume_parties(attempt uuid) returns table (party text, is_approved boolean)
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  return query select r.party, exists (
    select 1 from public.audit a where a.order_id = p.order_id and a.outcome = 'done' and (
      a.verb = 'approvePayout' and a.input ->> 'payout' = p.id::text
      or r.of_refunds and (a.verb = 'refundOrder' and p.obligation_kind = 'refund'
          or a.verb = 'refundPayment' and p.obligation_kind = 'return' and a.input ->> 'id' = p.obligation_id::text)
        and a.input ->> 'destination' = p.destination and a.input ->> 'destinationBank' is not distinct from p.destination_bank
    )
  )
  from public.attempt t join public.payout p on p.id = t.payout_id left join public.orders o on o.id = p.order_id cross join lateral (
    values ('payouts:' || p.reserve, false), ('refunds:' || p.reserve, true), ('refunds:' || p.reserve || ':' || o.subject, true)
  ) r (party, of_refunds)
  where t.id = attempt and r.party is not null and (not r.of_refunds or p.obligation_kind in ('refund', 'return'));
end $$;

-- Counts an attempt's payout for parties.
create function add_volume(attempt uuid, parties text[]) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.volume_turn (party)
    select 'payouts:' || p.reserve from public.attempt a join public.payout p on p.id = a.payout_id where a.id = attempt
  on conflict (party) do update set party = excluded.party;
  insert into public.payout_volume as v (party, at, amount)
    select x.party, date_bin('10 minutes', t.created_at, timestamptz 'epoch'), p.amount
    from public.attempt t join public.payout p on p.id = t.payout_id cross join unnest(parties) x (party)
    where t.id = attempt
    order by x.party
  on conflict (party, at) do update set amount = v.amount + excluded.amount;
end $$;

create function count_volume() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select 1 from public.attempt a where a.payout_id = new.payout_id and a.n < new.n) then
    perform public.add_volume(new.id, array(select party from public.volume_parties(new.id) where not is_approved));
  end if;
  return null;
end $$;
create trigger count_volume after insert on attempt for each row execute function count_volume();

-- The volumes that an attempt is judged by, itself included: counts it first where it was not. The trigger believes every operator's row, but the signer only some of
-- them, so it may judge by a party that the trigger left out; and it judges a later attempt now, when those before are not its own.
create function judged_volumes(attempt uuid, parties text[], hour_since timestamptz, day_since timestamptz) returns table (party text, hour numeric, day numeric)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  is_first boolean := not exists (
    select 1 from public.attempt a join public.attempt before on before.payout_id = a.payout_id and before.n < a.n where a.id = attempt
  );
  left_out text[] := array(select v.party from public.volume_parties(attempt) v where case when v.is_approved then v.party = any(parties) else not is_first end);
begin
  if left_out <> '{}' then
    perform public.add_volume(attempt, left_out);
  end if;
  return query select v.party, coalesce(sum(v.amount) filter (where v.at > hour_since), 0), sum(v.amount)
    from public.payout_volume v where v.party = any(parties) and v.at > day_since group by v.party;
end $$;

-- Counts a refund to an account that is not the customer's own; what it is worth, only the signer knows. After the attempt, whose rows are locked first.
create function count_refund_elsewhere(attempt uuid, worth bigint) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.volume_turn (party) values ('refunds-elsewhere') on conflict (party) do update set party = excluded.party;
  insert into public.payout_volume as v (party, at, amount)
    select 'refunds-elsewhere', date_bin('10 minutes', a.created_at, timestamptz 'epoch'), worth from public.attempt a where a.id = attempt
  on conflict (party, at) do update set amount = v.amount + excluded.amount;
end $$;

-- Removes what was counted before a time, and before the last two days, which are longer than any limit's.
create function prune_volume(before timestamptz) returns void language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.payout_volume where at < least(before, now() - interval '2 days')
$$;
`;
