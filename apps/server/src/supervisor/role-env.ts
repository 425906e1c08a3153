import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readEnvFile, type Variables, writeEnvFile } from './env-file.ts';
import { type Addresses, derivedVariables, initialVariables, ROLES, type Role, SECRETS, SHOWN } from './roles.ts';

/** Variables of every role's environment file. */
export type RoleEnvs = Record<Role, Variables>;

/** Reads each role's `.data/secrets/ROLE.env`, generates missing secrets and stores them before they are used. @throws Error when a secret differs by role */
export function ensureSecrets(secretsDir: string): RoleEnvs {
  mkdirSync(secretsDir, { recursive: true, mode: 0o700 });
  const envs = Object.fromEntries(ROLES.map((role) => [role, readEnvFile(fileOf(secretsDir, role))])) as RoleEnvs;
  for (const { make, holders } of SECRETS) {
    const places = Object.entries(holders) as [Role, string][];
    const known = new Set(places.map(([role, name]) => envs[role][name]).filter((value) => value !== undefined));
    if (known.size > 1) throw new Error(`${places.map(([role, name]) => `${name} in ${role}.env`).join(' and ')} must be the same value`);
    const [value = make()] = known;
    for (const [role, name] of places) envs[role][name] = value;
  }
  for (const { of, make, holders } of SHOWN) {
    const [holder, secret] = of;
    const shown = make(envs[holder][secret] ?? '');
    for (const [role, name] of Object.entries(holders) as [Role, string][]) envs[role][name] = shown;
  }
  for (const role of ROLES) writeEnvFile(fileOf(secretsDir, role), envs[role]);
  return envs;
}

/** Completes the files with this start's addresses: afterwards ROLE.env is exactly what ROLE gets. */
export function completeRoleEnvs(secretsDir: string, secrets: RoleEnvs, addresses: Addresses, logLevel: string | undefined): RoleEnvs {
  const entries = ROLES.map((role): [Role, Variables] => {
    const variables = {
      ...initialVariables(role),
      ...secrets[role],
      ...derivedVariables(role, addresses),
      ...(logLevel ? { LOG_LEVEL: logLevel } : {}),
    };
    writeEnvFile(fileOf(secretsDir, role), variables);
    return [role, variables];
  });
  return Object.fromEntries(entries) as RoleEnvs;
}

/** The owner's URL turned into that of another user of the same database. */
export function databaseUrlFor(ownerUrl: string, user: string, password: string): string {
  const url = new URL(ownerUrl);
  url.username = user;
  url.password = password;
  return url.href;
}

function fileOf(secretsDir: string, role: Role): string {
  return join(secretsDir, `${role}.env`);
}
