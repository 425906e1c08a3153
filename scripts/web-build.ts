import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeLock } from './bootstrap/lock.mjs';
import { rootDir, toolEnv } from './root.ts';

/** What the built web app depends on. */
const INPUTS = [
  'package-lock.json',
  'apps/web/*.*',
  'apps/web/{src,public,locales}/**',
  'packages/{ui,client,api,contract,messages,domain}/package.json',
  'packages/{ui,client,api,contract,messages,domain}/{src,locales}/**',
];
/** Written last, so that a build that was killed counts as none. */
const MARKER = 'apps/web/dist/.inputs';

/** Builds the web app when anything it is made of has changed since the last build. Throws when the build fails. */
export async function ensureWebBuilt(signal?: AbortSignal): Promise<void> {
  if (isCurrent()) return;
  const release = await takeLock(rootDir, 'web-build', () => console.log('Waiting for another build of the web app…'));
  try {
    if (isCurrent()) return;
    const inputs = hashInputs();
    console.log('Building the web app…');
    rmSync(join(rootDir, MARKER), { force: true });
    await build(signal);
    writeFileSync(join(rootDir, MARKER), inputs);
  } finally {
    await release();
  }
}

function isCurrent(): boolean {
  const marker = join(rootDir, MARKER);
  return existsSync(marker) && readFileSync(marker, 'utf8') === hashInputs();
}

function hashInputs(): string {
  const hash = createHash('sha256');
  for (const file of globSync(INPUTS, { cwd: rootDir, exclude: ['**/*.test.ts', '**/*.test.tsx'] }).sort()) {
    const path = join(rootDir, file);
    if (!statSync(path).isFile()) continue;
    const content = readFileSync(path);
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return `${hash.digest('hex')}\n`;
}

function build(signal: AbortSignal | undefined): Promise<void> {
  const env = { ...toolEnv(), NODE_ENV: 'production' };
  const args = ['run', 'build', '--workspace', '@quydoi/web', '--silent'];
  const child = spawn('npm', args, { cwd: rootDir, env, stdio: ['ignore', 'pipe', 'pipe'], ...(signal ? { signal } : {}) });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`the web app could not be built (code ${code}):\n${output.trim()}`))));
  });
}
