import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { runPrepared } from '@quydoi/database/money-tx';
import { databaseOf } from './database.ts';
import type { ExchangeUnderTest } from './exchange-under-test.ts';

/** The secrets of all roles that were generated at the first start. */
export function generatedSecrets({ dataDir }: Pick<ExchangeUnderTest, 'dataDir'>): string[] {
  const files = readdirSync(join(dataDir, 'secrets')).filter((file) => file.endsWith('.env'));
  const values = files.flatMap((file) => readFileSync(join(dataDir, 'secrets', file), 'utf8').match(/sandbox-[0-9a-f]{16,}/g) ?? []);
  return [...new Set(values)];
}

/** The codes of all vouchers that the sandbox has made, for customers and for the exchange. */
export function simulatedVoucherCodes({ dataDir }: Pick<ExchangeUnderTest, 'dataDir'>): string[] {
  const books = new DatabaseSync(join(dataDir, 'sandbox', 'books.sqlite'), { readOnly: true });
  try {
    return books
      .prepare('select code from pm_voucher')
      .all()
      .map(({ code }) => String(code));
  } finally {
    books.close();
  }
}

/** Where a text stands in what an exchange leaves behind: its log files, and every row of its database. Empty where it stands nowhere. */
export async function findInOutputs(exchange: ExchangeUnderTest, texts: readonly string[]): Promise<string[]> {
  return [...findInLogs(exchange, texts), ...(await findInDatabase(exchange, texts))];
}

function findInLogs({ dataDir }: ExchangeUnderTest, texts: readonly string[]): string[] {
  const folder = join(dataDir, 'logs');
  return readdirSync(folder).flatMap((file) => {
    const content = readFileSync(join(folder, file), 'utf8');
    return texts.filter((text) => content.includes(text)).map((text) => `${text} in ${file}`);
  });
}

async function findInDatabase(exchange: ExchangeUnderTest, texts: readonly string[]): Promise<string[]> {
  const orm = await databaseOf(exchange);
  const tables = await runPrepared<{ name: string }>(orm, 'tables', TABLES, []);
  const found: string[] = [];
  for (const { name } of tables) {
    const statement = `select distinct x.text from unnest($1::text[]) as x(text) where exists (select 1 from "${name}" t where position(x.text in t::text) > 0)`;
    const rows = await runPrepared<{ text: string }>(orm, `texts in ${name}`, statement, [texts]);
    found.push(...rows.map(({ text }) => `${text} in the table ${name}`));
  }
  return found;
}

const TABLES = `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`;
