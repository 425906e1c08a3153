import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type RoleName, variablesOf } from '../../apps/server/src/config.ts';
import { ROUTE as PERFECT_MONEY_ROUTE } from '../../packages/rails/src/perfect-money/sci.ts';
import { RAIL_CONFIGS } from '../../packages/rails/src/registry.ts';
import { rootDir } from '../root.ts';

const ROLES: readonly RoleName[] = ['owner', 'web', 'worker', 'signer', 'operator'];
/** A row of variables: their names, who reads them, what holds without them, meaning, source. */
const ROW = /^\| (`[A-Z][A-Z_\d]+`(?:, `[A-Z][A-Z_\d]+`)*) \| ([a-z, ]+) \| (required|–|`[\w-]+`) \| (\S.*) \| (\S.*) \|$/;

const page = readFileSync(join(rootDir, 'docs/settings.md'), 'utf8');

/** `role VARIABLE: what holds without it`, of every row of a page. */
function settingsOn(text: string): string[] {
  const rows = text.split('\n').flatMap((line) => {
    const [, names = '', roles = '', leftOut = ''] = ROW.exec(line) ?? [];
    const readers = roles === 'all' ? ROLES : roles.split(', ');
    return [...names.matchAll(/\w+/g)].flatMap(([name]) => readers.map((role) => `${role} ${name}: ${leftOut}`));
  });
  return rows.sort();
}

/** The same of every variable that the programs read. */
function settingsInCode(): string[] {
  const read = ROLES.flatMap((role) => Object.entries(variablesOf(role).shape).map(([name, schema]) => `${role} ${name}: ${leftOutOf(schema)}`));
  return read.sort();
}

/** What a variable's schema makes of its absence. Lists are transformed texts, whose own default is written in the page. */
function leftOutOf(schema: ReturnType<typeof variablesOf>['shape'][string]): string {
  const parsed = schema.safeParse(undefined) as { readonly success: boolean; readonly data?: unknown };
  if (!parsed.success) return 'required';
  if (Array.isArray(parsed.data)) return parsed.data.length === 0 ? '–' : '`loopback`';
  return parsed.data === undefined ? '–' : `\`${String(parsed.data)}\``;
}

test('the page of settings lists every variable that a role reads, what holds without it, and no other', () => {
  expect(settingsOn(page)).toEqual(settingsInCode());
});

test('a variable without a row is noticed', () => {
  const missing = page.replaceAll(/^\| `CASSO_API_URL` .*\n/gm, '');
  expect(settingsOn(page).filter((setting) => !settingsOn(missing).includes(setting))).toEqual([
    'signer CASSO_API_URL: –',
    'worker CASSO_API_URL: –',
  ]);
});

test('the page of settings names every address that providers call', () => {
  const called = RAIL_CONFIGS.flatMap(({ sandbox }) => Object.values(sandbox.variables({ sandboxUrl: '', exchangeUrl: '' }).sandbox ?? {}));
  const addresses = [...called.filter((value) => value.startsWith('/webhooks/')), `/webhooks/${PERFECT_MONEY_ROUTE}`];
  expect([...page.matchAll(/`SITE(\/webhooks\/[\w-]+)`/g)].map(([, address]) => address).sort()).toEqual(addresses.sort());
});

test('the README leads to the page of settings', () => {
  expect(readFileSync(join(rootDir, 'README.md'), 'utf8')).toContain('](docs/settings.md)');
});
