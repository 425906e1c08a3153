import { Migration } from '@mikro-orm/migrations';

/**
 * What operators write is guarded by who they run as: a login that inherits `quydoi_operator`, instead of becoming it, would write without an audit
 * row. It writes nothing.
 */
export class Migration20261128InheritedRights extends Migration {
  override up(): void {
    this.addSql(GUARD);
    for (const table of TABLES) this.addSql(triggerOf(table));
  }
}

/** Tables that the role of operators may write. */
const TABLES = [
  'audit',
  'entry',
  'order_event',
  'orders',
  'payment',
  'payment_claim',
  'payout',
  'posting',
  'reading_request',
  'reconciliation_exception',
  'review',
  'review_decision',
  'setting',
];

const GUARD = `
create function refuse_inherited() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  -- The owner, and functions that run as the owner, are more than an operator by themselves.
  if pg_has_role(current_user, 'quydoi_operator', 'usage')
     and not pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'usage') then
    raise exception '% writes % as quydoi_operator or not at all', current_user, tg_table_name using errcode = 'QD050';
  end if;
  return null;
end $$;
`;

function triggerOf(table: string): string {
  return `create trigger refuse_inherited before insert or update or delete on ${table}
    for each statement when (current_user not in ('quydoi_web', 'quydoi_worker', 'quydoi_signer', 'quydoi_operator')) execute function refuse_inherited();`;
}
