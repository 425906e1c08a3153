import { Migration } from '@mikro-orm/migrations';

/** Operators can say that a withdrawal of which nothing is known was not sent: the signer gives it back to its balance. */
export class Migration20261201ReturnedWithdrawals extends Migration {
  override up(): void {
    this.addSql(RETURNED);
  }
}

const RETURNED = `
alter table withdrawal
  drop constraint withdrawal_reason_check,
  add constraint withdrawal_reason_check check (reason in (
    'balance_short', 'not_allowed', 'destination', 'not_proven', 'payout_refused', 'payout_unknown', 'no_tries_left', 'returned', 'reversed'));

insert into operator_verb (verb, always_two) values ('returnWithdrawal', true);
insert into operator_right (verb, relation, kind) values ('returnWithdrawal', 'withdrawal', '');
create index audit_returns on audit ((input ->> 'ref')) where verb = 'returnWithdrawal' and outcome = 'done';

create or replace function guard_resolution() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
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
        when 'returnWithdrawal' then
          a.input ->> 'ref' = new.ref and old.state = 'error' and new.state = 'error' and old.reason <> 'returned' and new.reason = 'returned'
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

-- What operators return goes on as what was refused does.
drop trigger notify_refused on withdrawal;
create trigger notify_refused after update on withdrawal
  for each row when (new.state = 'error' and new.reason in ('payout_refused', 'returned')) execute function notify_topic('withdrawal');

create or replace function guard_withdrawal() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if (new.version, new.state) <> (1, 'requested') or num_nonnulls(new.reason, new.reference, new.final_at) > 0 then
      raise exception 'a withdrawal starts as requested' using errcode = 'QD085';
    end if;
    return new;
  end if;
  if (new.id, new.ref, new.customer_id, new.currency, new.amount, new.fee, new.destination, new.destination_bank, new.destination_name, new.created_at, new.proof)
     is distinct from
     (old.id, old.ref, old.customer_id, old.currency, old.amount, old.fee, old.destination, old.destination_bank, old.destination_name, old.created_at, old.proof)
     or new.version <> old.version + 1
     or (old.state, new.state) not in (
       ('requested', 'refused'), ('requested', 'sending'), ('sending', 'done'), ('sending', 'failed'), ('sending', 'error'),
       ('error', 'error'), ('error', 'sending'), ('error', 'done'), ('error', 'failed'), ('done', 'failed'))
     or (old.state = 'error' and new.state = 'error' and (new.reason is distinct from 'returned' or old.reason = 'returned'))
     or (new.reference is not null) <> (new.state = 'done') then
    raise exception 'withdrawal % goes from % to % otherwise than withdrawals do', new.id, old.state, new.state using errcode = 'QD086';
  end if;
  return new;
end $$;
`;
