import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's packages for the browser tests; without the fonts Chinese, Japanese and Korean pages show boxes. */
const PACKAGES = ['chromium', 'fonts-noto-cjk'];
const CJK_FONT = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc';
const APT_LOCK_WAIT_S = 300;

/** Path of Chromium, after installing it and the fonts where Debian's apt-get can be used; undefined when there is none. */
export async function ensureChromium(): Promise<string | undefined> {
  if (findChromium() && existsSync(CJK_FONT)) return findChromium();
  const root = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = [...root, 'apt-get', '-qq', '-o', `DPkg::Lock::Timeout=${APT_LOCK_WAIT_S}`];
  console.log(`Installing ${PACKAGES.join(' and ')}…`);
  await run([...apt, 'update']);
  if (!(await run([...apt, 'install', '-y', '--no-install-recommends', ...PACKAGES]))) console.error(`Could not install ${PACKAGES.join(' and ')}.`);
  return findChromium();
}

function findChromium(): string | undefined {
  const dirs = (process.env.PATH ?? '').split(delimiter);
  return dirs.map((dir) => join(dir, 'chromium')).find((path) => existsSync(path));
}

function run(command: string[]): Promise<boolean> {
  const [file = '', ...args] = command;
  const child = spawn(file, args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}
