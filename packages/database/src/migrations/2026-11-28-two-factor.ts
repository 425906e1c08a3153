import { Migration } from '@mikro-orm/migrations';

/**
 * The second factor of logins: the secret of an authenticator app, and codes for when the app is lost. Takes the place of the library's tables, which
 * nothing has used, because its plugin accepts a code more than once.
 */
export class Migration20261128TwoFactor extends Migration {
  override up(): void {
    for (const statements of [UNUSED, TABLES, ACCESS]) this.addSql(statements);
  }
}

const UNUSED = `
drop table auth."twoFactor";
alter table auth."user" drop column "twoFactorEnabled";
`;

const TABLES = `
create table auth.two_factor (
  user_id text primary key references auth."user",
  -- Sealed: who reads or writes rows has no codes.
  secret text not null check (secret <> ''),
  -- Half minutes since 1970 of the last code that was used: neither that one nor an earlier one counts again.
  last_step bigint not null check (last_step >= 0),
  created_at timestamptz not null
);

-- Recovery codes that have not been used.
create table auth.recovery_code (
  user_id text not null references auth.two_factor on delete cascade,
  -- Keyed.
  code_hash text not null,
  primary key (user_id, code_hash)
);
`;

const ACCESS = `
revoke all on auth.two_factor, auth.recovery_code from public;
grant select, insert, delete, update (last_step) on auth.two_factor to quydoi_web;
grant select, insert, delete on auth.recovery_code to quydoi_web;
`;
