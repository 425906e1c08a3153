import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rootDir, toolEnv } from '../root.ts';
import type { LockedPackages } from './dependencies.ts';

type Component = { readonly purl: string; readonly hashes?: readonly { readonly alg: string; readonly content: string }[] };

test('lists every package of the lock file, each with its version and hash', () => {
  const { stdout, stderr } = spawnSync('npm', ['run', '--silent', 'sbom'], { cwd: rootDir, env: toolEnv(), encoding: 'utf8', maxBuffer: 64_000_000 });
  expect(stdout, stderr).not.toBe('');
  const bom = JSON.parse(stdout) as { bomFormat: string; components: readonly Component[] };
  expect(bom.bomFormat).toBe('CycloneDX');
  const listed = new Set(bom.components.flatMap(({ purl, hashes = [] }) => hashes.map(({ alg, content }) => `${purl} ${alg} ${content}`)));
  const { packages } = JSON.parse(readFileSync(join(rootDir, 'package-lock.json'), 'utf8')) as { packages: LockedPackages };
  const locked = Object.entries(packages).flatMap(([path, { name, version, integrity = '', link }]) => {
    if (link || !path.includes('node_modules/')) return [];
    const purl = `pkg:npm/${(name ?? path.split('node_modules/').at(-1) ?? '').replace('@', '%40')}@${version}`;
    return [`${purl} SHA-512 ${Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')}`];
  });
  expect(locked.length).toBeGreaterThan(400);
  expect(locked.filter((line) => !listed.has(line))).toEqual([]);
});
