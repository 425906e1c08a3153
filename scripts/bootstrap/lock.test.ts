import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeLock } from './lock.mjs';

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'quydoi-lock-'));
});

afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('one holder at a time, in one process too', async () => {
  const release = await takeLock(dir, 'x');
  const other = await takeLock(dir, 'y');
  let waited = false;
  const second = takeLock(dir, 'x', () => {
    waited = true;
  });
  expect(await Promise.race([second.then(() => 'taken'), sleep(400, 'waiting')])).toBe('waiting');
  expect(waited).toBe(true);
  await release();
  await (await second)();
  await other();
});

test('a holder killed with -9 holds nothing', async () => {
  const code = `import(${JSON.stringify(join(import.meta.dirname, 'lock.mjs'))}).then(async (m) => { await m.takeLock(${JSON.stringify(dir)}, 'x'); console.log('held'); setInterval(() => {}, 1000); })`;
  const holder = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  let waited = false;
  const taken = takeLock(dir, 'x', () => {
    waited = true;
    holder.kill('SIGKILL');
  });
  await (await taken)();
  expect(waited).toBe(true);
});
