import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const APT_LOCK_WAIT_S = 300;

/** Paths of the programs that the measures are made with. */
export interface Tools {
  readonly wrk: string;
  readonly pgbench: string;
  readonly taskset: string;
}

/**
 * Finds wrk (the load generator that needs least of the core it runs on), pgbench and taskset, after installing what is missing where Debian's
 * apt-get can be used.
 * @throws Error naming what could not be had
 */
export function ensureTools(): Tools {
  const wrk = ensure('wrk', 'wrk');
  const pgbench = ensure('pgbench', 'postgresql-contrib');
  const taskset = ensure('taskset', 'util-linux');
  return { wrk, pgbench, taskset };
}

function ensure(program: string, debianPackage: string): string {
  const there = find(program);
  if (there) return there;
  console.log(`Installing ${debianPackage}…`);
  const root = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = [...root, 'apt-get', '-qq', '-o', `DPkg::Lock::Timeout=${APT_LOCK_WAIT_S}`];
  run([...apt, 'update']);
  run([...apt, 'install', '-y', '--no-install-recommends', debianPackage]);
  const installed = find(program);
  if (!installed) throw new Error(`${program} is missing and could not be installed (Debian's package ${debianPackage})`);
  return installed;
}

function run([file = '', ...args]: string[]): void {
  spawnSync(file, args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: ['ignore', 'ignore', 'inherit'] });
}

function find(program: string): string | undefined {
  const inPath = (process.env.PATH ?? '').split(delimiter).map((dir) => join(dir, program));
  return [...inPath, ...globSync(`/usr/lib/postgresql/*/bin/${program}`)].find((path) => existsSync(path));
}
