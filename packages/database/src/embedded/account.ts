import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';

/** Environment of the server's programs: the locale, and the folders that have unshare and setpriv on Debian. */
export const SERVER_ENV = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };
const NOBODY_UID = 65_534;

/** How to run PostgreSQL's programs: a command prefix, and the owner of the data folder (unset: the current user). */
export type Account = { prefix: string[]; owner?: { uid: number; gid: number } };

/**
 * Chooses the user that runs PostgreSQL, which refuses to run as root: for root a user namespace that maps root to `nobody`, so that root keeps owning the data;
 * where the kernel forbids that, a system user. An existing data folder keeps its owner.
 */
export async function chooseAccount(dataDir: string, binaries: Binaries): Promise<Account> {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const existing = existsSync(dataDir) ? await stat(dataDir) : undefined;
  if (existing && existing.uid !== 0) return systemUser(existing.uid, existing.gid);
  const namespace = ['unshare', '--user', `--map-user=${NOBODY_UID}`];
  if (runs([...namespace, binaries.postgres, '--version'])) return { prefix: namespace };
  const user = await findSystemUser();
  const account = systemUser(user.uid, user.gid);
  const parent = dirname(dataDir);
  if (!runs([...account.prefix, binaries.postgres, '--version']) || !runs([...account.prefix, 'test', '-x', parent])) {
    throw new Error(
      `PostgreSQL cannot run as root here, and user ${user.name} cannot reach ${binaries.postgres} or ${parent}. Run as a normal user, or set DATABASE_URL.`,
    );
  }
  if (existing) await giveAway(dataDir, user);
  return account;
}

/** Whether a command exists and exits with code 0. */
export function runs(command: string[]): boolean {
  const [file = '', ...args] = command;
  return spawnSync(file, args, { env: SERVER_ENV, stdio: 'ignore', cwd: '/' }).status === 0;
}

/** Changes the owner of a folder and its content recursively, without following symbolic links. */
export async function giveAway(dir: string, owner: { uid: number; gid: number }): Promise<void> {
  await chown(dir, owner.uid, owner.gid);
  for (const entry of await readdir(dir, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), owner.uid, owner.gid);
  }
}

function systemUser(uid: number, gid: number): Account {
  return { prefix: ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--inh-caps=-all'], owner: { uid, gid } };
}

async function findSystemUser(): Promise<{ name: string; uid: number; gid: number }> {
  const rows = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const row = rows.find((fields) => fields[0] === name);
    if (row) return { name, uid: Number(row[2]), gid: Number(row[3]) };
  }
  return { name: 'nobody', uid: NOBODY_UID, gid: NOBODY_UID };
}
