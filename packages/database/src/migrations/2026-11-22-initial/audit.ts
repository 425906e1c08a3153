/**
 * The audit log. The operator role writes nothing in a transaction that has not written the audit row of a call that was done first, and nothing but
 * what that call's verb is for, so that no change of an operator can be committed under another name than its own. What carries an operator's name
 * carries the one of that row.
 */
export const AUDIT = `
create table audit (
  id bigint generated always as identity primary key,
  transaction_id xid8 not null default pg_current_xact_id(),
  call_id uuid not null constraint audit_call unique,
  operator text not null,
  verb text not null,
  input jsonb not null,
  outcome text not null,
  order_id uuid references orders,
  -- The proposed act that this call carries out or rejects.
  proposal_id uuid constraint audit_proposal unique references audit (call_id),
  -- Worth in dong of money that one operator moved alone. Null: no money was moved, or a second operator confirmed it.
  worth bigint constraint audit_worth check (worth is null or worth >= 0 and outcome = 'done' and proposal_id is null),
  at timestamptz not null,
  -- What the database knows itself: whose login it was, and when.
  login text not null default session_user,
  recorded_at timestamptz not null default clock_timestamp()
);
create index audit_proposed on audit (at) where outcome = 'proposed';
create index audit_transaction on audit (transaction_id);
create index audit_order on audit (order_id) where outcome = 'done';
create index audit_alone on audit (operator, recorded_at) where outcome = 'done';
-- A transfer between two of our accounts is booked once.
create unique index audit_transfer_once on audit ((input ->> 'reserve'), (input ->> 'reference')) where verb = 'transferReserve' and outcome = 'done';

-- Logins of single persons are called quydoi_operator_NAME: nobody else acts under that name with them. An act that was proposed is carried out as
-- it was proposed, and by somebody else.
create function guard_audit() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare proposed record;
begin
  if new.login like 'quydoi\\_operator\\_%' and new.operator <> substr(new.login, length('quydoi_operator_') + 1) then
    raise exception 'the login % is not of %', new.login, new.operator using errcode = 'QD016';
  end if;
  if new.proposal_id is null then
    if new.outcome = 'done' and exists (select 1 from public.operator_verb v where v.verb = new.verb and v.always_two) then
      raise exception '% needs a second operator', new.verb using errcode = 'QD028';
    end if;
    return new;
  end if;
  select operator, verb, input, outcome, recorded_at into proposed from public.audit where call_id = new.proposal_id;
  if proposed.outcome <> 'proposed' or new.outcome <> 'done' or new.verb <> 'rejectAct' and (
      proposed.recorded_at < clock_timestamp() - interval '1 day'
      or new.operator = proposed.operator or new.verb <> proposed.verb or new.input <> proposed.input) then
    raise exception 'a proposed act is carried out unchanged, by a second operator' using errcode = 'QD017';
  end if;
  return new;
end $$;
create trigger guard_audit before insert on audit for each row execute function guard_audit();

-- What else the operator of a call did about orders without another's proposal, by some verbs, from 24 hours before it until now. Later calls count too:
-- rows are numbered when they are written and seen when they are committed, so that of two calls each could be the earlier one. The signer sums up
-- itself what that was worth: \`worth\` is what a login wrote.
create function done_alone_besides(call uuid, verbs text[]) returns table (verb text, input jsonb, order_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.verb, a.input, a.order_id from public.audit c join public.audit a on a.operator = c.operator
  where c.call_id = call and a.id <> c.id and a.recorded_at > c.recorded_at - interval '24 hours'
    and a.outcome = 'done' and a.proposal_id is null and a.order_id is not null and a.verb = any(verbs)
$$;

-- Whether two operators made two calls. The signer does not read who did what.
create function are_of_two_operators(one uuid, another uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select 1 from public.audit a join public.audit b on b.operator <> a.operator where a.call_id = one and b.call_id = another)
$$;

-- Each row that an operator writes is what a call of this transaction is for: of a relation and kind that its verb writes, and of the order that it is
-- about. The argument is the column with the order.
create function require_audit() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare written jsonb := to_jsonb(new);
begin
  if not exists (
    select 1 from public.audit a join public.operator_right r on r.verb = a.verb
    where a.transaction_id = pg_current_xact_id() and a.outcome = 'done'
      and r.relation = tg_table_name and r.kind = case when tg_table_name in ('setting', 'posting') then written ->> 'kind' else '' end
      and (tg_nargs = 0 or a.order_id is not distinct from (written ->> tg_argv[0])::uuid)
  ) then
    raise exception 'an operator changes % without an audit row of such a call', tg_table_name using errcode = 'QD012';
  end if;
  return new;
end $$;
create trigger require_audit before insert or update on setting for each row when (current_user = 'quydoi_operator') execute function require_audit();
create trigger require_audit before insert or update on orders for each row when (current_user = 'quydoi_operator') execute function require_audit('id');
create trigger require_audit before insert or update on order_event for each row when (current_user = 'quydoi_operator') execute function require_audit('order_id');
create trigger require_audit before insert or update on posting for each row when (current_user = 'quydoi_operator') execute function require_audit('order_id');
create trigger require_audit before insert or update on entry for each row when (current_user = 'quydoi_operator') execute function require_audit();
create trigger require_audit before insert or update on payment for each row when (current_user = 'quydoi_operator') execute function require_audit('order_id');
create trigger require_audit before insert or update on payout for each row when (current_user = 'quydoi_operator') execute function require_audit('order_id');
create trigger require_audit before insert or update on review for each row when (current_user = 'quydoi_operator') execute function require_audit();
create trigger require_audit before insert or update on reconciliation_exception for each row when (current_user = 'quydoi_operator') execute function require_audit();
create trigger require_audit before insert or update on reading_request for each row when (current_user = 'quydoi_operator') execute function require_audit();
create trigger require_audit before insert or update on payment_claim for each row when (current_user = 'quydoi_operator') execute function require_audit('order_id');
create trigger require_audit before insert or update on review_decision for each row when (current_user = 'quydoi_operator') execute function require_audit();

-- Entries are of postings of the same transaction, which their call is for.
create function require_posting() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select 1 from public.posting p where p.id = new.posting_id and p.xmin = pg_current_xact_id()::xid) then
    raise exception 'an operator adds to a posting of another call' using errcode = 'QD029';
  end if;
  return new;
end $$;
create trigger require_posting before insert on entry for each row when (current_user = 'quydoi_operator') execute function require_posting();

create function require_name() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select 1 from public.audit a where a.transaction_id = pg_current_xact_id() and a.outcome = 'done' and a.operator = case tg_table_name
      when 'setting' then to_jsonb(new) ->> 'author'
      when 'order_event' then substr(to_jsonb(new) ->> 'actor', length('operator:') + 1)
      when 'review_decision' then to_jsonb(new) ->> 'operator'
    end
  ) then
    raise exception '% names another operator than the audit row', tg_table_name using errcode = 'QD021';
  end if;
  return null;
end $$;
create trigger require_name after insert on setting for each row when (current_user = 'quydoi_operator') execute function require_name();
create trigger require_name after insert on order_event for each row when (current_user = 'quydoi_operator') execute function require_name();
create trigger require_name after insert on review_decision for each row when (current_user = 'quydoi_operator') execute function require_name();
`;
