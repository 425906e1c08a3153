/** Only web keeps accounts. Other roles know a customer by the id in an order, and nothing of credentials. */
export const ACCOUNT_ACCESS = `
revoke all on schema auth from public;
revoke all on all tables in schema auth from public;
revoke all on customer from public;
revoke all on function guard_customer(), count_orders() from public;

grant usage on schema auth to quydoi_web;
grant select, insert on auth."user", auth.account to quydoi_web;
grant update ("emailVerified", email, name, username, "displayUsername", "twoFactorEnabled", "updatedAt") on auth."user" to quydoi_web;
grant update (password, "updatedAt") on auth.account to quydoi_web;
grant select, insert, update, delete on auth.session, auth.verification, auth."twoFactor" to quydoi_web;
grant select, insert, delete, update (seen_at) on auth.known_device to quydoi_web;
grant select, insert, delete, update (tried) on auth.password_try to quydoi_web;
grant select, insert, delete, update (due_at, tries, state, content) on auth.mail to quydoi_web;

grant insert (id, version, full_name, first_name, last_name, language, time_zone, currency_key, sponsor, doc_status, created_at) on customer to quydoi_web;
grant select, update (version, full_name, first_name, last_name, language, time_zone, currency_key, order_count) on customer to quydoi_web;

alter table customer enable row level security;
create policy web_reads on customer for select to quydoi_web using (true);
create policy web_adds on customer for insert to quydoi_web with check (version = 1 and doc_status = 'not_uploaded' and order_count = 0);
create policy web_changes on customer for update to quydoi_web using (true) with check (true);

-- Who logged out elsewhere is out here too.
create function auth.notify_session() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('session', string_agg(distinct "userId", ',')) from ended having count(*) > 0;
  return null;
end $$;
revoke all on function auth.notify_session() from public;
create trigger notify_session after delete on auth.session referencing old table as ended for each statement execute function auth.notify_session();
`;
