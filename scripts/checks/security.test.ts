import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
  const logins = ROLES.map((role) => [role, 'DATABASE_URL'] as const);
  return [...new Set([...secrets, ...logins].filter(([role]) => role !== 'sandbox').map(([role, name]) => `${role} ${name}`))].sort();
}

test('the page of secrets lists every secret of every role, and no other', () => {
  const rows = readFileSync(join(rootDir, 'SECURITY.md'), 'utf8').matchAll(/^\| (\w+) \| `(\w+)` \| \S.* \| \S.* \|$/gm);
  expect([...rows].map(([, role, name]) => `${role} ${name}`).sort()).toEqual(secretsInCode());
});
