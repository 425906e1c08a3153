/** Guards of payments that are credited to balances, and of withdrawals: what no role may write, or none of the roles that are named. */
export const WALLET_GUARDS = `
-- A payment pays for one order, fills one balance or is given back, once: what it was used for stays.
create or replace function guard_payment() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.reference, new.occurrence) is distinct from (old.reference, old.occurrence) and not (old.reference = '' and new.reference <> '')
     or new.memo <> old.memo and not (new.state = 'unmatched' and old.order_id is null and old.customer_id is null
       and (old.state = 'unmatched' or old.state = 'case' and old.case_code = 'no_order'))
     or old.confirmed and not new.confirmed
     or new.customer_id is distinct from old.customer_id
       and not (old.customer_id is null and old.state = 'case' and old.case_code = 'deposit' and new.state = 'matched' and num_nonnulls(new.order_id, new.case_code) = 0)
     or old.state in ('matched', 'returned', 'forged') and (
       new.order_id is distinct from old.order_id or new.state <> old.state and not (old.state = 'matched' and new.state = 'forged' and old.customer_id is null))
     or new.state = 'returned' and (old.state not in ('unmatched', 'case', 'returned') or new.order_id is distinct from old.order_id)
     or new.state = 'forged' and old.state not in ('matched', 'forged')
     or old.state in ('unmatched', 'case') and new.state in ('unconfirmed', 'dropped') then
    raise exception 'a payment is used once' using errcode = 'QD014';
  end if;
  return new;
end $$;

-- Whose balance pays an order, or is paid by it, is never changed.
create trigger guard_balance_terms before update on orders for each row when (
  (new.from_balance, new.to_balance) is distinct from (old.from_balance, old.to_balance)
) execute function guard_terms();

-- Deferred to the commit: a payment from a balance is of an order that it pays, and the balance has paid it.
create function payment_is_charged() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select 1 from public.orders o join public.posting p on p.order_id = o.id and p.kind = 'charge'
    join public.entry e on e.posting_id = p.id join public.account a on a.id = e.account_id
    where o.id = new.order_id and o.from_balance and o.ref = new.reference and a.name = 'customer:' || o.customer_id || ':' || new.unit and e.amount = new.amount
  ) then
    raise exception 'payment % was not taken from the balance of its order''s customer', new.id using errcode = 'QD088';
  end if;
  return null;
end $$;
create constraint trigger payment_is_charged after insert on payment deferrable initially deferred
  for each row when (new.account = 'balance') execute function payment_is_charged();

-- Deferred to the commit: a payment of a customer is credited, to that customer and no other.
create function payment_is_credited() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select 1 from public.posting p join public.entry e on e.posting_id = p.id join public.account a on a.id = e.account_id
    where p.payment_id = new.id and p.kind = 'deposit' and a.name = 'customer:' || new.customer_id || ':' || new.unit and e.amount = -new.amount
  ) then
    raise exception 'payment % is not credited to customer %', new.id, new.customer_id using errcode = 'QD084';
  end if;
  return null;
end $$;
create constraint trigger payment_is_credited after update on payment deferrable initially deferred
  for each row when (new.customer_id is not null and old.customer_id is null) execute function payment_is_credited();

-- A withdrawal keeps what was asked for, and goes on as withdrawals do. What has ended stays so, unless its transfer was taken back.
create function guard_withdrawal() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if (new.version, new.state) <> (1, 'requested') or num_nonnulls(new.reason, new.reference, new.final_at) > 0 then
      raise exception 'a withdrawal starts as requested' using errcode = 'QD085';
    end if;
    return new;
  end if;
  if (new.id, new.ref, new.customer_id, new.currency, new.amount, new.fee, new.destination, new.destination_bank, new.destination_name, new.created_at, new.proof)
     is distinct from
     (old.id, old.ref, old.customer_id, old.currency, old.amount, old.fee, old.destination, old.destination_bank, old.destination_name, old.created_at, old.proof)
     or new.version <> old.version + 1
     or (old.state, new.state) not in (
       ('requested', 'refused'), ('requested', 'sending'), ('sending', 'done'), ('sending', 'failed'), ('sending', 'error'),
       ('error', 'sending'), ('error', 'done'), ('error', 'failed'), ('done', 'failed'))
     or (new.reference is not null) <> (new.state = 'done') then
    raise exception 'withdrawal % goes from % to % otherwise than withdrawals do', new.id, old.state, new.state using errcode = 'QD086';
  end if;
  return new;
end $$;
create trigger guard_withdrawal before insert or update on withdrawal for each row execute function guard_withdrawal();
create trigger guard_recorded before insert on withdrawal for each row when (current_user = 'quydoi_web') execute function guard_recorded('created_at');
create trigger keep_withdrawals before delete or truncate on withdrawal for each statement execute function refuse_change();

-- Payouts of withdrawals are of one that is on its way, to where it goes, and of what it sends. \`obligation_id\` can have no foreign key.
create function guard_withdrawal_payout() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select 1 from public.withdrawal w where w.id = new.obligation_id and w.state = 'sending' and w.currency = new.currency
      and w.amount - w.fee = new.amount and w.fee = new.fee and w.destination_bank is not distinct from new.destination_bank
      and (w.destination = new.destination or new.made_by = 'operator')
  ) or new.order_id is not null or (new.part, new.parts) <> (1, 1) then
    raise exception 'a payout of a withdrawal is of what it sends' using errcode = 'QD087';
  end if;
  return new;
end $$;
create trigger guard_withdrawal_payout before insert on payout for each row when (new.obligation_kind = 'withdrawal') execute function guard_withdrawal_payout();

create trigger refuse_inherited before insert or update or delete on withdrawal
  for each statement when (current_user not in ('quydoi_web', 'quydoi_worker', 'quydoi_signer', 'quydoi_operator')) execute function refuse_inherited();

-- A deposit is credited at once.
create trigger notify_deposit after update on payment
  for each row when (new.case_code = 'deposit' and old.case_code is distinct from new.case_code) execute function notify_topic('deposit');
create trigger notify_charge after insert on orders for each row when (new.from_balance) execute function notify_topic('order_to_charge');
create trigger notify_withdrawal after insert on withdrawal for each statement execute function notify_topic('withdrawal');
`;
