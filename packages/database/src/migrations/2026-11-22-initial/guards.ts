/** Guards of orders, leases, payments, claims and reviews: what no role may write, whatever its privileges. */
export const GUARDS = `
create function guard_order() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.rate_version is distinct from (
      select s.version from public.setting s
      where s.kind = case new.kind when 'ex' then 'pair' else new.kind end
        and s.key = case new.kind when 'buy' then new.to_currency when 'sell' then new.from_currency else new.from_currency || ':' || new.to_currency end
      order by s.version desc limit 1
    ) then
      raise exception 'the rate is not the newest' using errcode = 'QD007';
    end if;
    if new.status <> 'pending' or new.version <> 1 or new.holding <> new.held or new.amount_paid <> 0 or new.excess_quantity <> 0
       or new.event_count <> 1 or new.ordered_quantity <> new.quantity or num_nonnulls(new.reason, new.paid_at, new.final_at, new.payout_reference, new.retry_at, new.excess_rate_version) > 0 then
      raise exception 'an order starts as pending with its hold' using errcode = 'QD002';
    end if;
    if not isfinite(new.created_at) or new.expires_at <= new.created_at or new.expires_at > new.created_at + interval '1 day' then
      raise exception 'an order has a timer of at most a day' using errcode = 'QD022';
    end if;
    new.ordered_amount := new.amount_sent;
    return new;
  end if;
  if new.status <> old.status
     and not exists (select 1 from public.order_transition t where t.from_status = old.status and t.to_status = new.status) then
    raise exception 'order cannot go from % to %', old.status, new.status using errcode = 'QD003';
  end if;
  -- Only an expired order is revived: payments for one that its customer gave up are cases.
  if old.status = 'cancelled' and old.reason in ('abandoned', 'superseded')
     and (new.status in ('paid', 'verifying_transaction') or new.reason is distinct from old.reason and new.status = 'cancelled') then
    raise exception 'an order that was given up stays so' using errcode = 'QD025';
  end if;
  if new.version <> old.version + 1 then
    raise exception 'order version must grow by one' using errcode = 'QD004';
  end if;
  if new.expires_at <> old.expires_at then
    raise exception 'an order keeps its timer' using errcode = 'QD020';
  end if;
  if new.payout_reference is distinct from old.payout_reference
     and not (new.status <> old.status and 'delivered' in (old.status, new.status)) then
    raise exception 'a delivered order keeps the reference of its payout' using errcode = 'QD023';
  end if;
  -- An order is paid once: reversals and refunds never lead back to a payout at another price.
  -- What its refunds carry stays given back: only failed refunds can be taken back. A refund that came back reopens paid orders only.
  if new.status = 'paid' and new.paid_at is null or old.status = 'cancelled' and new.status = 'error' and old.paid_at is null or old.paid_at is not null and (
    new.paid_at is distinct from old.paid_at or new.status <> old.status and new.status in ('pending', 'verifying_transaction', 'paid')
  ) or new.amount_refunded < old.amount_refunded and new.amount_refunded < (
    select coalesce(sum(p.amount + p.fee), 0) from public.payout p
    where p.order_id = new.id and p.obligation_kind = 'refund' and p.state <> 'failed'
  ) then
    raise exception 'an order is paid once, and what was given back stays so' using errcode = 'QD015';
  end if;
  return new;
end $$;
create trigger guard_order before insert or update on orders for each row execute function guard_order();

create function guard_price() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.quantity, new.rate, new.rate_version, new.amount_sent, new.amount_received, new.fee_exchange, new.cash_amount, new.cash_fee, new.held,
      new.excess_quantity, new.excess_rate_version)
     is distinct from
     (old.quantity, old.rate, old.rate_version, old.amount_sent, old.amount_received, old.fee_exchange, old.cash_amount, old.cash_fee, old.held,
      old.excess_quantity, old.excess_rate_version)
     and not (old.status in ('pending', 'verifying_transaction', 'cancelled') and new.status = 'paid') then
    raise exception 'an order is repriced only when it becomes paid' using errcode = 'QD009';
  end if;
  return new;
end $$;
create trigger guard_price before update on orders for each row execute function guard_price();

-- What was agreed with the customer, apart from the price, is never changed, by no role and not by the owner.
create function guard_terms() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'an order keeps its terms' using errcode = 'QD024';
end $$;
create trigger guard_terms before update on orders for each row when (
  (new.id, new.ref, new.kind, new.from_currency, new.to_currency, new.ordered_quantity, new.ordered_amount, new.pay_in_network, new.pay_in_account, new.pay_in_bank, new.pay_in_name,
   new.pay_in_branch, new.pay_out_network, new.destination, new.destination_bank, new.destination_name, new.sender, new.sender_bank, new.reserve, new.subject,
   new.customer_id, new.created_at, new.proof)
  is distinct from
  (old.id, old.ref, old.kind, old.from_currency, old.to_currency, old.ordered_quantity, old.ordered_amount, old.pay_in_network, old.pay_in_account, old.pay_in_bank, old.pay_in_name,
   old.pay_in_branch, old.pay_out_network, old.destination, old.destination_bank, old.destination_name, old.sender, old.sender_bank, old.reserve, old.subject,
   old.customer_id, old.created_at, old.proof)
) execute function guard_terms();

-- An order is created now, give or take the clocks' difference: one of another time would have its hold and its address for as long as it says.
create function guard_order_time() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.created_at not between now() - interval '5 minutes' and now() + interval '5 minutes' then
    raise exception 'an order is created now' using errcode = 'QD019';
  end if;
  return new;
end $$;
create trigger guard_order_time before insert on orders for each row execute function guard_order_time();

-- A role records payments, attempts and settings now: when a payment came decides its price where the provider's time tells nothing, and when a rate was replaced
-- decides for whom it counts; an attempt is counted for its time.
create function guard_recorded() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (to_jsonb(new) ->> tg_argv[0])::timestamptz not between now() - interval '5 minutes' and now() + interval '5 minutes' then
    raise exception '% is recorded now', tg_table_name using errcode = 'QD026';
  end if;
  return new;
end $$;
create trigger guard_recorded before insert on payment
  for each row when (current_user in ('quydoi_worker', 'quydoi_signer')) execute function guard_recorded('recorded_at');
create trigger guard_recorded before insert on attempt
  for each row when (current_user = 'quydoi_signer') execute function guard_recorded('created_at');
create trigger guard_recorded before insert on setting
  for each row when (current_user in ('quydoi_worker', 'quydoi_signer', 'quydoi_operator')) execute function guard_recorded('at');
create trigger guard_recorded before insert on reading_request for each row when (current_user = 'quydoi_operator') execute function guard_recorded('at');

-- When a payment was made is known with the block that makes it final, and never changes after that.
create function guard_paid_at() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.confirmed or not new.confirmed then
    raise exception 'when payment % was made does not change', new.id using errcode = 'QD044';
  end if;
  return new;
end $$;
create trigger guard_paid_at before update on payment
  for each row when (new.paid_at is distinct from old.paid_at) execute function guard_paid_at();

-- A claim is made now, under the number after the order's last: when it was made decides who is answered first.
create trigger guard_recorded before insert on payment_claim for each row when (current_user = 'quydoi_web') execute function guard_recorded('created_at');
create function guard_claim_number() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.n > 1 and not exists (select 1 from public.payment_claim c where c.order_id = new.order_id and c.n >= new.n - 1) then
    raise exception 'claim % of the order is not its next', new.n using errcode = 'QD036';
  end if;
  return new;
end $$;
create trigger guard_claim_number before insert on payment_claim for each row execute function guard_claim_number();

-- Deferred to the commit: what is answered as found is a payment of the order.
create function guard_found() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select 1 from public.payment p where p.order_id = new.order_id) then
    raise exception 'no payment was found for claim %', new.id using errcode = 'QD037';
  end if;
  return null;
end $$;
create constraint trigger guard_found after update on payment_claim deferrable initially deferred
  for each row when (new.answer = 'found' and old.answer is distinct from 'found') execute function guard_found();

-- Deferred to the commit: an order and its hold are committed together or not at all.
create function order_has_hold() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select 1 from public.posting p join public.entry e on e.posting_id = p.id where p.order_id = new.id and p.kind = 'hold'
  ) then
    raise exception 'an order comes with its hold' using errcode = 'QD008';
  end if;
  return null;
end $$;
create constraint trigger order_has_hold after insert on orders deferrable initially deferred for each row execute function order_has_hold();

-- From when on an address may be leased again after a lease: a week later, on Bitcoin never.
create function free_after_lease(network text, until_at timestamptz) returns timestamptz language sql stable as $$
  select case network when 'bitcoin' then timestamptz '9999-12-31 00:00:00Z' else until_at + interval '168 hours' end
$$;

-- Currencies that are their network's fee coin.
create function is_fee_coin(currency text) returns boolean language sql immutable as $$ select currency in ('eth') $$;

-- A lease names its order's own address and timer, the address is for the order's currency, has been idle since the lease before, and is put aside for this one: a role that may
-- insert leases cannot take over money on its way to another order, nor have the next order offered an address that it does not get.
create function guard_lease() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public.deposit_address a
  where a.address = new.address and a.network = new.network and a.free_at = public.free_after_lease(new.network, new.until_at) for no key update;
  if not found or not exists (
    select 1 from public.orders o join public.deposit_address a on a.address = new.address and a.for_coin = public.is_fee_coin(o.from_currency)
    where o.id = new.order_id and o.pay_in_network = new.network and o.pay_in_account = new.address
      and o.created_at = new.from_at and o.expires_at = new.until_at
  ) or exists (
    select 1 from public.lease l where l.address = new.address and public.free_after_lease(l.network, l.until_at) > new.from_at
  ) then
    raise exception 'a lease is of its own order, after the one before' using errcode = 'QD010';
  end if;
  return new;
end $$;
create trigger guard_lease before insert on lease for each row execute function guard_lease();

-- Addresses are added in the order of their indexes: one far beyond would leave no index for the next.
create function guard_address_index() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.index > (select coalesce(max(a.index) + 1, 0) from public.deposit_address a where a.network = new.network) then
    raise exception 'address % of % is not the next', new.index, new.network using errcode = 'QD039';
  end if;
  return new;
end $$;
create trigger guard_address_index before insert on deposit_address for each row when (current_user = 'quydoi_web') execute function guard_address_index();

-- The address of a lease stays put aside until its time is over: payments to it are looked for as long, and no other order is offered it.
create function guard_leased_address() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select 1 from public.lease l where l.address = new.address and public.free_after_lease(l.network, l.until_at) > new.free_at
  ) then
    raise exception 'address % is put aside for its lease', new.address using errcode = 'QD042';
  end if;
  return new;
end $$;
create trigger guard_leased_address before update on deposit_address
  for each row when (current_user = 'quydoi_web' and new.free_at < old.free_at) execute function guard_leased_address();

-- Deferred to the commit: an address is put aside for an hour at most (a reservation), or for the time of its lease to an order and no longer.
create function guard_reservation() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.free_at > now() + interval '1 hour' and not exists (
    select 1 from public.lease l where l.address = new.address and public.free_after_lease(l.network, l.until_at) >= new.free_at
  ) then
    raise exception 'an address is put aside for its lease' using errcode = 'QD018';
  end if;
  return null;
end $$;
create constraint trigger guard_reservation after insert or update on deposit_address deferrable initially deferred for each row execute function guard_reservation();

-- A payment pays for one order or is given back once: matched, returned and forged payments keep their order, and only a case is returned.
create function guard_payment() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.reference, new.occurrence) is distinct from (old.reference, old.occurrence) and not (old.reference = '' and new.reference <> '')
     or new.memo <> old.memo and not (new.state = 'unmatched' and old.order_id is null and old.customer_id is null
       and (old.state = 'unmatched' or old.state = 'case' and old.case_code = 'no_order'))
     or old.confirmed and not new.confirmed
     or old.state in ('matched', 'returned', 'forged') and (
       new.order_id is distinct from old.order_id or new.state <> old.state and not (old.state = 'matched' and new.state = 'forged'))
     or new.state = 'returned' and (old.state not in ('unmatched', 'case', 'returned') or new.order_id is distinct from old.order_id)
     or new.state = 'forged' and old.state not in ('matched', 'forged')
     or old.state in ('unmatched', 'case') and new.state in ('unconfirmed', 'dropped') then
    raise exception 'a payment is used once' using errcode = 'QD014';
  end if;
  return new;
end $$;
create trigger guard_payment before update on payment for each row execute function guard_payment();

-- Of a review only the status changes, and never back to pending.
create function guard_review() returns trigger language plpgsql as $$
begin
  if (new.id, new.order_id, new.content, new.email, new.created_at) is distinct from (old.id, old.order_id, old.content, old.email, old.created_at)
     or new.status = 'pending' then
    raise exception 'only the decision about a review changes' using errcode = 'QD011';
  end if;
  return new;
end $$;
create trigger guard_review before update on review for each row execute function guard_review();
`;
