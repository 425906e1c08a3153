/**
 * Settings that operators write, by whatever way they reach the database: what two operators set is what one of them proposed, and a price that one
 * sets alone moves no further than one may move it (`domain/price/price-move.ts`, as SQL). Amounts and prices are in whole units, so that no scale is needed.
 */
export const SETTING_GUARDS = `
-- Whether a suspension's key is the one of its value: its role, then what is suspended, and why. The key tells which suspension ends, the value whether
-- it may. A subject may have spaces, the words before it have none.
create function is_key_of_suspension(in_key text, in_value jsonb) returns boolean language sql immutable as $$
  select coalesce(split_part(in_key, ' ', 1) in ('quydoi_worker', 'quydoi_signer') and split_part(in_key, ' ', 2) = in_value ->> 'network'
    and split_part(in_key, ' ', 3) = in_value ->> 'cause' and split_part(in_key, ' ', 4) = in_value ->> 'direction'
    and in_key = concat_ws(' ', split_part(in_key, ' ', 1), in_value ->> 'network', in_value ->> 'cause', in_value ->> 'direction', in_value ->> 'subject')
    and in_value ->> 'subject' is not null, false)
$$;

-- Whether a setting is the one that a confirmed call sets.
create function is_proposed_setting(in_verb text, input jsonb, in_kind text, in_key text, in_value jsonb) returns boolean language sql immutable as $$
  select coalesce(case in_verb
    when 'setCollectionAccount' then in_kind = 'collection' and in_key = 'collection' and in_value =
      jsonb_set(input, '{accountNumber}', to_jsonb(upper(regexp_replace(input ->> 'accountNumber', '\\s', '', 'g'))))
    when 'setSecondOperator' then in_kind = 'secondOperator' and in_key = 'secondOperator' and in_value = input
    when 'setPayoutCap' then in_kind = 'payout-cap' and in_key = input ->> 'reserve' and in_value = input - 'reserve'
    when 'acceptDifference' then case in_kind
      when 'suspension' then public.is_key_of_suspension(in_key, in_value) and in_value -> 'suspended' = 'false' and in_value ->> 'cause' = 'shortfall'
        and in_value ->> 'subject' = input ->> 'reserve'
      else in_kind = 'accepted-difference' and in_key = input ->> 'reserve' and in_value = input - 'reserve' end
  end, false)
$$;

-- The newest value of a setting before a version.
create function setting_before(in_kind text, in_key text, before bigint) returns jsonb
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select s.value from public.setting s where s.kind = in_kind and s.key = in_key and s.version < before order by s.version desc limit 1
$$;

-- The fee of a rate, or the bound of its automatic fee that it exceeds.
create function fee_within(fee text, bounds jsonb) returns text language sql immutable as $$
  select case when fee::numeric < (bounds ->> 'floor')::numeric then bounds ->> 'floor' when fee::numeric > (bounds ->> 'cap')::numeric then bounds ->> 'cap' else fee end
$$;

-- A rate at the lowest or the highest fee that it can get by itself.
create function at_fee_bound(rate jsonb, bound text) returns jsonb language sql immutable as $$
  select case when rate ? 'automaticFee' then rate || jsonb_build_object('fee', rate -> 'automaticFee' -> bound) else rate end
$$;

-- Whether a rate is the one that a call sets, or a pair's that follows from it (\`domain/price/pair-rates.ts\`).
create function is_rate_of_call(in_verb text, input jsonb, rate setting) returns boolean
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  old jsonb := public.setting_before(rate.kind, rate.key, rate.version);
  pair text := (input ->> 'from') || ':' || (input ->> 'to');
  source jsonb;
  target jsonb;
  automatic jsonb;
begin
  if in_verb = 'setRate' and rate.kind = input ->> 'kind' and rate.key = input ->> 'code' or in_verb = 'setPair' and rate.kind = 'pair' and rate.key = pair then
    automatic := case when in_verb = 'setRate' then nullif(coalesce(input -> 'automaticFee', old -> 'automaticFee'), 'null') end;
    return rate.value = jsonb_build_object('value', input -> 'value',
      'fee', public.fee_within(coalesce(input ->> 'fee', old ->> 'fee', '0'), automatic), 'percentFee', coalesce(input -> 'percentFee', old -> 'percentFee', '"0"'),
      'maxFee', coalesce(input -> 'maxFee', old -> 'maxFee', 'null'), 'minQuantity', coalesce(input -> 'minQuantity', old -> 'minQuantity', 'null')
    ) || case in_verb when 'setPair' then '{"overridden": true}' else '{}' end::jsonb
      || case when automatic is null then '{}' else jsonb_build_object('automaticFee', automatic) end;
  end if;
  if rate.kind <> 'pair' or not (in_verb = 'derivePair' and rate.key = pair
      or in_verb = 'setRate' and input ->> 'code' = split_part(rate.key, ':', case input ->> 'kind' when 'sell' then 1 else 2 end)) then
    return false;
  end if;
  source := public.setting_before('sell', split_part(rate.key, ':', 1), 9223372036854775807);
  target := public.setting_before('buy', split_part(rate.key, ':', 2), 9223372036854775807);
  return (rate.value ->> 'value')::numeric = public.pair_rate((source ->> 'value')::numeric, (target ->> 'value')::numeric)
    and rate.value - 'value' = jsonb_build_object('fee', target -> 'fee', 'percentFee', target -> 'percentFee', 'maxFee', target -> 'maxFee',
      'minQuantity', coalesce(old -> 'minQuantity', 'null'))
      || case when target ? 'automaticFee' then jsonb_build_object('automaticFee', target -> 'automaticFee') else '{}' end;
end $$;

-- Decimals of a currency; of one that is not known here, as many as a number may have.
create function scale_of(code text) returns integer language sql immutable as $$
  select case when code = 'vnd' then 0 when code in ('pm', 'e-voucher', 'wmz') then 2 when code in ('trc20', 'bep20', 'erc20') then 6
    when code in ('eth', 'btc') then 8 else 40 end
$$;

-- The number that a decimal text of at most so many decimals is; null for anything else.
create function decimal_of(text jsonb, decimals integer) returns numeric language sql immutable as $$
  select case when jsonb_typeof(text) = 'string' and text #>> '{}' ~ '^[0-9]+([.][0-9]+)?$' and length(text #>> '{}') <= 40 then
    case when scale(trim_scale((text #>> '{}')::numeric)) <= decimals then (text #>> '{}')::numeric end end
$$;

-- Whether a rate's automatic fee can be read: the fee is within its bounds, and they are within the maximum fee.
create function is_readable_automatic_fee(rate jsonb, decimals integer) returns boolean language sql immutable as $$
  select coalesce(public.decimal_of(rate -> 'fee', decimals) between public.decimal_of(a -> 'floor', decimals) and public.decimal_of(a -> 'cap', decimals)
    and (a -> 'coinPrice' = 'null' or public.decimal_of(a -> 'coinPrice', 12) > 0)
    and (rate -> 'maxFee' = 'null' or public.decimal_of(rate -> 'maxFee', decimals) >= public.decimal_of(a -> 'cap', decimals)), false)
  from (select rate -> 'automaticFee') r (a)
$$;

-- Whether a rate is one that can be read (\`domain/price/rate-settings.ts\`, as SQL): any other is not in force, nor is the one before it.
create function is_readable_rate(in_kind text, in_key text, rate jsonb) returns boolean language sql immutable as $$
  select bool_and(coalesce(case
      when jsonb_typeof(rate -> field) = 'string' and rate ->> field ~ '^[0-9]+([.][0-9]+)?$' and length(rate ->> field) <= 40 then
        scale(trim_scale((rate ->> field)::numeric)) <= decimals
        and (field <> 'value' or (rate ->> field)::numeric > 0) and (field <> 'percentFee' or (rate ->> field)::numeric < 100)
      else can_be_null and rate -> field = 'null' end, false))
    and (in_kind <> 'pair' or coalesce(rate -> 'overridden', 'true') = 'true')
    and (not rate ? 'automaticFee' or in_kind <> 'sell' and public.is_readable_automatic_fee(rate, min(charged)))
  from (select public.scale_of(split_part(in_key, ':', 1)) as entered, public.scale_of(split_part(in_key, ':', -1)) as charged) s cross join lateral (
    values ('value', false, 12), ('fee', false, charged), ('percentFee', false, 6), ('maxFee', true, charged), ('minQuantity', true, entered)
  ) f (field, can_be_null, decimals)
$$;

-- The rate of a pair, from what its source is sold for and its target bought for: six decimals, and six significant digits below one.
create function pair_rate(sell numeric, buy numeric) returns numeric language sql immutable as $$
  select div(sell * 997 * ('1e' || decimals - 3)::numeric, buy) * ('1e-' || decimals)::numeric
  from (select 6 + count(*)::integer from generate_series(1, 6) n where sell * 997 * ('1e' || n)::numeric < buy * 1000) d (decimals)
$$;

-- The fee of a rate on an amount.
create function rate_fee(rate jsonb, amount numeric) returns numeric language sql immutable as $$
  select least((rate ->> 'maxFee')::numeric, greatest((rate ->> 'fee')::numeric, amount * (rate ->> 'percentFee')::numeric * 0.01))
$$;

-- What a customer pays (buy) or gets (sell, pair) for a quantity at a rate, and the amount that a change of it is measured by.
create function rate_price(in_kind text, rate jsonb, quantity numeric, out price numeric, out base numeric) language sql immutable as $$
  select case in_kind when 'buy' then unit * (quantity + public.rate_fee(rate, quantity)) when 'sell' then unit * quantity
      else unit * quantity - public.rate_fee(rate, unit * quantity) end,
    case in_kind when 'buy' then unit * (quantity + public.rate_fee(rate, quantity)) else unit * quantity end
  from (select (rate ->> 'value')::numeric) u (unit)
$$;

-- Whether a price moves by more percent for any quantity that can be ordered: at the smallest, the largest, or where a fee changes its form; between
-- these both prices are straight lines.
create function is_price_moved_at(in_kind text, old jsonb, new jsonb, min_order numeric, max_order numeric, max_percent numeric) returns boolean
  language sql immutable as $$
  with ranges as (
    select rate, coalesce(nullif(coalesce((rate ->> 'minQuantity')::numeric, min_order), 0), 0.01) as lowest from (values (old), (new)) v (rate)
  ), ends as (
    select min(lowest) as lowest, greatest(max(lowest), max_order) as highest from ranges
  ), quantities as (
    select lowest as quantity from ends union all select highest from ends
    union all
    select greatest(lowest, least(bend, highest)) from ends cross join lateral (
      select case in_kind when 'pair' then amount / (rate ->> 'value')::numeric else amount end from ranges cross join lateral (
        select fee * 100 / (rate ->> 'percentFee')::numeric from (values ((rate ->> 'fee')::numeric), ((rate ->> 'maxFee')::numeric)) f (fee)
        where in_kind <> 'sell' and (rate ->> 'percentFee')::numeric > 0 and fee is not null
      ) a (amount)
    ) b (bend)
  )
  select old is null or max_percent is null or bool_or(abs(after.price - before.price) > before.base * max_percent * 0.01)
  from quantities q cross join lateral public.rate_price(in_kind, old, q.quantity) before cross join lateral public.rate_price(in_kind, new, q.quantity) after
$$;

-- Whether a price moves by more percent, with an automatic fee at its floor or at its cap: between both, no operator sets it.
create function is_price_moved(in_kind text, old jsonb, new jsonb, min_order numeric, max_order numeric, max_percent numeric) returns boolean
  language sql immutable as $$
  select bool_or(public.is_price_moved_at(in_kind, public.at_fee_bound(old, bound), public.at_fee_bound(new, bound), min_order, max_order, max_percent))
  from unnest(array['floor', 'cap']) b (bound)
$$;

-- The amount before fees that leaves \`net\` of it. The fee is a least of a greatest, and so is the inverse.
create function gross_for(rate jsonb, net numeric) returns numeric language sql immutable as $$
  select least(net + (rate ->> 'maxFee')::numeric, greatest(net + (rate ->> 'fee')::numeric, net * 100 / (100 - (rate ->> 'percentFee')::numeric)))
$$;

-- Trades that readable rates exist for, at the least fees: from what to what, and the most of the source that one takes (\`conversionsOf\`,
-- \`largestPaid\`). Limits that are not set allow nothing.
create function rated_trades() returns table (kind text, key text, source text, target text, rate jsonb, takes numeric)
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with newest as (
    select distinct on (s.kind, s.key) s.kind, s.key, s.value from public.setting s where s.kind in ('buy', 'sell', 'pair')
    order by s.kind, s.key, s.version desc
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

-- What a trade gives for an amount of its source, unrounded.
create function trade_gives(in_kind text, rate jsonb, amount numeric) returns numeric language sql immutable as $$
  select case in_kind
    when 'buy' then greatest(unit - (rate ->> 'maxFee')::numeric, least(unit - (rate ->> 'fee')::numeric, unit * 100 / (100 + (rate ->> 'percentFee')::numeric)))
    else (public.rate_price(in_kind, rate, amount)).price end
  from (select amount / (rate ->> 'value')::numeric) u (unit)
$$;

-- Whether trades one after the other give more than was paid, tried with the largest amount that all of them take, where fees weigh least.
create function is_circle_profitable(kinds text[], rates jsonb[], takes numeric[]) returns boolean language plpgsql immutable as $$
declare
  paid numeric := takes[1];
  given numeric;
begin
  -- Each trade reduces the amount once at most, save for rounding.
  for fit in 1..12 loop
    given := paid;
    for n in 1..cardinality(kinds) loop
      if given <= 0 then
        return false;
      end if;
      if given > takes[n] then
        paid := paid * takes[n] / given * 0.999999999;
        given := null;
        exit;
      end if;
      given := public.trade_gives(kinds[n], rates[n], given);
    end loop;
    if given is not null then
      return given > paid;
    end if;
  end loop;
  return false;
end $$;

-- Whether a trade is one of two or three that end in the currency they start from, with more of it (\`domain/price/rate-circle.ts\`, as SQL).
create function pays_in_circle(in_kind text, in_key text) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with trades as materialized (select * from public.rated_trades())
  select exists (
    select 1 from trades a join trades b on b.source = a.target
    where a.kind = in_kind and a.key = in_key and b.target = a.source
      and public.is_circle_profitable(array[a.kind, b.kind], array[a.rate, b.rate], array[a.takes, b.takes])
  ) or exists (
    select 1 from trades a join trades b on b.source = a.target join trades c on c.source = b.target
    where a.kind = in_kind and a.key = in_key and b.target <> a.source and c.target = a.source
      and public.is_circle_profitable(array[a.kind, b.kind, c.kind], array[a.rate, b.rate, c.rate], array[a.takes, b.takes, c.takes])
  )
$$;

-- One transaction that sets prices after another, each of which sees those before it: else two could set half a circle each.
create function lock_rates() returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('rates', 7));
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'prices are set in transactions that see all others' using errcode = 'QD041';
  end if;
end $$;

-- Prices are measured against the newest that are older than a day or another operator's, as in the verbs (\`require-small-moves.ts\`), and are those of
-- the call that sets them.
create function guard_setting() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  is_rate boolean := new.kind in ('buy', 'sell', 'pair');
  limits jsonb;
  earlier jsonb;
  is_moved boolean;
  in_circle boolean;
begin
  if is_rate then
    if not public.is_readable_rate(new.kind, new.key, new.value) then
      raise exception 'the price % % cannot be read', new.kind, new.key using errcode = 'QD038';
    end if;
    perform public.lock_rates();
    limits := public.setting_before('currency', split_part(new.key, ':', 1), 9223372036854775807);
    select s.value into earlier from public.setting s where s.kind = new.kind and s.key = new.key and s.version < new.version
      and s.author <> 'quydoi_signer' and not (s.author = new.author and s.at > new.at - interval '24 hours') order by s.version desc limit 1;
    is_moved := public.is_price_moved(new.kind, earlier, new.value, coalesce((limits ->> 'minOrder')::numeric, 0), coalesce((limits ->> 'maxBalance')::numeric, 0),
      (public.setting_before('secondOperator', 'secondOperator', 9223372036854775807) ->> 'rateChange')::numeric);
    in_circle := public.pays_in_circle(new.kind, new.key);
  end if;
  if exists (
    select 1 from public.audit a join public.operator_verb v on v.verb = a.verb
    join public.operator_right r on r.verb = a.verb and r.relation = 'setting' and r.kind = new.kind
    where a.transaction_id = pg_current_xact_id() and a.outcome = 'done' and case
      when is_rate then (a.proposal_id is not null or not (is_moved or in_circle)) and public.is_rate_of_call(a.verb, a.input, new)
      when v.always_two then public.is_proposed_setting(a.verb, a.input, new.kind, new.key, new.value)
      -- A network that is switched on ends its own suspensions, but of missing money only its acceptance makes an end.
      when new.kind = 'suspension' then public.is_key_of_suspension(new.key, new.value) and new.value -> 'suspended' = 'false'
        and new.value ->> 'cause' <> 'shortfall' and new.value ->> 'network' = a.input ->> 'network' and a.input -> 'on' = 'true'
      -- A switch changes no limit.
      when new.kind = 'currency' then new.key = a.input ->> 'code' and new.value = public.setting_before('currency', new.key, new.version)
        || jsonb_build_object('on', a.input -> 'on', 'isShow', a.input -> 'on')
      else new.key = a.input ->> 'network' and new.value -> 'on' = a.input -> 'on' end
  ) then
    return null;
  end if;
  if is_rate and in_circle and not is_moved then
    raise exception 'one operator lets a circle of trades with % % pay more than it costs', new.kind, new.key using errcode = 'QD040';
  end if;
  if is_rate and is_moved then
    raise exception 'one operator moves the price % % that far', new.kind, new.key using errcode = 'QD035';
  end if;
  raise exception 'setting % is not what was proposed', new.kind using errcode = 'QD034';
end $$;
create trigger guard_setting after insert on setting for each row when (current_user = 'quydoi_operator') execute function guard_setting();

-- The signer lets a fee follow its network's cost (\`exchange/payouts/follow-cost.ts\`), where operators allow that and between their bounds, at most once
-- a minute, so that prices hold as long as quotes do. Pairs that are derived from the rate follow it.
create function guard_followed_fee() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  old public.setting;
  target jsonb;
begin
  perform public.lock_rates();
  select s.* into old from public.setting s where s.kind = new.kind and s.key = new.key and s.version < new.version order by s.version desc limit 1;
  target := public.setting_before('buy', split_part(new.key, ':', -1), 9223372036854775807);
  if not coalesce(new.value ? 'automaticFee' and new.value - 'fee' = old.value - 'fee' and new.value <> old.value
    and public.is_readable_rate(new.kind, new.key, new.value) and case new.kind
      when 'buy' then old.author <> 'quydoi_signer' or new.at >= old.at + interval '1 minute'
      else new.value -> 'fee' = target -> 'fee' and new.value -> 'automaticFee' = target -> 'automaticFee' end, false) then
    raise exception 'the fee of % % does not follow its bounds', new.kind, new.key using errcode = 'QD043';
  end if;
  return null;
end $$;
create trigger guard_followed_fee after insert on setting
  for each row when (current_user = 'quydoi_signer' and new.kind <> 'suspension') execute function guard_followed_fee();
`;
