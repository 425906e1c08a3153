/** Guards of payouts, their attempts and returns: what no role, or none of the roles that are named, may write. */
export const PAYOUT_GUARDS = `
-- An attempt that may have been sent stays one: its provider is asked about it before any other. What is settled is never sent again.
create function guard_attempt() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.version <> 1 or new.state not in ('prepared', 'refused') or num_nonnulls(new.sent_at, new.reference, new.paid_by_attempt_id) > 0 then
      raise exception 'an attempt starts unsent' using errcode = 'QD030';
    end if;
    return new;
  end if;
  if (new.id, new.payout_id, new.n, new.key, new.created_at) is distinct from (old.id, old.payout_id, old.n, old.key, old.created_at)
     or new.sent_at is distinct from old.sent_at and not (old.sent_at is null and old.state = 'prepared' and new.state = 'sending')
     or new.state = 'sending' and new.sent_at is null
     or new.paid_by_attempt_id is distinct from old.paid_by_attempt_id and not (old.state = 'prepared' and new.state = 'done')
     or new.state <> old.state and (old.state, new.state) not in (
       ('prepared', 'sending'), ('prepared', 'done'), ('prepared', 'refused'),
       ('sending', 'sent'), ('sending', 'unknown'), ('sending', 'refused'),
       ('sent', 'done'), ('sent', 'refused'), ('sent', 'absent'),
       ('unknown', 'sent'), ('unknown', 'done'), ('unknown', 'refused'), ('unknown', 'absent'),
       ('done', 'refused'), ('absent', 'done'), ('absent', 'refused'), ('refused', 'done')) then
    raise exception 'an attempt goes from % to % with what was sent', old.state, new.state using errcode = 'QD027';
  end if;
  return new;
end $$;
create trigger guard_attempt before insert or update on attempt
  for each row when (current_user = 'quydoi_signer') execute function guard_attempt();

-- Deferred to the commit: a try is an attempt, so that a payout which nobody has tried does not pass for one that was judged and counted.
create function guard_tries() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select 1 from public.attempt a where a.payout_id = new.id and a.n = new.tries) then
    raise exception 'payout % has no attempt %', new.id, new.tries using errcode = 'QD031';
  end if;
  return null;
end $$;
create constraint trigger guard_tries after update on payout deferrable initially deferred
  for each row when (new.tries > old.tries and current_user in ('quydoi_signer', 'quydoi_operator')) execute function guard_tries();

-- What an operator says about a payout: one to be sent, one made by hand, or the end of one that waits. What was settled stays so, unless the signer's
-- provider took it back.
create function guard_payout() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (case when tg_op = 'INSERT' then
      (new.version, new.tries, new.expiries) <> (1, 0, 0) or new.waits_for is not null
      or (new.made_by, new.state, new.reference is not null) not in (('system', 'queued', false), ('operator', 'settled', true))
    else
      old.made_by = 'operator' or old.state = 'settled' and (new.state not in ('settled', 'failed') or new.reference is distinct from old.reference)
      or current_user = 'quydoi_operator' and (
        old.state <> 'queued' or new.state not in ('queued', 'failed')
        or (new.tries, new.expiries, new.reference) is distinct from (old.tries, old.expiries, old.reference))
    end) then
    raise exception 'payout % becomes % otherwise than payouts do', new.id, new.state using errcode = 'QD032';
  end if;
  return new;
end $$;
create trigger guard_payout before insert or update on payout
  for each row when (current_user in ('quydoi_signer', 'quydoi_operator')) execute function guard_payout();

-- Deferred to the commit: a payout that was settled fails together with its attempt.
create function guard_reversal() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public.attempt a where a.payout_id = new.id and a.state = 'done') then
    raise exception 'payout % failed, and its attempt did not', new.id using errcode = 'QD033';
  end if;
  return null;
end $$;
create constraint trigger guard_reversal after update on payout deferrable initially deferred
  for each row when (old.state = 'settled' and new.state = 'failed' and current_user = 'quydoi_signer') execute function guard_reversal();

-- A return gives back one payment of the journal, in the books of that payment's order. \`obligation_id\` can have no foreign key, because
-- each kind of obligation refers to another table.
create function guard_return() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select 1 from public.payment p where p.id = new.obligation_id and p.order_id is not distinct from new.order_id) then
    raise exception 'a return is of a payment and of its order' using errcode = 'QD013';
  end if;
  return new;
end $$;
create trigger guard_return before insert on payout for each row when (new.obligation_kind = 'return') execute function guard_return();
`;
