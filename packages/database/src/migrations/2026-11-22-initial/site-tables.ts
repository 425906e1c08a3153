/** Settings, holder-name lookups and the budgets of new ones. */
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
  primary key (type, account),
  constraint lookup_times check (next_at between requested_at and requested_at + interval '1 hour')
);
create index lookup_requested on lookup (requested_at);
create index lookup_waiting on lookup (next_at) where state = 'waiting';

-- New names that a party (a device, an address, a network, or all) asked for on a day, numbered since 1970.
create table name_budget (
  party text not null,
  day integer not null,
  asked integer not null check (asked > 0),
  primary key (party, day)
);
create index name_budget_day on name_budget (day);
`;
