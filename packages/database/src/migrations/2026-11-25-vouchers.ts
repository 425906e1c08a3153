import { Migration } from '@mikro-orm/migrations';

/** Vouchers that customers pay with, and those that orders and refunds are paid out in. */
export class Migration20261125Vouchers extends Migration {
  override up(): void {
    for (const statements of [TABLES, FINITE, INDEXES, GUARDS, ACCESS]) this.addSql(statements);
  }
}

const TABLES = `
-- The issuer's list of vouchers carries no key of ours: of two that are created at the same time nobody could tell which attempt made which.
alter table attempt add column sent_alone text;
create unique index attempt_sent_alone on attempt (sent_alone) where state in ('sending', 'unknown');

-- Vouchers that attempts have paid out, sealed by the signer's process for their attempt and order.
create table voucher (
  attempt_id uuid primary key references attempt,
  order_id uuid not null references orders,
  reference text not null constraint voucher_reference unique,
  number_hash text not null constraint voucher_number unique,
  sealed text not null,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null
);
create index voucher_order on voucher (order_id);
create index voucher_created on voucher (created_at);

-- Whether the issuer says that a voucher is used, asked when somebody checks it.
create table voucher_check (
  attempt_id uuid primary key references voucher,
  asked_at timestamptz not null,
  read_at timestamptz,
  activated_at timestamptz,
  activated_by text,
  constraint voucher_check_activated check ((activated_at is null) = (activated_by is null) and (activated_at is null or read_at is not null))
);
create index voucher_check_open on voucher_check (asked_at) where activated_at is null;

-- Vouchers that customers pay orders with, sealed by the web's process for their order. One at a time.
create table voucher_submission (
  id uuid primary key,
  version integer not null,
  order_id uuid not null references orders,
  n integer not null check (n between 1 and 20),
  sealed text not null,
  state text not null check (state in ('new', 'sending', 'unknown', 'accepted', 'refused', 'unsettled')),
  -- What the issuer's answer says: its batch, and the signer's word that it was this order's.
  reference text constraint voucher_submission_reference unique,
  amount bigint check (amount > 0),
  code text,
  -- The signer's word that its process has sent it: a doubt that a login alone has made is none.
  sent_code text,
  next_at timestamptz not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  answered_at timestamptz,
  constraint voucher_submission_n unique (order_id, n),
  constraint voucher_submission_answer check (
    (state = 'accepted') = (num_nonnulls(reference, amount, code) = 3) and (state = 'accepted' or num_nonnulls(reference, amount, code) = 0)
    and (state in ('accepted', 'refused', 'unsettled')) = (answered_at is not null) and (state <> 'sending' or sent_at is not null))
);
create unique index voucher_submission_open on voucher_submission (order_id) where state in ('new', 'sending', 'unknown');
-- What comes in without a name is told apart by when it came: one voucher at a time is asked about.
create unique index voucher_submission_alone on voucher_submission ((true)) where state = 'sending';
create index voucher_submission_refused on voucher_submission (answered_at) where state in ('refused', 'unsettled');
create index voucher_submission_due on voucher_submission (next_at) where state in ('new', 'sending', 'unknown');
`;

const FINITE = `
do $$
declare c record;
begin
  for c in
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp with time zone' and table_name in ('voucher', 'voucher_check', 'voucher_submission')
    order by table_name, ordinal_position
  loop
    execute format(
      'alter table %1$I add constraint %2$I check (%3$I >= timestamptz ''1970-01-01 00:00:00Z'' and %3$I < timestamptz ''10000-01-01 00:00:00Z'')',
      c.table_name, c.table_name || '_' || c.column_name || '_finite', c.column_name
    );
  end loop;
end $$;
`;

/** An order whose voucher was refused, or may have been taken, keeps its hold until its timer ends: it counts as open. */
const INDEXES = `
drop index orders_pending;
drop index orders_open_of_subject;
drop index orders_open_of_origin;
create index orders_pending on orders (expires_at) where status in ('pending', 'verifying_transaction', 'ERROR_EVOUCHER') and holding > 0;
create index orders_open_of_subject on orders (subject, reserve) where status in ('pending', 'verifying_transaction', 'ERROR_EVOUCHER') and holding > 0;
create index orders_open_of_origin on orders (origin, reserve) where status in ('pending', 'verifying_transaction', 'ERROR_EVOUCHER') and holding > 0;
`;

const GUARDS = `
create trigger append_only before update or delete or truncate on voucher for each statement execute function refuse_change();
create trigger append_only before delete or truncate on voucher_submission for each statement execute function refuse_change();

-- A submission keeps what was submitted, and an answer stays; one that may have been sent is not new again.
create function guard_submission() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.version <> old.version + 1
     or (new.id, new.order_id, new.n, new.sealed, new.created_at) is distinct from (old.id, old.order_id, old.n, old.sealed, old.created_at)
     or new.state <> old.state and (old.state, new.state) not in (
       ('new', 'sending'), ('new', 'refused'), ('sending', 'new'), ('sending', 'unknown'), ('sending', 'accepted'), ('sending', 'refused'),
       ('unknown', 'sending'), ('unknown', 'accepted'), ('unknown', 'refused'), ('unknown', 'unsettled'), ('unsettled', 'accepted'))
     or old.sent_at is not null and new.sent_at is distinct from old.sent_at and not (old.state = 'sending' and new.state = 'new' and new.sent_at is null)
     or old.state in ('accepted', 'refused') then
    raise exception 'a voucher goes from % to % otherwise than vouchers do', old.state, new.state using errcode = 'QD045';
  end if;
  return new;
end $$;
create trigger guard_submission before update on voucher_submission for each row execute function guard_submission();
create trigger guard_recorded before insert on voucher_submission
  for each row when (current_user = 'quydoi_web') execute function guard_recorded('created_at');
create trigger guard_recorded before insert on voucher
  for each row when (current_user = 'quydoi_signer') execute function guard_recorded('created_at');

create trigger guard_recorded before insert or update of asked_at on voucher_check
  for each row when (current_user = 'quydoi_web') execute function guard_recorded('asked_at');

-- Deferred to the commit: a payout in vouchers is not settled before its voucher is stored, because its customer would have nothing.
create function guard_voucher_stored() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select 1 from public.voucher v where v.order_id = new.order_id and v.amount = new.amount) then
    raise exception 'payout % is settled, and its voucher is not stored', new.id using errcode = 'QD046';
  end if;
  return null;
end $$;
create constraint trigger guard_voucher_stored after update on payout deferrable initially deferred
  for each row when (new.currency = 'e-voucher' and new.made_by = 'system' and new.state = 'settled' and old.state <> 'settled') execute function guard_voucher_stored();

create trigger notify_voucher after insert on voucher_submission for each statement execute function notify_topic('voucher');
create trigger notify_voucher_check after insert or update of asked_at on voucher_check for each statement execute function notify_topic('voucher');
-- The page of an order tells whether a voucher is being checked.
create function notify_submission() returns trigger language plpgsql as $$
begin
  perform pg_notify('orders', o.ref) from orders o where o.id = new.order_id;
  return null;
end $$;
create trigger notify_submission after insert or update on voucher_submission for each row execute function notify_submission();
`;

const ACCESS = `
revoke all on voucher, voucher_check, voucher_submission from public;
revoke all on function guard_submission(), guard_voucher_stored(), notify_submission() from public;

-- web submits customers' vouchers, and shows those that were bought; it reads no answer of the issuer but whether there is one.
grant insert (id, version, order_id, n, sealed, state, next_at, created_at) on voucher_submission to quydoi_web;
grant select (id, order_id, n, state, created_at, answered_at) on voucher_submission to quydoi_web;
grant select on voucher, voucher_check to quydoi_web;
grant insert (attempt_id, asked_at), update (asked_at) on voucher_check to quydoi_web;
-- worker matches the payments that activations brought.
grant select (id, order_id, n, state, reference, amount, created_at, sent_at, answered_at) on voucher_submission to quydoi_worker;
-- signer asks the issuer, and stores what it has paid out.
grant select, update (version, state, reference, amount, code, sent_code, next_at, sent_at, answered_at) on voucher_submission to quydoi_signer;
grant insert, select on voucher to quydoi_signer;
grant select, update (read_at, activated_at, activated_by) on voucher_check to quydoi_signer;
-- operator sees how far they are, never the codes.
grant select (attempt_id, order_id, reference, amount, created_at) on voucher to quydoi_operator;
grant select (id, order_id, n, state, reference, amount, created_at, sent_at, answered_at) on voucher_submission to quydoi_operator;
grant select on voucher_check to quydoi_operator;

alter table voucher_submission enable row level security;
create policy web_reads on voucher_submission for select to quydoi_web using (true);
create policy web_adds on voucher_submission for insert to quydoi_web with check (version = 1 and state = 'new'
  and exists (select 1 from orders o where o.id = order_id and o.from_currency = 'e-voucher' and o.status in ('pending', 'verifying_transaction')));
create policy others_read on voucher_submission for select to quydoi_worker, quydoi_signer, quydoi_operator using (true);
create policy signer_answers on voucher_submission for update to quydoi_signer using (true) with check (true);
`;
