import { sql } from 'kysely';
import { dbOf, type Orm } from '../orm.ts';

/** An operator's act as the audit log keeps it. */
export interface AuditRow {
  readonly operator: string;
  readonly verb: string;
  readonly input: unknown;
  readonly at: Date;
}

/** Writes an act into the audit log. */
export async function addAudit(orm: Orm, row: AuditRow): Promise<void> {
  await sql`insert into audit (operator, verb, input, at) values (${row.operator}, ${row.verb}, ${JSON.stringify(row.input)}::jsonb, ${row.at})`.execute(
    dbOf(orm),
  );
}
