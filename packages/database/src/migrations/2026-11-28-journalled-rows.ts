import { Migration } from '@mikro-orm/migrations';

/**
 * Rows that were no payments because they were told again, or under another's id, can be journalled by an operator who found them to be payments of
 * their own: what the source told is kept for that, and the role that reads the source journals it.
 */
export class Migration20261128JournalledRows extends Migration {
  override up(): void {
    this.addSql(COLUMNS);
    this.addSql(RIGHTS);
  }
}

const COLUMNS = `
alter table reconciliation_exception add column told jsonb;
alter table reconciliation_exception add column journal_at timestamptz;
alter table reconciliation_exception add constraint reconciliation_exception_journal_at_finite
  check (journal_at >= timestamptz '1970-01-01 00:00:00Z' and journal_at < timestamptz '10000-01-01 00:00:00Z');
alter table reconciliation_exception add constraint reconciliation_exception_journalled check (
  journal_at is null or resolved_at is not null and told is not null and kind in ('told_again', 'other_payment'));
create index reconciliation_exception_journal on reconciliation_exception (journal_at) where journal_at is not null;
`;

const RIGHTS = `
grant update (journal_at) on reconciliation_exception to quydoi_operator;
insert into operator_verb (verb, always_two) values ('journalRow', false);
insert into operator_right (verb, relation, kind) values ('journalRow', 'reconciliation_exception', '');
`;
