import { Migration } from '@mikro-orm/migrations';

/**
 * A deposit whose row operators have found to be a transfer of its own is credited by their call (`journalRow`): the signer adds up what its operator
 * decides alone with what they decide about orders.
 */
export class Migration20261206OwnTransfers extends Migration {
  override up(): void {
    this.addSql(JOURNALLINGS);
  }
}

const JOURNALLINGS = `
create index audit_journallings on audit ((lower(input ->> 'exception'))) where verb = 'journalRow' and outcome = 'done';
create or replace function done_alone_besides(call uuid, verbs text[]) returns table (verb text, input jsonb, order_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.verb, a.input, a.order_id from public.audit c join public.audit a on a.operator = c.operator
  where c.call_id = call and a.id <> c.id and a.recorded_at > c.recorded_at - interval '24 hours' and a.outcome = 'done' and a.proposal_id is null
    and (a.order_id is not null or a.verb in ('approvePayout', 'journalRow')) and a.verb = any(verbs)
$$;
`;
