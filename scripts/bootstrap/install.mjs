import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeLock } from './lock.mjs';
import { dieWithParent } from './parent.mjs';
import { hasPinnedNode } from './pinned-node.mjs';

/** Marks a complete installation: holds the fingerprint it was made from, and is written last. */
const MARKER = 'node_modules/.quydoi-installed';
/** An `npm install` by hand writes the lock file and the tree's own list a moment apart. */
const SETTLE_MS = 3_000;

/** Runs `npm ci` unless node_modules already is what package-lock.json says. Callers at the same moment wait for one another. */
export async function ensureInstalled(rootDir) {
  if (isMarked(rootDir)) return;
  const release = await takeLock(rootDir, 'install', () => console.log('Waiting for another installation in this folder…'));
  try {
    if (isMarked(rootDir)) return;
    if (!(await matchesByHand(rootDir))) install(rootDir);
    writeFileSync(join(rootDir, MARKER), fingerprint(rootDir));
  } finally {
    await release();
  }
}

function install(rootDir) {
  console.log('Installing the dependencies (npm ci), about a minute…');
  mkdirSync(join(rootDir, 'node_modules'), { recursive: true });
  rmSync(join(rootDir, MARKER), { force: true });
  const args = ['ci', '--loglevel=error', '--no-audit', '--no-fund', '--include=dev', '--include=optional'];
  const npmCli = process.env.npm_execpath;
  const npm = npmCli?.endsWith('.js') ? [process.execPath, npmCli] : ['npm'];
  // An npm that outlived us would go on writing into the folder that the next start installs into.
  const [file, ...rest] = [...dieWithParent('KILL'), ...npm, ...args];
  const done = spawnSync(file, rest, { cwd: rootDir, stdio: 'inherit' });
  if (done.error) throw done.error;
  if (done.status !== 0) throw new Error(`npm ci ended with ${done.signal ?? `code ${done.status}`}`);
}

function isMarked(rootDir) {
  const marker = join(rootDir, MARKER);
  return existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint(rootDir);
}

/** Inputs of an installation: the lock file and the machine; the running Node only where the pinned one is not in the lock. */
function fingerprint(rootDir) {
  const lock = readFileSync(join(rootDir, 'package-lock.json'));
  const node = hasPinnedNode(rootDir) ? 'pinned' : process.versions.modules;
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch} ${node}\n`;
}

async function matchesByHand(rootDir) {
  if (!existsSync(join(rootDir, 'node_modules/.package-lock.json'))) return false;
  for (let waitedMs = 0; ; waitedMs += 500) {
    if (treeMatchesLock(rootDir)) return true;
    if (waitedMs >= SETTLE_MS) return false;
    await sleep(500);
  }
}

/** Compares npm's own list of what it installed with the lock file; only optional packages (other platforms) may be missing. */
function treeMatchesLock(rootDir) {
  const locked = packagesOf(rootDir, 'package-lock.json');
  const installed = packagesOf(rootDir, 'node_modules/.package-lock.json');
  if (!locked || !installed) return false;
  const extra = Object.keys(installed).some((path) => !(path in locked));
  return (
    !extra &&
    Object.entries(locked).every(([path, want]) => {
      if (!path.includes('node_modules/')) return true;
      const have = installed[path];
      if (!have) return Boolean(want.optional || want.devOptional || want.peer);
      return have.version === want.version && have.integrity === want.integrity && existsSync(join(rootDir, path));
    })
  );
}

function packagesOf(rootDir, file) {
  try {
    return JSON.parse(readFileSync(join(rootDir, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}
