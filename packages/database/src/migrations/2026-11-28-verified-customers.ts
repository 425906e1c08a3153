import { Migration } from '@mikro-orm/migrations';

/**
 * Operators say whose identity is verified, each time of the one customer that their call names, as it says. The worker reads it: a recalculation may make an order
 * large enough to need it.
 */
export class Migration20261128VerifiedCustomers extends Migration {
  override up(): void {
    this.addSql(`
insert into operator_verb (verb, always_two) values ('setDocStatus', false);
insert into operator_right (verb, relation, kind) values ('setDocStatus', 'customer', '');

grant select (id, version, doc_status), update (version, doc_status) on customer to quydoi_operator;
grant select (id, doc_status) on customer to quydoi_worker;
create policy operators on customer to quydoi_operator using (true) with check (true);
create policy worker_reads on customer for select to quydoi_worker using (true);

create trigger require_audit before insert or update on customer for each row when (current_user = 'quydoi_operator') execute function require_audit();
create function require_named_customer() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select 1 from public.audit a where a.transaction_id = pg_current_xact_id() and a.outcome = 'done' and a.verb = 'setDocStatus'
      and a.input ->> 'customer' = new.id and a.input ->> 'status' = new.doc_status
  ) then
    raise exception 'an operator changes another customer than the one of the call, or otherwise' using errcode = 'QD052';
  end if;
  return new;
end $$;
revoke all on function require_named_customer() from public;
create trigger require_named_customer before insert or update on customer
  for each row when (current_user = 'quydoi_operator') execute function require_named_customer();
create trigger refuse_inherited before insert or update or delete on customer
  for each statement when (current_user not in ('quydoi_web', 'quydoi_worker', 'quydoi_signer', 'quydoi_operator')) execute function refuse_inherited();
`);
  }
}
