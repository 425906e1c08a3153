import { Migration } from '@mikro-orm/migrations';

/**
 * What the web's login alone could undo takes a code that only the web's process can make, of which the database has the SHA-256: the end of a second
 * factor, the use of a recovery code, and the return of a try of a password or code. Devices count as known by a code of the process, too.
 */
export class Migration20261128AccountProofs extends Migration {
  override up(): void {
    for (const statements of [COLUMNS, FUNCTIONS, GUARDS, ACCESS]) this.addSql(statements);
  }
}

const COLUMNS = `
-- Null where the second factor was switched on before there were such codes.
alter table auth.two_factor add column removal_hash text;
-- The keyed hashes of before are the codes of now.
update auth.recovery_code set code_hash = encode(sha256(convert_to(code_hash, 'UTF8')), 'hex');
-- One of each try that may still be given back.
alter table auth.password_try add column return_hashes text[] not null default '{}';
-- Of customer and device. Devices of before are not known any more.
alter table auth.known_device add column code text not null default '';
`;

const FUNCTIONS = `
create function auth.hash_of(code text) returns text language sql immutable strict set search_path = pg_catalog, pg_temp as $$
  select encode(sha256(convert_to(code, 'UTF8')), 'hex')
$$;

-- Switches a second factor off, with its recovery codes, for whoever has a code of its removal.
create function auth.remove_two_factor(customer text, codes text[]) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from auth.two_factor t where t.user_id = customer
    and (t.removal_hash is null or t.removal_hash in (select auth.hash_of(c) from unnest(codes) c));
  return found;
end $$;

-- Removes the recovery codes of a second factor, for whoever has a code of its removal.
create function auth.remove_recovery_codes(customer text, codes text[]) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from auth.two_factor t where t.user_id = customer
    and (t.removal_hash is null or t.removal_hash in (select auth.hash_of(c) from unnest(codes) c)) for update;
  if not found then
    return false;
  end if;
  delete from auth.recovery_code r where r.user_id = customer;
  return true;
end $$;

-- Uses up a recovery code.
create function auth.take_recovery_code(customer text, codes text[]) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from auth.recovery_code r where r.user_id = customer and r.code_hash in (select auth.hash_of(c) from unnest(codes) c);
  return found;
end $$;

-- Takes a try, unless none is left. return_hash: of the code that gives it back; null where it is kept.
create function auth.take_password_try(whose text, on_day integer, tries_max integer, return_hash text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into auth.password_try as t (party, day, tried, return_hashes) values (whose, on_day, 1, array_remove(array[return_hash], null))
    on conflict (party, day) do update set tried = t.tried + 1, return_hashes = t.return_hashes || excluded.return_hashes where t.tried < tries_max;
  return found;
end $$;

-- Gives a try back, once.
create function auth.return_password_try(whose text, on_day integer, code text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update auth.password_try t set tried = t.tried - 1, return_hashes = array_remove(t.return_hashes, auth.hash_of(code))
    where t.party = whose and t.day = on_day and t.tried > 0 and auth.hash_of(code) = any (t.return_hashes);
  return found;
end $$;
`;

const GUARDS = `
-- A code that was used never counts again.
create function auth.guard_last_step() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.last_step < old.last_step then
    raise exception 'the second factor of % goes back to codes that were used', old.user_id using errcode = 'QD048';
  end if;
  return new;
end $$;
create trigger guard_last_step before update on auth.two_factor for each row execute function auth.guard_last_step();

-- Counts of a day stay until it is over, or is in minutes, for clocks that differ.
create function auth.guard_try_day() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.day >= floor((extract(epoch from now()) + 300) / 86400) then
    raise exception 'tries of day % still count', old.day using errcode = 'QD049';
  end if;
  return old;
end $$;
create trigger guard_try_day before delete on auth.password_try
  for each row when (current_user = 'quydoi_web') execute function auth.guard_try_day();
`;

const ACCESS = `
revoke delete on auth.two_factor, auth.recovery_code from quydoi_web;
revoke insert, update (tried) on auth.password_try from quydoi_web;
grant update (code) on auth.known_device to quydoi_web;
revoke all on function auth.hash_of(text), auth.remove_two_factor(text, text[]), auth.remove_recovery_codes(text, text[]),
  auth.take_recovery_code(text, text[]), auth.take_password_try(text, integer, integer, text), auth.return_password_try(text, integer, text),
  auth.guard_last_step(), auth.guard_try_day() from public;
grant execute on function auth.remove_two_factor(text, text[]), auth.remove_recovery_codes(text, text[]), auth.take_recovery_code(text, text[]),
  auth.take_password_try(text, integer, integer, text), auth.return_password_try(text, integer, text) to quydoi_web;
`;
