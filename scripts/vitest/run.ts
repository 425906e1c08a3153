import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tally } from '../checks/run.ts';
import { rootDir, toolEnv } from '../root.ts';

/** Runs vitest once and counts. A run that ends badly counts as at least one failure, also when it could not say which. */
export async function runVitest(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Tally> {
  const dir = mkdtempSync(join(tmpdir(), 'quydoi-tally-'));
  const file = join(dir, 'tally.json');
  try {
    const code = await vitest(args, { ...toolEnv(), ...env, QUYDOI_TALLY_FILE: file });
    const tally = readTally(file);
    if (code !== 0 && tally.failed === 0) tally.failed = 1;
    return tally;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function vitest(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const cli = join(rootDir, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=./scripts/vitest/tally.ts'];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [cli, 'run', '--passWithNoTests', ...reporters, ...args], { cwd: rootDir, env, stdio: 'inherit' });
    const pass = (signal: NodeJS.Signals) => child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, pass);
    child.once('error', () => resolve(1));
    child.once('close', (code) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, pass);
      resolve(code ?? 1);
    });
  });
}

function readTally(file: string): Tally {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Tally;
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
