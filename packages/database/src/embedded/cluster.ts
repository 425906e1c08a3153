import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Account, giveAway, SERVER_ENV } from './account.ts';
import type { Binaries } from './binaries.ts';

/** Superuser of an embedded cluster. Owns the schema and runs the migrations. */
export const OWNER = 'quydoi_owner';

type NewCluster = { dataDir: string; password: string; durable: boolean; log: (line: string) => void };

/** Creates the cluster if the folder has none: in a draft folder that is renamed when complete, so that a crash leaves no partial cluster. */
export async function ensureCluster(binaries: Binaries, account: Account, { dataDir, password, durable, log }: NewCluster): Promise<void> {
  if (existsSync(join(dataDir, 'PG_VERSION'))) return;
  const draft = `${dataDir}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const passwordFile = join(draft, 'password');
  const cluster = join(draft, 'data');
  await mkdir(cluster, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account.owner) await giveAway(draft, account.owner);
  const args = [
    '-D',
    cluster,
    `--username=${OWNER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
  ];
  await run([...account.prefix, binaries.initdb, ...args, ...(durable ? [] : ['--no-sync'])], log);
  await chmod(cluster, 0o700);
  await rename(cluster, dataDir);
  await rm(draft, { recursive: true, force: true });
  if (durable) await syncFolder(dirname(dataDir));
}

function run(command: string[], log: (line: string) => void): Promise<void> {
  const [file = '', ...args] = command;
  const child = spawn(file, args, { env: SERVER_ENV, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      for (const line of output.join('').split('\n')) if (line) log(line);
      if (code === 0) resolve();
      else reject(new Error(`initdb ended with code ${code}: ${output.join('').trim()}`));
    });
  });
}

async function syncFolder(dir: string): Promise<void> {
  const handle = await open(dir);
  await handle.sync();
  await handle.close();
}
