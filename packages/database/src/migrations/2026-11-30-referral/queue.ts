/**
 * The database itself says whose orders are to be looked at: no role inserts a referral, or names a sponsor. Whatever the signer then credits has to be
 * in the ledger, and nothing more than the referral says.
 */
export const REFERRAL_QUEUE = `
-- An order that is delivered, or is no longer, is due. Its sponsor is the one that the customer registered with.
create function queue_referral() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.status = 'delivered' then
    insert into public.referral as r (id, version, sponsor_id, state, amount, returned, due_at)
      select new.id, 1, c.sponsor, 'due', 0, 0, coalesce(new.final_at, now()) from public.customer c where c.id = new.customer_id and c.sponsor <> c.id
      on conflict (id) do update set version = r.version + 1, state = 'due', due_at = excluded.due_at;
  else
    update public.referral r set version = r.version + 1, state = 'due', due_at = coalesce(old.final_at, now()) where r.id = new.id;
  end if;
  return null;
end $$;
create trigger queue_referral after update on orders for each row
  when (new.customer_id is not null and new.status <> old.status and 'delivered' in (old.status, new.status)) execute function queue_referral();

create trigger notify_referral after insert or update on referral for each row when (new.state = 'due') execute function notify_topic('referral');

create function count_referred() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.referral_total as t (sponsor_id, customers) values (new.sponsor, 1)
    on conflict (sponsor_id) do update set customers = t.customers + 1;
  return null;
end $$;
create trigger count_referred after insert on customer for each row when (new.sponsor is not null) execute function count_referred();

create function sum_referrals() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  earned_more bigint := (new.amount - new.returned) - (old.amount - old.returned);
  owed_more bigint := case new.state when 'taken-back' then new.amount - new.returned else 0 end
    - case old.state when 'taken-back' then old.amount - old.returned else 0 end;
begin
  update public.referral_total t set credits = t.credits + (case when old.amount = 0 and new.amount > 0 then 1 else 0 end),
    earned = t.earned + earned_more, owed = t.owed + owed_more where t.sponsor_id = new.sponsor_id;
  return null;
end $$;
create trigger sum_referrals after update on referral for each row
  when ((new.state, new.amount, new.returned) is distinct from (old.state, old.amount, old.returned)) execute function sum_referrals();
`;
