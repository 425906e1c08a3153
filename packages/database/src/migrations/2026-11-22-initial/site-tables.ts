/** Settings and holder-name lookups. */
export const SITE_TABLES = `
-- Append-only: the newest version of a kind and key is in force.
create table setting (
  version integer generated always as identity primary key,
  kind text not null,
  key text not null,
  value jsonb not null,
  author text not null,
  at timestamptz not null
);
create index setting_newest on setting (kind, key, version desc);

create table lookup (
  type text not null,
  account text not null,
  state text not null check (state in ('waiting', 'found', 'invalid', 'unavailable')),
  name text,
  requested_at timestamptz not null,
  resolved_at timestamptz,
  next_at timestamptz not null,
  primary key (type, account)
);
create index lookup_waiting on lookup (next_at) where state = 'waiting';
`;
