import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { CHROMIUM_PROGRAMS, findChromium, findProgram } from '../apps/e2e/src/browser/find-chromium.ts';

/** Debian's package without which Chinese, Japanese and Korean pages show boxes. */
const FONTS = 'fonts-noto-cjk';
const CJK_FONT = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc';
const APT_LOCK_WAIT_S = 300;
/** Soon enough for a machine without a network. */
const NETWORK_WAIT_S = 10;

/** Path of Chromium, after installing it and the fonts where Debian's apt-get can be used; undefined when there is none. */
export async function ensureChromium(): Promise<string | undefined> {
  if (findProgram(CHROMIUM_PROGRAMS[0]) && existsSync(CJK_FONT)) return findChromium();
  const root = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const options = [`DPkg::Lock::Timeout=${APT_LOCK_WAIT_S}`, `Acquire::http::Timeout=${NETWORK_WAIT_S}`, 'Acquire::Retries=0'];
  const apt = [...root, 'apt-get', '-qq', ...options.flatMap((option) => ['-o', option])];
  console.log(`Installing Chromium and ${FONTS}…`);
  await run([...apt, 'update']);
  for (const program of CHROMIUM_PROGRAMS) {
    if (await run([...apt, 'install', '-y', '--no-install-recommends', program, FONTS])) break;
    console.error(`Could not install ${program} and ${FONTS}.`);
  }
  return findChromium();
}

function run(command: string[]): Promise<boolean> {
  const [file = '', ...args] = command;
  const child = spawn(file, args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}
