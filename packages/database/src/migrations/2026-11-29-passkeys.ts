import { Migration } from '@mikro-orm/migrations';

/**
 * Passkeys (WebAuthn credentials) that customers log in with. A row counts only with a code that only the web's process can make, and is removed only for
 * such a code, too: with the web's login alone nobody adds a passkey, removes one, or brings back one that was removed.
 */
export class Migration20261129Passkeys extends Migration {
  override up(): void {
    for (const statements of [TABLE, GUARD, FUNCTIONS, ACCESS]) this.addSql(statements);
  }
}

const TABLE = `
create table auth.passkey (
  -- Credential id, in base64url. It stays when the passkey is removed, so that no row with it is added again.
  id text primary key check (char_length(id) between 1 and 1364),
  user_id text not null references auth."user",
  -- COSE key, in base64url.
  public_key text not null,
  -- Of the newest signature; 0 for authenticators that do not count.
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  name text not null check (char_length(name) <= 60),
  -- Of customer, id and public key.
  code text not null,
  -- Of the code that removes it; null once it is removed.
  removal_hash text,
  created_at timestamptz not null,
  used_at timestamptz,
  removed_at timestamptz,
  constraint passkey_created_at_finite check (created_at >= timestamptz '1970-01-01 00:00:00Z' and created_at < timestamptz '10000-01-01 00:00:00Z'),
  constraint passkey_used_at_finite check (used_at >= timestamptz '1970-01-01 00:00:00Z' and used_at < timestamptz '10000-01-01 00:00:00Z'),
  constraint passkey_removed_at_finite check (removed_at >= timestamptz '1970-01-01 00:00:00Z' and removed_at < timestamptz '10000-01-01 00:00:00Z')
);
create index passkey_of_user on auth.passkey (user_id);
`;

const GUARD = `
-- A copied authenticator that is behind the counter stays behind.
create function auth.guard_passkey() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.sign_count < old.sign_count or coalesce(new.used_at, '-infinity') < coalesce(old.used_at, '-infinity') then
    raise exception 'passkey % goes back to signatures of before', old.id using errcode = 'QD067';
  end if;
  return new;
end $$;
create trigger guard_passkey before update on auth.passkey for each row execute function auth.guard_passkey();
`;

const FUNCTIONS = `
-- Removes passkeys of a customer, for whoever has the codes of their removal.
create function auth.remove_passkeys(customer text, codes text[]) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  removed integer;
begin
  update auth.passkey p set public_key = '', transports = '{}', name = '', code = '', removal_hash = null, removed_at = now()
    where p.user_id = customer and p.removal_hash in (select auth.hash_of(c) from unnest(codes) c);
  get diagnostics removed = row_count;
  return removed;
end $$;

-- They go with the account.
create function auth.forget_passkeys() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  delete from auth.passkey where user_id = new.id;
  return null;
end $$;
create trigger forget_passkeys after update of deleted_at on customer
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function auth.forget_passkeys();
`;

const ACCESS = `
revoke all on auth.passkey from public;
revoke all on function auth.guard_passkey(), auth.remove_passkeys(text, text[]), auth.forget_passkeys() from public;
grant select, insert (id, user_id, public_key, sign_count, transports, name, code, removal_hash, created_at), update (sign_count, used_at)
  on auth.passkey to quydoi_web;
grant execute on function auth.remove_passkeys(text, text[]) to quydoi_web;
`;
