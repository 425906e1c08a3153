import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { LOCALE_CODES } from '@quydoi/domain/locales';

/** Runs lingui; exits with its status on failure. */
function run(...args: string[]): void {
  const { status } = spawnSync('lingui', args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

// Fails when a catalogue is out of sync with the sources, lacks a translation, or its compiled module is stale.
run('check', 'sync', '--clean', '--overwrite', '--verbose');
run('check', 'missing', '--mode', 'catalog', '--verbose');

const files = ['', 'order/', 'wire/'].flatMap((part) => LOCALE_CODES.map((locale) => new URL(`../locales/${part}${locale}.ts`, import.meta.url)));
const before = files.map((file) => readFileSync(file, 'utf8'));
const { status } = spawnSync('npm', ['run', '--silent', 'compile'], { stdio: 'inherit' });
const stale = files.filter((file, i) => readFileSync(file, 'utf8') !== before[i]);
for (const [i, file] of files.entries()) writeFileSync(file, before[i] ?? '');
if (status !== 0) process.exit(status ?? 1);
if (stale.length > 0) {
  console.error(`Stale compiled catalogues: ${stale.map((file) => file.pathname).join(', ')}. Run: npm run compile -w @quydoi/messages`);
  process.exit(1);
}
