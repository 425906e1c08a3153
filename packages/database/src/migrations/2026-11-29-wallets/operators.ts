/**
 * What operators do about withdrawals: one whose payout they refuse is put to `error`, and one in `error` is said to be done or sent again. Each such
 * change is what the call of its transaction is about. Customers' balances they never touch.
 */
export const WALLET_OPERATORS = `
insert into operator_verb (verb, always_two) values ('resolveWithdrawal', false);
insert into operator_right (verb, relation, kind) values
  ('resolveWithdrawal', 'withdrawal', ''), ('resolveWithdrawal', 'payout', ''), ('resolveWithdrawal', 'entry', ''),
  ('resolveWithdrawal', 'posting', 'rehold'), ('resolveWithdrawal', 'posting', 'payout'), ('refusePayout', 'withdrawal', '');
create trigger require_audit before insert or update on withdrawal for each row when (current_user = 'quydoi_operator') execute function require_audit();

-- What operators write of withdrawals is what the call says. Its input names the withdrawal, or its payout, which is still to be refused: withdrawals are
-- written before their payouts and postings, which are of one that this call has moved.
create function guard_resolution() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare is_said boolean;
begin
  if tg_table_name = 'posting' then
    is_said := new.order_id is null and exists (
      select 1 from public.withdrawal w where w.id = new.withdrawal_id and w.xmin = pg_current_xact_id()::xid
        and (w.state, new.kind) in (('sending', 'rehold'), ('done', 'payout'), ('error', 'release')));
  elsif tg_table_name = 'payout' and tg_op = 'INSERT' then
    is_said := new.made_by = 'system' and exists (
      select 1 from public.withdrawal w where w.id = new.obligation_id and w.state = 'sending' and w.xmin = pg_current_xact_id()::xid);
  elsif tg_table_name = 'payout' then
    is_said := exists (
      select 1 from public.audit a where a.transaction_id = pg_current_xact_id() and a.outcome = 'done' and a.input ->> 'payout' = new.id::text
        and (a.verb, new.state) in (('approvePayout', 'queued'), ('refusePayout', 'failed'))
    ) and (new.state = 'queued' or exists (
      select 1 from public.withdrawal w where w.id = new.obligation_id and w.state = 'error' and w.xmin = pg_current_xact_id()::xid));
  elsif tg_when = 'AFTER' then
    -- Deferred to the commit: a withdrawal that is refused has no payout left that could be sent.
    is_said := not exists (
      select 1 from public.payout p where p.obligation_kind = 'withdrawal' and p.obligation_id = new.id and p.state in ('queued', 'attempting'));
  else
    is_said := exists (
      select 1 from public.audit a where a.transaction_id = pg_current_xact_id() and a.outcome = 'done' and case a.verb
        when 'resolveWithdrawal' then
          a.input ->> 'ref' = new.ref and old.state = 'error' and old.reason = 'payout_unknown' and new.reason is null
          and (a.input ->> 'decision' = 'retry' and new.state = 'sending'
            or a.input ->> 'decision' = 'done' and new.state = 'done' and new.reference = a.input ->> 'reference')
        when 'refusePayout' then
          old.state = 'sending' and new.state = 'error' and new.reason in ('payout_refused', 'payout_unknown') and exists (
            select 1 from public.payout p where p.id::text = a.input ->> 'payout' and p.state = 'queued'
              and p.obligation_kind = 'withdrawal' and p.obligation_id = new.id)
        else false end);
  end if;
  if not is_said then
    raise exception 'an operator changes a withdrawal otherwise than the call says (%)', tg_table_name using errcode = 'QD090';
  end if;
  return new;
end $$;
create trigger guard_resolution before update on withdrawal for each row when (current_user = 'quydoi_operator') execute function guard_resolution();
create constraint trigger guard_refusal after update on withdrawal deferrable initially deferred
  for each row when (new.state = 'error' and current_user = 'quydoi_operator') execute function guard_resolution();
create trigger guard_resolution before insert or update on payout
  for each row when (new.obligation_kind = 'withdrawal' and current_user = 'quydoi_operator') execute function guard_resolution();
create trigger guard_resolution before insert on posting
  for each row when (new.withdrawal_id is not null and current_user = 'quydoi_operator') execute function guard_resolution();

revoke all on function guard_resolution() from public;
grant update (version, state, reason, reference, final_at) on withdrawal to quydoi_operator;

-- Of what is owed for withdrawals, operators settle the whole of one that their call calls done.
create policy operators_settle on entry as restrictive for insert to quydoi_operator
  with check (not exists (select 1 from account a where a.id = entry.account_id and (a.name like 'customer:%' or a.name like 'withdrawal:%' and not exists (
    select 1 from posting p join withdrawal w on w.id = p.withdrawal_id
    where p.id = entry.posting_id and p.kind = 'payout' and a.name = 'withdrawal:' || w.currency and entry.amount = w.amount))));
create policy operators_book on posting as restrictive for insert to quydoi_operator
  with check (payment_id is null and kind not in ('deposit', 'charge', 'withdrawal', 'withdrawal-return'));

-- What was refused the signer gives back at once.
create trigger notify_refused after update on withdrawal
  for each row when (new.state = 'error' and new.reason = 'payout_refused') execute function notify_topic('withdrawal');

-- Approvals of payouts that are of no order name them. The signer adds up what their operators decide alone, with what they decide about orders.
create index audit_approvals on audit ((input ->> 'payout')) where verb = 'approvePayout' and outcome = 'done' and order_id is null;
create or replace function done_alone_besides(call uuid, verbs text[]) returns table (verb text, input jsonb, order_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.verb, a.input, a.order_id from public.audit c join public.audit a on a.operator = c.operator
  where c.call_id = call and a.id <> c.id and a.recorded_at > c.recorded_at - interval '24 hours'
    and a.outcome = 'done' and a.proposal_id is null and (a.order_id is not null or a.verb = 'approvePayout') and a.verb = any(verbs)
$$;
`;
