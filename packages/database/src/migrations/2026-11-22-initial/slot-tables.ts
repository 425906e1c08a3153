/**
 * Slots (nonces, outpoints) of live signed transfers, kept by triggers on the transfers themselves: a slot is claimed when a transfer is stored,
 * whoever stores it, and free again when its attempt or sweep ends, whoever ends it.
 */
export const SLOT_TABLES = `
create table transfer_slot (
  network text not null,
  wallet text not null,
  resource text not null,
  -- The attempt or sweep; an attempt's replacements share its slots.
  owner_id uuid not null,
  constraint transfer_slot_free primary key (network, wallet, resource)
);
create index transfer_slot_owner on transfer_slot (owner_id);
-- Which transfers ever had a slot.
create index attempt_transfer_slots on attempt_transfer using gin (slots jsonb_path_ops);
create index sweep_slots on sweep using gin (slots jsonb_path_ops);

create function take_slots() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare owner uuid := to_jsonb(new) ->> tg_argv[0];
begin
  insert into public.transfer_slot (network, wallet, resource, owner_id)
    select new.network, s.wallet, s.resource, owner from jsonb_to_recordset(new.slots) as s(wallet text, resource text)
    where not exists (
      select 1 from public.transfer_slot t
      where t.network = new.network and t.wallet = s.wallet and t.resource = s.resource and t.owner_id = owner
    );
  return null;
end $$;
create trigger take_slots after insert on attempt_transfer
  for each row when (new.slots <> '[]') execute function take_slots('attempt_id');
create trigger take_slots after insert on sweep
  for each row when (new.slots <> '[]') execute function take_slots('id');

-- Highest nonce of each hot wallet that a transfer of ours has consumed.
create table consumed_nonce (
  network text not null,
  wallet text not null,
  nonce bigint not null check (nonce >= 0),
  primary key (network, wallet)
);

create function release_slots() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- An attempt that an earlier one's transfer has paid has consumed nothing.
  if new.state = 'done' and (case tg_table_name when 'attempt' then to_jsonb(new) ->> 'paid_by_attempt_id' is null else to_jsonb(new) ->> 'kind' = 'fund' or (to_jsonb(new) ->> 'is_batched')::boolean end) then
    insert into public.consumed_nonce as c (network, wallet, nonce)
      select t.network, t.wallet, max(t.resource::bigint) from public.transfer_slot t
      where t.owner_id = new.id and t.resource ~ '^[0-9]{1,15}$' group by t.network, t.wallet
      on conflict (network, wallet) do update set nonce = greatest(c.nonce, excluded.nonce);
  end if;
  delete from public.transfer_slot where owner_id = new.id;
  return null;
end $$;
create trigger release_slots after update of state on attempt
  for each row when (old.state <> new.state and new.state in ('done', 'refused', 'absent')) execute function release_slots();
create trigger release_slots after update of state on sweep
  for each row when (old.state <> new.state and new.state in ('done', 'failed')) execute function release_slots();
`;
