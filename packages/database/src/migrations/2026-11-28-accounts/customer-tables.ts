/** Customers, the devices that they have logged in from, and how often passwords were tried. */
export const CUSTOMER_TABLES = `
create table customer (
  -- The id of the user that the customer logs in as.
  id text primary key references auth."user" check (id ~ '^[23456789ABCDEFGHJKLMNPQRSTUVWXYZ]{8}$'),
  version integer not null check (version > 0),
  full_name text not null check (char_length(full_name) <= 200),
  first_name text not null check (char_length(first_name) <= 100),
  last_name text not null check (char_length(last_name) <= 100),
  language text not null check (language in ('vi', 'en', 'zh', 'ko', 'ger', 'tur', 'jp')),
  time_zone text not null check (char_length(time_zone) between 1 and 64),
  currency_key text not null check (currency_key in ('vnd', 'usd')),
  -- By whose referral link the customer came.
  sponsor text references customer check (sponsor <> id),
  doc_status text not null check (doc_status in ('not_uploaded', 'unverified', 'verify')),
  order_count integer not null default 0 check (order_count >= 0),
  created_at timestamptz not null,
  constraint customer_created_at_finite check (created_at >= timestamptz '1970-01-01 00:00:00Z' and created_at < timestamptz '10000-01-01 00:00:00Z')
);
create index customer_sponsor on customer (sponsor) where sponsor is not null;

-- What was said at registration stays: a sponsor that could be set later could be one's own second account.
create function guard_customer() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.id, new.sponsor, new.created_at) is distinct from (old.id, old.sponsor, old.created_at) then
    raise exception 'customer % keeps id, sponsor and time of registration', old.id using errcode = 'QD047';
  end if;
  return new;
end $$;
create trigger guard_customer before update on customer for each row execute function guard_customer();
create trigger guard_recorded before insert on customer for each row when (current_user = 'quydoi_web') execute function guard_recorded('created_at');

-- The pages of a customer's orders tell how many there are, which is counted as they are made.
create index orders_of_customer on orders (customer_id, created_at desc, id desc) where customer_id is not null;
create function count_orders() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.customer set order_count = order_count + 1 where id = new.customer_id;
  return null;
end $$;
create trigger count_orders after insert on orders for each row when (new.customer_id is not null) execute function count_orders();

-- Devices that a customer has logged in from. Attacks on an account from elsewhere do not keep these out.
create table auth.known_device (
  user_id text not null references auth."user",
  device text not null,
  seen_at timestamptz not null,
  primary key (user_id, device)
);

-- Wrong passwords of a day (days since 1970, UTC), by whom they count against: a keyed hash where that could be a stranger's name.
create table auth.password_try (
  party text not null,
  day integer not null,
  tried integer not null check (tried >= 0),
  primary key (party, day)
);
create index password_try_day on auth.password_try (day);

-- Mails to customers, sent by the web. \`content\` is sealed: who reads or writes rows gets no link, and sends nobody one. Emptied when the mail ends.
create table auth.mail (
  id uuid primary key,
  address text not null check (char_length(address) <= 254),
  content text not null,
  created_at timestamptz not null,
  -- It is of no use after it.
  expires_at timestamptz not null,
  due_at timestamptz not null,
  tries integer not null default 0 check (tries >= 0),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'given-up')),
  check ((state = 'waiting') = (content <> ''))
);
create index mail_due on auth.mail (due_at) where state = 'waiting';
create index mail_created on auth.mail (created_at);
`;
