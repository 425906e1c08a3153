import { Migration } from '@mikro-orm/migrations';

/**
 * What a source tells is identified within its network, and each role links only payments that it journals to the sources that it reads: a row of one
 * source never stands for a row of another.
 */
export class Migration20261128ReportIdentities extends Migration {
  override up(): void {
    for (const statements of [EXCEPTIONS, SIGHTINGS, RETURNS]) this.addSql(statements);
  }
}

const EXCEPTIONS = `
alter table reconciliation_exception drop constraint reconciliation_exception_once;
alter table reconciliation_exception add constraint reconciliation_exception_once unique (network, source, source_id);
`;

const SIGHTINGS = `
alter table sighting enable row level security;
create policy all_read on sighting for select to quydoi_worker, quydoi_signer, quydoi_operator using (true);
create policy worker_adds on sighting for insert to quydoi_worker with check (
  exists (select 1 from payment p where p.id = sighting.payment_id and p.network not in ('perfect-money', 'webmoney'))
  and not exists (
    select 1 from polled_source s where s.role = 'quydoi_signer' and s.network in ('perfect-money', 'webmoney') and s.source = sighting.source));
create policy signer_adds on sighting for insert to quydoi_signer with check (
  exists (select 1 from payment p where p.id = sighting.payment_id and p.network in ('perfect-money', 'webmoney')));
`;

const RETURNS = `
-- Operators give payments back. Under a payment that counts as returned, the worker's login could hide the row of its source that is still to come.
create function guard_return_by() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'payment % is given back by operators alone', new.id using errcode = 'QD051';
end $$;
create trigger guard_return_by before update on payment
  for each row when (new.state = 'returned' and old.state <> 'returned' and current_user = 'quydoi_worker') execute function guard_return_by();
`;
