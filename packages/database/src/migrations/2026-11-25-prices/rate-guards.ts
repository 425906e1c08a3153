/** Automatic rates: the guards of prices (\`2026-11-22-initial/setting-guards.ts\`) with a value that follows the market. */
export const RATE_GUARDS = `
-- Whether a rate's automatic value can be read: the value is within its bounds.
create function is_readable_automatic_rate(rate jsonb) returns boolean language sql immutable as $$
  select coalesce(public.decimal_of(a -> 'floor', 12) > 0 and public.decimal_of(a -> 'profit', 6) < 100
    and public.decimal_of(rate -> 'value', 12) between public.decimal_of(a -> 'floor', 12) and public.decimal_of(a -> 'cap', 12), false)
  from (select rate -> 'automaticRate') r (a)
$$;

-- Whether a rate is one that can be read (\`domain/price/rate-settings.ts\`, as SQL): any other is not in force, nor is the one before it.
create or replace function is_readable_rate(in_kind text, in_key text, rate jsonb) returns boolean language sql immutable as $$
  select bool_and(coalesce(case
      when jsonb_typeof(rate -> field) = 'string' and rate ->> field ~ '^[0-9]+([.][0-9]+)?$' and length(rate ->> field) <= 40 then
        scale(trim_scale((rate ->> field)::numeric)) <= decimals
        and (field <> 'value' or (rate ->> field)::numeric > 0) and (field <> 'percentFee' or (rate ->> field)::numeric < 100)
      else can_be_null and rate -> field = 'null' end, false))
    and (in_kind <> 'pair' or coalesce(rate -> 'overridden', 'true') = 'true')
    and (not rate ? 'automaticFee' or in_kind <> 'sell' and public.is_readable_automatic_fee(rate, min(charged)))
    and (not rate ? 'automaticRate' or in_kind <> 'pair' and public.is_readable_automatic_rate(rate))
  from (select public.scale_of(split_part(in_key, ':', 1)) as entered, public.scale_of(split_part(in_key, ':', -1)) as charged) s cross join lateral (
    values ('value', false, 12), ('fee', false, charged), ('percentFee', false, 6), ('maxFee', true, charged), ('minQuantity', true, entered)
  ) f (field, can_be_null, decimals)
$$;

-- Whether a rate is the one that a call sets, or a pair's that follows from it (\`domain/price/pair-rates.ts\`).
create or replace function is_rate_of_call(in_verb text, input jsonb, rate setting) returns boolean
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  old jsonb := public.setting_before(rate.kind, rate.key, rate.version);
  pair text := (input ->> 'from') || ':' || (input ->> 'to');
  source jsonb;
  target jsonb;
  automatic jsonb;
  following jsonb;
begin
  if in_verb = 'setRate' and rate.kind = input ->> 'kind' and rate.key = input ->> 'code' or in_verb = 'setPair' and rate.kind = 'pair' and rate.key = pair then
    automatic := case when in_verb = 'setRate' then nullif(coalesce(input -> 'automaticFee', old -> 'automaticFee'), 'null') end;
    -- A call that names a price alone ends its following.
    following := case when in_verb = 'setRate' then nullif(input -> 'automaticRate', 'null') end;
    return rate.value = jsonb_build_object('value', input -> 'value',
      'fee', public.fee_within(coalesce(input ->> 'fee', old ->> 'fee', '0'), automatic), 'percentFee', coalesce(input -> 'percentFee', old -> 'percentFee', '"0"'),
      'maxFee', coalesce(input -> 'maxFee', old -> 'maxFee', 'null'), 'minQuantity', coalesce(input -> 'minQuantity', old -> 'minQuantity', 'null')
    ) || case in_verb when 'setPair' then '{"overridden": true}' else '{}' end::jsonb
      || case when automatic is null then '{}' else jsonb_build_object('automaticFee', automatic) end
      || case when following is null then '{}' else jsonb_build_object('automaticRate', following) end;
  end if;
  if rate.kind <> 'pair' or not (in_verb = 'derivePair' and rate.key = pair
      or in_verb = 'setRate' and input ->> 'code' = split_part(rate.key, ':', case input ->> 'kind' when 'sell' then 1 else 2 end)) then
    return false;
  end if;
  source := public.setting_before('sell', split_part(rate.key, ':', 1), 9223372036854775807);
  target := public.setting_before('buy', split_part(rate.key, ':', 2), 9223372036854775807);
  return public.is_derived_pair(rate.value, source, target, coalesce(old -> 'minQuantity', 'null'));
end $$;

-- Whether a pair is the one that follows from what its source is sold for and its target bought for.
create function is_derived_pair(pair jsonb, source jsonb, target jsonb, min_quantity jsonb) returns boolean language sql immutable as $$
  select (pair ->> 'value')::numeric = public.pair_rate((source ->> 'value')::numeric, (target ->> 'value')::numeric)
    and pair - 'value' = jsonb_build_object('fee', target -> 'fee', 'percentFee', target -> 'percentFee', 'maxFee', target -> 'maxFee', 'minQuantity', min_quantity)
      || case when target ? 'automaticFee' then jsonb_build_object('automaticFee', target -> 'automaticFee') else '{}' end
$$;

-- A rate at the lowest or the highest value that it can get by itself.
create function at_value_bound(rate jsonb, bound text) returns jsonb language sql immutable as $$
  select case when rate ? 'automaticRate' then rate || jsonb_build_object('value', rate -> 'automaticRate' -> bound) else rate end
$$;

-- Whether a price moves by more percent, with an automatic fee and an automatic value at their floors and caps: between these, no operator sets them. So
-- does the profit of an automatic rate that changes by more.
create or replace function is_price_moved(in_kind text, old jsonb, new jsonb, min_order numeric, max_order numeric, max_percent numeric) returns boolean
  language sql immutable as $$
  select coalesce(abs((new -> 'automaticRate' ->> 'profit')::numeric - (old -> 'automaticRate' ->> 'profit')::numeric) > max_percent, false)
    or bool_or(public.is_price_moved_at(in_kind, public.at_value_bound(public.at_fee_bound(old, fee), value),
      public.at_value_bound(public.at_fee_bound(new, fee), value), min_order, max_order, max_percent))
  from unnest(array['floor', 'cap']) f (fee) cross join unnest(array['floor', 'cap']) v (value)
$$;

-- Trades that readable rates exist for, at the least fees: from what to what, and the most of the source that one takes (\`conversionsOf\`,
-- \`largestPaid\`). Limits that are not set allow nothing.
create or replace function rated_trades() returns table (kind text, key text, source text, target text, rate jsonb, takes numeric)
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with newest as (
    select s.kind, s.key, s.value from public.settings_until(2147483647) s where s.kind in ('buy', 'sell', 'pair')
  ), trades as materialized (
    select n.kind, n.key, case n.kind when 'buy' then 'vnd' else split_part(n.key, ':', 1) end as source,
      case n.kind when 'sell' then 'vnd' else split_part(n.key, ':', -1) end as target, public.at_fee_bound(n.value, 'floor') as rate
    from newest n where public.is_readable_rate(n.kind, n.key, n.value)
  ), limits as (
    select c.code, coalesce((public.setting_before('currency', c.code, 9223372036854775807) ->> 'maxBalance')::numeric, 0) as most
    from (select t.source from trades t union select t.target from trades t) c (code)
  )
  select t.kind, t.key, t.source, t.target, t.rate, case t.kind
    when 'buy' then (public.rate_price('buy', t.rate, target.most)).price
    when 'sell' then source.most
    else least(source.most, public.gross_for(t.rate, target.most) / (t.rate ->> 'value')::numeric) end
  from trades t join limits source on source.code = t.source join limits target on target.code = t.target
$$;

-- The signer lets a fee follow its network's cost (\`exchange/payouts/follow-cost.ts\`) and a value the market (\`exchange/payouts/follow-market.ts\`), each
-- where operators allow that and between their bounds, at most once a minute, so that prices hold as long as quotes do. Pairs that are derived from the
-- rates follow them. No value closes a circle of trades that pays more than it costs.
create or replace function guard_followed_fee() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  old public.setting;
  source jsonb;
  target jsonb;
begin
  perform public.lock_rates();
  select s.* into old from public.setting s where s.kind = new.kind and s.key = new.key and s.version < new.version order by s.version desc limit 1;
  source := public.setting_before('sell', split_part(new.key, ':', 1), 9223372036854775807);
  target := public.setting_before('buy', split_part(new.key, ':', -1), 9223372036854775807);
  if not coalesce(new.value <> old.value and public.is_readable_rate(new.kind, new.key, new.value) and case
    when new.kind in ('buy', 'sell') then new.value - 'fee' - 'value' = old.value - 'fee' - 'value'
      and (new.value ? 'automaticFee' or new.value -> 'fee' = old.value -> 'fee')
      and (new.value ? 'automaticRate' or new.value -> 'value' = old.value -> 'value')
      and (old.author <> 'quydoi_signer' or new.at >= old.at + interval '1 minute')
    when new.value -> 'value' = old.value -> 'value' then new.value ? 'automaticFee' and new.value - 'fee' = old.value - 'fee'
      and new.value -> 'fee' = target -> 'fee' and new.value -> 'automaticFee' = target -> 'automaticFee'
    else not old.value ? 'overridden' and (source ? 'automaticRate' or target ? 'automaticRate')
      and public.is_derived_pair(new.value, source, target, old.value -> 'minQuantity') end, false)
    or new.value -> 'value' <> old.value -> 'value' and public.pays_in_circle(new.kind, new.key) then
    raise exception 'the rate % % does not follow its bounds', new.kind, new.key using errcode = 'QD043';
  end if;
  return null;
end $$;
drop policy followed_fees on setting;
create policy followed_rates on setting for insert to quydoi_signer with check (kind in ('buy', 'sell', 'pair') and author = current_user);
`;
