import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootDir, toolEnv } from '../root.ts';
import { readTally, type Tally } from '../tally.ts';

/** Runs vitest and returns its tally. A run that exits with an error counts as at least one failure. */
export async function runVitest(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Tally> {
  const dir = mkdtempSync(join(tmpdir(), 'quydoi-tally-'));
  try {
    return await runVitestInto(join(dir, 'tally.json'), args, env);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Like `runVitest`, and leaves the tally in a file. */
export async function runVitestInto(tallyFile: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Tally> {
  const code = await vitest(args, { ...toolEnv(), ...env, QUYDOI_TALLY_FILE: tallyFile });
  const tally = readTally(tallyFile);
  if (code !== 0 && tally.failed === 0) tally.failed = 1;
  return tally;
}

function vitest(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const cli = join(rootDir, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=./scripts/vitest/tally-reporter.ts'];
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
