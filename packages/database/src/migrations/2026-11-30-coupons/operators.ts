/**
 * Two operators agree on each version of a coupon, because it gives money away. One may end it alone.
 */
export const COUPON_OPERATORS = `
insert into operator_verb (verb, always_two) values ('setCoupon', true), ('endCoupon', false);
insert into operator_right (verb, relation, kind) values ('setCoupon', 'setting', 'coupon'), ('endCoupon', 'setting', 'coupon');
-- The signer looks up what was agreed on.
create index audit_coupons on audit ((input ->> 'code')) where verb = 'setCoupon' and outcome = 'done';

create or replace function is_proposed_setting(in_verb text, input jsonb, in_kind text, in_key text, in_value jsonb) returns boolean language sql immutable as $$
  select coalesce(case in_verb
    when 'setCollectionAccount' then in_kind = 'collection' and in_key = 'collection' and in_value =
      jsonb_set(input, '{accountNumber}', to_jsonb(upper(regexp_replace(input ->> 'accountNumber', '\\s', '', 'g'))))
    when 'setSecondOperator' then in_kind = 'secondOperator' and in_key = 'secondOperator' and in_value = input
    when 'setPayoutCap' then in_kind = 'payout-cap' and in_key = input ->> 'reserve' and in_value = input - 'reserve'
    when 'setCoupon' then in_kind = 'coupon' and in_key = input ->> 'code' and in_value = input - 'code' || '{"on": true}'
    when 'acceptDifference' then case in_kind
      when 'suspension' then public.is_key_of_suspension(in_key, in_value) and in_value -> 'suspended' = 'false' and in_value ->> 'cause' = 'shortfall'
        and in_value ->> 'subject' = input ->> 'reserve'
      else in_kind = 'accepted-difference' and in_key = input ->> 'reserve' and in_value = input - 'reserve' end
  end, false)
$$;

create or replace function guard_setting() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  is_rate boolean := new.kind in ('buy', 'sell', 'pair');
  limits jsonb;
  earlier jsonb;
  in_force jsonb;
  min_order numeric;
  max_order numeric;
  max_percent numeric;
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
    select s.value into in_force from public.setting s where s.kind = new.kind and s.key = new.key and s.version < new.version
      and not (s.author = new.author and s.at > new.at - interval '24 hours') order by s.version desc limit 1;
    min_order := coalesce((limits ->> 'minOrder')::numeric, 0);
    max_order := coalesce((limits ->> 'maxBalance')::numeric, 0);
    max_percent := (public.setting_before('secondOperator', 'secondOperator', 9223372036854775807) ->> 'rateChange')::numeric;
    is_moved := public.is_price_moved(new.kind, earlier, new.value, min_order, max_order, max_percent)
      or new.value ? 'automaticRate' and in_force ? 'automaticRate'
        and public.is_price_moved_at(new.kind, in_force, new.value, min_order, max_order, max_percent);
    in_circle := public.pays_in_circle(new.kind, new.key);
  end if;
  if exists (
    select 1 from public.audit a join public.operator_verb v on v.verb = a.verb
    join public.operator_right r on r.verb = a.verb and r.relation = 'setting' and r.kind = new.kind
    where a.transaction_id = pg_current_xact_id() and a.outcome = 'done' and case
      when is_rate then (a.proposal_id is not null or not (is_moved or in_circle)) and public.is_rate_of_call(a.verb, a.input, new)
      -- What a call does not name stays as it is.
      when new.kind = 'site' then new.key = 'site' and new.value = public.setting_before('site', 'site', new.version) || a.input
      when v.always_two then public.is_proposed_setting(a.verb, a.input, new.kind, new.key, new.value)
      -- A network that is switched on ends its own suspensions, but of missing money only its acceptance makes an end.
      when new.kind = 'suspension' then public.is_key_of_suspension(new.key, new.value) and new.value -> 'suspended' = 'false'
        and new.value ->> 'cause' <> 'shortfall' and new.value ->> 'network' = a.input ->> 'network' and a.input -> 'on' = 'true'
      -- A coupon that is ended keeps what it was, and what was said of it.
      when new.kind = 'coupon' then new.key = a.input ->> 'code' and new.value = public.setting_before('coupon', new.key, new.version) || '{"on": false}'
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
`;
