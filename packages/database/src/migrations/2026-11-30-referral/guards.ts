/** Guards of referrals: what no role may write, the signer included. */
export const REFERRAL_GUARDS = `
-- An order's credit is set once. The signer ends what is due, as the order's status says, and settles what is owed.
create function guard_referral() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare may boolean;
begin
  if (new.id, new.sponsor_id) is distinct from (old.id, old.sponsor_id) or new.version <> old.version + 1
     or old.amount > 0 and (new.amount, new.credited_at) is distinct from (old.amount, old.credited_at) then
    raise exception 'the referral of order % keeps sponsor and credit', old.id using errcode = 'QD091';
  end if;
  if new.state = 'due' and (new.amount, new.returned) = (old.amount, old.returned) then
    return new;
  end if;
  if old.state = 'taken-back' and new.state = 'taken-back' and new.returned > old.returned then
    return new;
  end if;
  -- A change of the order's status queues the referral again: either version then fails.
  if new.state = 'credited' then
    perform 1 from public.orders o where o.id = new.id and o.status = 'delivered' and o.customer_id <> new.sponsor_id;
    may := found;
    -- Locked, so that the account is not deleted with the credit in its balance.
    perform 1 from public.customer c where c.id = new.sponsor_id and c.deleted_at is null for key share;
    may := may and found;
  else
    may := new.state = 'none' or new.state = 'taken-back' and new.returned >= old.returned;
  end if;
  if old.state <> 'due' or not may then
    raise exception 'the referral of order % goes from % to % otherwise than referrals do', new.id, old.state, new.state using errcode = 'QD092';
  end if;
  return new;
end $$;
create trigger guard_referral before update on referral for each row execute function guard_referral();
create trigger keep_referrals before delete or truncate on referral for each statement execute function refuse_change();

-- Deferred to the commit: what the sponsor has of an order by the ledger is what its referral says. So no order is credited twice, from any login.
create function referral_is_booked() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  of_order uuid := case tg_table_name when 'posting' then (to_jsonb(new) ->> 'order_id')::uuid else (to_jsonb(new) ->> 'id')::uuid end;
  found_referral public.referral;
  booked bigint;
  others integer;
begin
  select r.* into found_referral from public.referral r where r.id = of_order;
  select coalesce(-sum(e.amount) filter (where a.name = 'customer:' || found_referral.sponsor_id || ':vnd'), 0),
      count(*) filter (where a.name not in ('customer:' || found_referral.sponsor_id || ':vnd', 'fee:vnd'))
    into booked, others
    from public.posting p join public.entry e on e.posting_id = p.id join public.account a on a.id = e.account_id
    where p.order_id = of_order and p.kind in ('referral', 'referral-return');
  if found_referral.id is null or others > 0 or booked <> found_referral.amount - found_referral.returned then
    raise exception 'what is booked for the sponsor of order % is not its referral', of_order using errcode = 'QD093';
  end if;
  return null;
end $$;
create constraint trigger referral_is_booked after update on referral deferrable initially deferred
  for each row when ((new.amount, new.returned) is distinct from (old.amount, old.returned)) execute function referral_is_booked();
create constraint trigger referral_is_booked after insert on posting deferrable initially deferred
  for each row when (new.kind in ('referral', 'referral-return')) execute function referral_is_booked();
`;
