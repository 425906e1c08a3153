import { Migration } from '@mikro-orm/migrations';
import { CURRENCY_CODES, RESERVE_CODES } from '@quydoi/domain/currencies';
import { POSTING_KINDS } from '@quydoi/domain/ledger/post';
import { NETWORK_CODES } from '@quydoi/domain/networks';
import { TRANSITIONS } from '@quydoi/domain/order/lifecycle';
import { ORDER_KINDS, ORDER_REASONS, ORDER_STATUS_CODES } from '@quydoi/domain/order-status';

const list = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/** Tables, the triggers that guard them, and what each role may do. */
export class Migration20261121Initial extends Migration {
  override up(): void {
    this.addSql(TABLES);
    this.addSql(transitions());
    this.addSql(ORDER_TRIGGER);
    this.addSql(ENTRY_TRIGGER);
    this.addSql(NOTIFICATIONS);
    this.addSql(GRANTS);
  }
}

const TABLES = `
create table setting (
  version integer generated always as identity primary key,
  kind text not null,
  key text not null,
  value jsonb not null,
  author text not null,
  at timestamptz not null
);
create index setting_newest on setting (kind, key, version desc);

create table account (
  id integer generated always as identity primary key,
  name text not null constraint account_name unique,
  unit text not null,
  balance bigint not null default 0,
  guarded boolean not null,
  constraint account_not_overdrawn check (not guarded or balance >= 0)
);

create table orders (
  id uuid primary key,
  ref text not null constraint orders_ref unique,
  kind text not null check (kind in (${list(ORDER_KINDS)})),
  from_currency text not null check (from_currency in (${list(CURRENCY_CODES)})),
  to_currency text not null check (to_currency in (${list(CURRENCY_CODES)})),
  quantity bigint not null check (quantity > 0),
  rate numeric(40,0) not null check (rate > 0),
  rate_version integer not null references setting,
  amount_sent bigint not null check (amount_sent > 0),
  amount_received bigint not null check (amount_received > 0),
  fee_exchange bigint not null check (fee_exchange >= 0),
  cash_amount bigint not null check (cash_amount >= 0),
  cash_fee bigint not null check (cash_fee >= 0),
  pay_in_rail text not null check (pay_in_rail in (${list(NETWORK_CODES)})),
  pay_in_account text not null,
  pay_out_rail text not null check (pay_out_rail in (${list(NETWORK_CODES)})),
  destination text not null,
  destination_bank text,
  destination_name text,
  sender text,
  sender_bank text,
  reserve text not null check (reserve in (${list(RESERVE_CODES)})),
  held bigint not null check (held >= amount_received),
  subject text not null,
  origin text not null,
  customer_id text,
  created_at timestamptz not null,
  version integer not null,
  status text not null check (status in (${list(ORDER_STATUS_CODES)})),
  reason text check (reason in (${list(ORDER_REASONS)})),
  expires_at timestamptz not null,
  holding bigint not null check (holding >= 0),
  amount_paid bigint not null check (amount_paid >= 0),
  paid_at timestamptz,
  final_at timestamptz,
  event_count integer not null,
  payout_reference text,
  retry_at timestamptz
);
create index orders_pending on orders (expires_at) where status in ('pending', 'verifying_transaction') and holding > 0;
create index orders_paid on orders (paid_at) where status = 'paid';
create index orders_open_of_subject on orders (subject, reserve) where status = 'pending';
create index orders_open_of_origin on orders (origin, reserve) where status = 'pending';
create index orders_awaiting_payment on orders (pay_in_rail, amount_sent) where status in ('pending', 'verifying_transaction');
create index orders_delivered on orders (final_at desc) where status = 'delivered';
create index orders_mismatched on orders (created_at) where status = 'verifying_transaction';
create index orders_error on orders (created_at) where status in ('error', 'handmake', 'ERROR_EVOUCHER');

create table order_event (
  id bigint generated always as identity primary key,
  transaction_id xid8 not null default pg_current_xact_id(),
  order_id uuid not null references orders,
  n integer not null,
  code text not null,
  params jsonb not null,
  actor text not null,
  cause text not null,
  at timestamptz not null,
  constraint order_event_n unique (order_id, n)
);

create table order_request (
  id uuid primary key,
  order_id uuid not null references orders,
  action text not null,
  params jsonb not null,
  at timestamptz not null,
  handled_at timestamptz,
  refusal text
);
create index order_request_open on order_request (at) where handled_at is null;

create table idempotency (
  scope text not null,
  key text not null,
  body_hash text not null,
  order_id uuid not null references orders,
  created_at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_age on idempotency (created_at);

create table posting (
  id uuid primary key,
  kind text not null check (kind in (${list(POSTING_KINDS)})),
  order_id uuid references orders,
  at timestamptz not null
);
create unique index posting_one_hold on posting (order_id) where kind = 'hold';
create index posting_order on posting (order_id);

create table entry (
  id bigint generated always as identity primary key,
  posting_id uuid not null references posting,
  account_id integer not null references account,
  amount bigint not null check (amount <> 0)
);
create index entry_posting on entry (posting_id);

create table payment (
  id uuid primary key,
  version integer not null,
  rail text not null check (rail in (${list(NETWORK_CODES)})),
  account text not null,
  reference text not null,
  unit text not null check (unit in (${list(RESERVE_CODES)})),
  amount bigint not null check (amount > 0),
  exact_amount text,
  memo text not null,
  payer text,
  payer_name text,
  paid_at timestamptz not null,
  confirmed boolean not null,
  state text not null check (state in ('unmatched', 'matched', 'case')),
  order_id uuid references orders,
  case_code text,
  recorded_at timestamptz not null,
  constraint payment_identity unique (rail, account, reference, amount),
  constraint payment_matched_has_order check (state <> 'matched' or order_id is not null)
);
create index payment_unmatched on payment (recorded_at) where state = 'unmatched';
create index payment_cases on payment (recorded_at) where state = 'case';
create index payment_order on payment (order_id);

create table sighting (
  source text not null,
  source_id text not null,
  payment_id uuid not null references payment,
  at timestamptz not null,
  primary key (source, source_id)
);

create table inbox (
  id uuid primary key,
  source text not null,
  headers jsonb not null,
  body text not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  outcome text,
  tries integer not null default 0,
  next_at timestamptz not null
);
create index inbox_open on inbox (next_at) where handled_at is null;

create table rail_cursor (
  rail text primary key check (rail in (${list(NETWORK_CODES)})),
  cursor text,
  read_through timestamptz not null
);

create table payout (
  id uuid primary key,
  version integer not null,
  order_id uuid not null references orders,
  purpose text not null check (purpose in ('order', 'refund')),
  seq integer not null check (seq > 0),
  rail text not null check (rail in (${list(NETWORK_CODES)})),
  reserve text not null check (reserve in (${list(RESERVE_CODES)})),
  amount bigint not null check (amount > 0),
  destination text not null,
  destination_bank text,
  state text not null check (state in ('queued', 'attempting', 'settled', 'failed')),
  tries integer not null,
  next_at timestamptz not null,
  created_at timestamptz not null,
  constraint payout_once unique (order_id, purpose, seq)
);
create unique index payout_one_open on payout (order_id, purpose) where state <> 'failed';
create index payout_due on payout (next_at) where state = 'queued';

create table attempt (
  id uuid primary key,
  version integer not null,
  payout_id uuid not null references payout,
  n integer not null check (n > 0),
  key text not null constraint attempt_key unique,
  state text not null check (state in ('prepared', 'sending', 'sent', 'unknown', 'done', 'refused', 'absent')),
  reference text,
  fee bigint check (fee >= 0),
  detail text,
  checks integer not null,
  next_check_at timestamptz not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  settled_at timestamptz,
  constraint attempt_n unique (payout_id, n)
);
create unique index attempt_one_live on attempt (payout_id) where state in ('prepared', 'sending', 'sent', 'unknown', 'done');
create index attempt_live on attempt (next_check_at) where state in ('prepared', 'sending', 'sent', 'unknown');

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

create table audit (
  id bigint generated always as identity primary key,
  operator text not null,
  verb text not null,
  input jsonb not null,
  at timestamptz not null
);

create table order_transition (
  from_status text not null,
  to_status text not null,
  primary key (from_status, to_status)
);
`;

/** The lifecycle as rows, so that the database refuses what the domain does. A test holds the two together. */
function transitions(): string {
  const rows = Object.entries(TRANSITIONS).flatMap(([from, targets]) => targets.map((to) => `('${from}', '${to}')`));
  return `insert into order_transition (from_status, to_status) values ${rows.join(', ')};`;
}

const ORDER_TRIGGER = `
create function guard_order() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.rate_version is distinct from (
      select s.version from public.setting s
      where s.kind = case new.kind when 'ex' then 'pair' else new.kind end
        and s.key = case new.kind when 'buy' then new.to_currency when 'sell' then new.from_currency else new.from_currency || ':' || new.to_currency end
      order by s.version desc limit 1
    ) then
      raise exception 'the rate is not the newest' using errcode = 'QD007';
    end if;
    if new.status <> 'pending' or new.version <> 1 or new.holding <> new.held or new.amount_paid <> 0 then
      raise exception 'an order starts as pending with its hold' using errcode = 'QD002';
    end if;
    return new;
  end if;
  if new.status <> old.status
     and not exists (select 1 from public.order_transition t where t.from_status = old.status and t.to_status = new.status) then
    raise exception 'order cannot go from % to %', old.status, new.status using errcode = 'QD003';
  end if;
  if new.version <> old.version + 1 then
    raise exception 'order version must grow by one' using errcode = 'QD004';
  end if;
  return new;
end $$;
create trigger guard_order before insert or update on orders for each row execute function guard_order();

-- Checked at commit: an order and its hold come together or not at all, and its timer is no longer than a day.
create function order_has_hold() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select 1 from public.posting p join public.entry e on e.posting_id = p.id where p.order_id = new.id and p.kind = 'hold'
  ) or new.expires_at > new.created_at + interval '1 day' then
    raise exception 'an order comes with its hold' using errcode = 'QD008';
  end if;
  return null;
end $$;
create constraint trigger order_has_hold after insert on orders deferrable initially deferred for each row execute function order_has_hold();
`;

/**
 * A statement's postings must each balance per unit; a hold must be exactly the order's own; then the balances move. The function runs
 * as its owner because nobody else may write \`account\`. Rows are locked in key order, so that two statements cannot wait for each other.
 */
const ENTRY_TRIGGER = `
create function post_entries() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select 1 from inserted i join public.account a on a.id = i.account_id
    group by i.posting_id, a.unit having sum(i.amount) <> 0
  ) then
    raise exception 'posting does not balance' using errcode = 'QD001';
  end if;
  if exists (
    select 1
    from (select distinct posting_id from inserted) d
    join public.posting p on p.id = d.posting_id and p.kind = 'hold'
    left join public.orders o on o.id = p.order_id
    where o.id is null or o.status <> 'pending' or not coalesce((
      select count(*) = 2 and bool_and(
        (a.name = 'rail:' || o.reserve and e.amount = -o.held) or (a.name = 'held:' || o.reserve and e.amount = o.held))
      from public.entry e join public.account a on a.id = e.account_id where e.posting_id = p.id), false)
  ) then
    raise exception 'a hold is the order''s own amount, from available to held' using errcode = 'QD005';
  end if;
  perform 1 from public.account where id in (select account_id from inserted) order by id for no key update;
  update public.account a set balance = a.balance + s.amount
  from (select account_id, sum(amount) as amount from inserted group by account_id) s
  where a.id = s.account_id;
  return null;
end $$;
create trigger post_entries after insert on entry referencing new table as inserted for each statement execute function post_entries();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'QD006';
end $$;
create trigger append_only before update or delete on entry for each statement execute function refuse_change();
create trigger append_only before update or delete on posting for each statement execute function refuse_change();
create trigger append_only before update or delete on order_event for each statement execute function refuse_change();
create trigger append_only before update or delete on setting for each statement execute function refuse_change();
create trigger append_only before update or delete on audit for each statement execute function refuse_change();
`;

/** One notification a statement; listeners re-read what they need and sweep once a second anyway. */
const NOTIFICATIONS = `
create function notify_topic() returns trigger language plpgsql as $$
begin
  perform pg_notify(tg_argv[0], '');
  return null;
end $$;
create trigger notify_setting after insert on setting for each statement execute function notify_topic('setting');
create trigger notify_inbox after insert on inbox for each statement execute function notify_topic('inbox');
create trigger notify_request after insert on order_request for each statement execute function notify_topic('order_request');
create trigger notify_payment after insert on payment for each statement execute function notify_topic('payment');
create trigger notify_payout after insert on payout for each statement execute function notify_topic('payout');
create trigger notify_lookup after insert or update on lookup for each statement execute function notify_topic('lookup');

create function notify_orders() returns trigger language plpgsql as $$
begin
  perform pg_notify('orders', string_agg(ref, ',')) from changed;
  return null;
end $$;
create trigger notify_orders after update on orders referencing new table as changed for each statement execute function notify_orders();
`;

const GRANTS = `
do $$
declare name text;
begin
  foreach name in array array['quydoi_web', 'quydoi_worker', 'quydoi_signer', 'quydoi_operator'] loop
    if not exists (select 1 from pg_roles where rolname = name) then
      begin
        execute format('create role %I nologin', name);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
    execute format('grant usage on schema public to %I', name);
  end loop;
end $$;
revoke all on all tables in schema public from public;
-- A temporary table could stand in the way of one that a guard reads.
do $$ begin execute format('revoke temporary on database %I from public', current_database()); end $$;
revoke create on schema public from public;
revoke all on function post_entries(), order_has_hold() from public;

-- Everybody reads what pages and decisions are made of.
grant select on setting, account, orders, order_event, order_request, idempotency, payment, payout, lookup, rail_cursor, order_transition
  to quydoi_web, quydoi_worker, quydoi_signer, quydoi_operator;

-- web: pending orders, their holds, raw inbox rows, requests and lookups. Nothing that moves money out.
grant insert on orders, order_event, idempotency, posting, entry, order_request, inbox to quydoi_web;
grant select on posting to quydoi_web;
grant insert, update on lookup to quydoi_web;
alter table orders enable row level security;
create policy web_reads on orders for select to quydoi_web using (true);
create policy web_adds on orders for insert to quydoi_web with check (status = 'pending');
create policy others on orders to quydoi_worker, quydoi_signer, quydoi_operator using (true) with check (true);
alter table posting enable row level security;
create policy web_reads on posting for select to quydoi_web using (true);
create policy web_adds on posting for insert to quydoi_web with check (kind = 'hold');
create policy others on posting to quydoi_worker, quydoi_signer, quydoi_operator using (true) with check (true);
alter table entry enable row level security;
create policy web_adds on entry for insert to quydoi_web
  with check (exists (select 1 from posting p where p.id = posting_id and p.kind = 'hold'));
create policy others on entry to quydoi_worker, quydoi_signer, quydoi_operator using (true) with check (true);
alter table order_event enable row level security;
create policy web_reads on order_event for select to quydoi_web using (true);
create policy web_adds on order_event for insert to quydoi_web with check (code = 'created' and n = 1);
create policy others on order_event to quydoi_worker, quydoi_signer, quydoi_operator using (true) with check (true);

-- worker: journal, matching, expiry, bank lookups, payout rows. It cannot make an attempt.
grant insert, select on order_event, posting, entry, payment, sighting, payout to quydoi_worker;
grant select on inbox, attempt to quydoi_worker;
grant update on inbox, order_request, lookup to quydoi_worker;
grant insert, update on rail_cursor to quydoi_worker;
grant delete on idempotency to quydoi_worker;
grant update (version, status, reason, expires_at, holding, amount_paid, paid_at, final_at, event_count, payout_reference, retry_at)
  on orders to quydoi_worker, quydoi_signer, quydoi_operator;
grant update (version, state, order_id, case_code, confirmed) on payment to quydoi_worker, quydoi_operator;

-- signer: attempts and what they settle, and lookups that need a spending credential.
grant insert, select on order_event, posting, entry to quydoi_signer;
grant insert, update, select on attempt to quydoi_signer;
grant update (version, state, tries, next_at) on payout to quydoi_signer;
grant update on lookup to quydoi_signer;

-- worker and signer may switch a rail off when its provider refuses us; nothing else of the settings is theirs.
grant insert on setting to quydoi_worker, quydoi_signer;
alter table setting enable row level security;
create policy all_read on setting for select to quydoi_web, quydoi_worker, quydoi_signer using (true);
create policy rails_off on setting for insert to quydoi_worker, quydoi_signer with check (kind = 'rail' and value ->> 'on' = 'false');
create policy operators on setting to quydoi_operator using (true) with check (true);

-- operator: settings, decisions, the audit log.
grant insert on setting, audit to quydoi_operator;
grant select on posting, entry, sighting, inbox, attempt, audit to quydoi_operator;
grant insert on order_event, posting, entry, payout to quydoi_operator;
grant update (version, state, tries, next_at) on payout to quydoi_operator;
grant update (version, state, reference, fee, settled_at) on attempt to quydoi_operator;
`;
