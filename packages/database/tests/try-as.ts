import type { RoleName, TestDatabase } from '../testing/database.ts';

/** A statement, with its values where it has some. */
export type Statement = string | readonly [text: string, values: readonly unknown[]];

/**
 * Runs statements as a role in a transaction that is rolled back. What is checked at commit is checked before.
 * @returns `done`, or the SQLSTATE that the database refuses them with
 */
export async function tryAs(database: TestDatabase, role: RoleName, ...statements: readonly Statement[]): Promise<string> {
  await database.query('begin', [], role);
  try {
    for (const statement of [...statements, 'set constraints all immediate']) {
      const [text, values] = typeof statement === 'string' ? [statement, []] : statement;
      await database.query(text, values, role);
    }
    return 'done';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  } finally {
    await database.query('rollback', [], role);
  }
}
