import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { dieWithParent, onParentDeath } from './parent.mjs';

const NODE_MAJOR_MIN = 24;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];

/** True where the lock file brings its own Node (an optional package of one platform). */
export function hasPinnedNode(rootDir) {
  return existsSync(pinnedNode(rootDir));
}

/** Runs a TypeScript file under the pinned Node with this process's terminal, passes signals on, and resolves to its exit code. */
export function runUnderPinnedNode(rootDir, script, args) {
  const node = chooseNode(rootDir);
  const env = { ...process.env, PATH: `${join(rootDir, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}` };
  env.NODE_COMPILE_CACHE ??= join(rootDir, 'node_modules/.cache/node-compile');
  const [file, ...rest] = [...dieWithParent('TERM'), node, script, ...args];
  const child = spawn(file, rest, { stdio: 'inherit', env });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  onParentDeath(() => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(signal ? 128 + constants.signals[signal] : code));
  });
}

function chooseNode(rootDir) {
  if (hasPinnedNode(rootDir)) return pinnedNode(rootDir);
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_MIN) return process.execPath;
  console.error(`This platform (${process.platform} ${process.arch}) has no pinned Node here: use Node ${NODE_MAJOR_MIN} or newer.`);
  process.exit(1);
}

function pinnedNode(rootDir) {
  return join(rootDir, 'node_modules/.bin/node');
}
