import { Migration } from '@mikro-orm/migrations';

/** Accounts and wallets that customers have saved for forms to offer them. They go with the account. No other role reads them: nothing is paid by them. */
export class Migration20261128SavedDestinations extends Migration {
  override up(): void {
    this.addSql(`
create table saved_destination (
  customer_id text not null references customer,
  currency text not null check (char_length(currency) <= 32),
  -- Empty where the currency is not paid to banks.
  bank text not null check (char_length(bank) <= 32),
  account text not null check (char_length(account) between 1 and 128),
  saved_at timestamptz not null,
  -- The web process's proof that the customer saved it with the password: the database's logins offer nobody an account of theirs.
  proof text not null,
  primary key (customer_id, currency, bank, account),
  constraint saved_destination_saved_at_finite check (saved_at >= timestamptz '1970-01-01 00:00:00Z' and saved_at < timestamptz '10000-01-01 00:00:00Z')
);

create function forget_destinations() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from public.saved_destination where customer_id = new.id;
  return null;
end $$;
create trigger forget_destinations after update of deleted_at on customer
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function forget_destinations();

revoke all on saved_destination from public;
revoke all on function forget_destinations() from public;
grant select, insert, update (saved_at, proof), delete on saved_destination to quydoi_web;
`);
  }
}
