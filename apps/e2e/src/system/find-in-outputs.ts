import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { runPrepared } from '@quydoi/database/money-tx';
import { RAIL_CONFIGS } from '@quydoi/rails/registry';
import { readEnvFile } from '@quydoi/server/supervisor/env-file';
import { SECRETS } from '@quydoi/server/supervisor/roles';
import { databaseOf } from './database.ts';
import type { ExchangeUnderTest } from './exchange-under-test.ts';
import { readKeptAnswers } from './kept-answers.ts';

/** What was built of the site, for browsers and for the role that serves it. */
const BUILT_DIR = join(import.meta.dirname, '../../../web/dist');
/** Every variable that holds a secret: generated, derived from one, or fixed in a sandbox. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  ...SECRETS.flatMap(({ holders }) => Object.values(holders)),
  ...RAIL_CONFIGS.flatMap(({ secrets }) => secrets),
]);
/** Key of a list's entry, and the mark of a sandbox: programs take both off, so that a leak may be without. */
const MARKS = /^(?:k\d+:)?(?:sandbox-(?=(?:[0-9a-f]{16,}|xpub\w+)$))?/;
/** So few digits also stand in longer numbers. */
const FEW_DIGITS = /^\d{1,11}$/;

/** The secrets of all roles, as they are searched for: without what marks them as a sandbox's. */
export function secretsOf({ dataDir }: Pick<ExchangeUnderTest, 'dataDir'>): string[] {
  const folder = join(dataDir, 'secrets');
  const variables = readdirSync(folder)
    .filter((file) => file.endsWith('.env'))
    .flatMap((file) => Object.entries(readEnvFile(join(folder, file))));
  const secrets = variables.filter(([name]) => SECRET_NAMES.has(name)).flatMap(([, value]) => value.split(','));
  // Also those that an address holds, such as a password of the database.
  const marked = variables.flatMap(([, value]) => value.match(/sandbox-[0-9a-f]{16,}/g) ?? []);
  return [...new Set([...secrets, ...marked].map((text) => text.replace(MARKS, '')))];
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

/**
 * Where a text stands in what an exchange leaves behind: its log files, what it answered to the run's own calls (less the codes that the holder of an
 * order's key is meant to see), the built site, and every row of its database. Empty where it stands nowhere.
 * @throws Error when there are no answers or no built site to search
 */
export async function findInOutputs(exchange: ExchangeUnderTest, texts: readonly string[]): Promise<string[]> {
  return [...(await findInFiles(exchange, texts)), ...(await findInDatabase(exchange, texts))];
}

/** {@link findInOutputs} without the database. @param builtDir of the site */
export async function findInFiles(
  exchange: Pick<ExchangeUnderTest, 'dataDir' | 'answersFile'>,
  texts: readonly string[],
  builtDir = BUILT_DIR,
): Promise<string[]> {
  const isIn = finderOf(texts);
  return [...findInLogs(exchange, isIn), ...(await findInAnswers(exchange, isIn)), ...findInBuilt(builtDir, isIn)];
}

/** Which of the texts a content holds. */
type Finder = (content: string) => readonly string[];

function finderOf(texts: readonly string[]): Finder {
  const few = texts.filter((text) => FEW_DIGITS.test(text)).map((text) => ({ text, pattern: new RegExp(wholeNumber(text)) }));
  const others = texts.filter((text) => !FEW_DIGITS.test(text));
  return (content) => [
    ...others.filter((text) => content.includes(text)),
    ...few.filter(({ pattern }) => pattern.test(content)).map(({ text }) => text),
  ];
}

/** Pattern, alike in JavaScript and PostgreSQL, of a number that is no part of another one, of a fraction or of a word. */
function wholeNumber(digits: string): string {
  return `(?<![\\w.])${digits}(?!\\w)`;
}

function findInLogs({ dataDir }: Pick<ExchangeUnderTest, 'dataDir'>, isIn: Finder): string[] {
  const folder = join(dataDir, 'logs');
  return readdirSync(folder).flatMap((file) => isIn(readFileSync(join(folder, file), 'utf8')).map((text) => `${text} in ${file}`));
}

async function findInAnswers(exchange: Pick<ExchangeUnderTest, 'answersFile'>, isIn: Finder): Promise<string[]> {
  const found = new Set<string>();
  for await (const { call, status, text: content } of readKeptAnswers(exchange))
    for (const text of isIn(content)) found.add(`${text} in the answer ${status} to ${call}`);
  return [...found];
}

function findInBuilt(dir: string, isIn: Finder): string[] {
  const files = globSync('**/*', { cwd: dir, withFileTypes: true }).filter((entry) => entry.isFile());
  if (files.length === 0) throw new Error(`${dir} holds no built site`);
  return files.flatMap(({ parentPath, name }) =>
    isIn(readFileSync(join(parentPath, name), 'utf8')).map((text) => `${text} in ${name} of the built site`),
  );
}

async function findInDatabase(exchange: ExchangeUnderTest, texts: readonly string[]): Promise<string[]> {
  const orm = await databaseOf(exchange);
  const tables = await runPrepared<{ schema: string; name: string }>(orm, 'tables', TABLES, []);
  const searched = [texts.filter((text) => !FEW_DIGITS.test(text)), texts.filter((text) => FEW_DIGITS.test(text))];
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const rows = await runPrepared<{ text: string }>(orm, `texts in ${schema}.${name}`, textsIn(`"${schema}"."${name}"`), searched);
    found.push(...rows.map(({ text }) => `${text} in the table ${name}`));
  }
  return found;
}

/** Every table that is not PostgreSQL's own. */
const TABLES = `select table_schema as schema, table_name as name from information_schema.tables
  where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`;

/** Which texts ($1), and which whole numbers ($2), stand in a row of a table. */
function textsIn(table: string): string {
  return `select x.text from unnest($1::text[]) as x(text) where exists (select 1 from ${table} t where position(x.text in t::text) > 0)
    union select x.text from unnest($2::text[]) as x(text) where exists (select 1 from ${table} t where t::text ~ ('${wholeNumber("' || x.text || '")}'))`;
}
