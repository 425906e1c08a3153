import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type RoleName, readConfig, SECRETS_OF } from '../../apps/server/src/config.ts';
import { ROLES, SECRETS, SHOWN } from '../../apps/server/src/supervisor/roles.ts';
import { RAIL_CONFIGS } from '../../packages/rails/src/registry.ts';
import { rootDir } from '../root.ts';

/** What the name of a secret that a provider gives ends in. */
const SECRET_NAME = /_(?:KEY|TOKEN|SECRETS?|PASSPHRASE|PASSWORD|SEED|XPUB)$/;

/** Every secret in the files of the roles. The sandbox's are worth nothing. */
function secretsInCode(): string[] {
  const held = [...SECRETS, ...SHOWN].flatMap(({ holders }) => Object.entries(holders));
  const declared = new Set(RAIL_CONFIGS.flatMap(({ secrets }) => secrets));
  const generated = new Set(SECRETS.flatMap(({ holders }) => Object.values(holders)));
  const ofRails = RAIL_CONFIGS.flatMap(({ roles }) =>
    Object.entries(roles).flatMap(([role, { variables }]) => Object.keys(variables.shape).map((name) => [role, name] as const)),
  );
  const secrets = [...held, ...ofRails].filter(([, name]) => declared.has(name) || generated.has(name) || SECRET_NAME.test(name));
  const guarded = Object.entries(SECRETS_OF).flatMap(([name, holders]) => holders.map((role) => [role, name] as const));
  const logins = ROLES.map((role) => [role, 'DATABASE_URL'] as const);
  return [...new Set([...secrets, ...guarded, ...logins].filter(([role]) => role !== 'sandbox').map(([role, name]) => `${role} ${name}`))].sort();
}

/** Every row of the table in SECURITY.md: a role and a variable. */
function secretsInTable(): (readonly [role: string, name: string])[] {
  const rows = readFileSync(join(rootDir, 'SECURITY.md'), 'utf8').matchAll(/^\| (\w+) \| `(\w+)` \| \S.* \| \S.* \|$/gm);
  return [...rows].map(([, role = '', name = '']) => [role, name] as const);
}

test('the page of secrets lists every secret of every role, and no other', () => {
  expect(
    secretsInTable()
      .map((row) => row.join(' '))
      .sort(),
  ).toEqual(secretsInCode());
});

/** Without the roles' own logins, which all have this name. */
const CHECKED = secretsInTable().filter(([, name]) => name !== 'DATABASE_URL');

/** What a role says of a variable when it refuses to start. */
function refusalOf(role: RoleName, name: string, value: string): string {
  try {
    readConfig(role, { QUYDOI_MODE: 'production', [name]: value });
    return '';
  } catch (error) {
    return String(error);
  }
}

test.each([...new Set(CHECKED.map(([, name]) => name))])('%s is refused by every role that the page does not name', (name) => {
  const holders = CHECKED.filter((row) => row[1] === name).map(([role]) => role);
  for (const role of ['owner', 'web', 'worker', 'signer', 'operator'] as const) {
    if (holders.includes(role)) expect(refusalOf(role, name, 'x')).not.toContain(`${name}: belongs to`);
    else expect(refusalOf(role, name, 'x')).toContain(`${name}: belongs to ${holders.join(' and ')} and must not be seen by ${role}`);
  }
});

test.each(CHECKED)('production refuses a %s whose %s was generated for a sandbox', (role, name) => {
  expect(refusalOf(role as RoleName, name, 'k1:sandbox-5e5e')).toContain(`${name}: was generated for a sandbox`);
});
