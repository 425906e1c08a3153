import { Migration } from '@mikro-orm/migrations';

/** Rows that a source tells again under another id, and other payments that it tells under an id that it has used, are exceptions of kinds of their own. */
export class Migration20261128RepeatedRows extends Migration {
  override up(): void {
    this.addSql(KINDS);
  }
}

const KINDS = `
alter table reconciliation_exception drop constraint reconciliation_exception_kind_check;
alter table reconciliation_exception add constraint reconciliation_exception_kind_check check (kind in (
  'unreadable', 'rejected', 'other_asset', 'unknown_account', 'unlisted_webhook', 'other_amount', 'told_again', 'other_payment', 'payout_record'
));
`;
