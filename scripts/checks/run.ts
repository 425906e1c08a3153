import { spawn } from 'node:child_process';
import { rootDir, toolEnv } from '../root.ts';
import type { Tally } from '../tally.ts';

type Check = { name: string; command: string; args: string[] };

/** Static checks, the slowest first. */
const CHECKS: readonly Check[] = [
  // In one program, which parses what packages share once, and checks again what a change can affect.
  { name: 'types', command: 'tsc', args: ['-p', 'tsconfig.json'] },
  { name: 'types of the site', command: 'turbo', args: ['run', 'typecheck', '--continue', '--output-logs=errors-only'] },
  {
    name: 'lint, format (npm run format)',
    command: 'biome',
    args: ['check', '--diagnostic-level=error', '--max-diagnostics=40'],
  },
  { name: 'boundaries', command: 'turbo', args: ['boundaries', '--no-color'] },
  { name: 'house rules', command: 'node', args: ['scripts/checks/house.ts'] },
  {
    name: 'unused exports, files and dependencies',
    command: 'knip',
    args: ['--no-progress', '--no-config-hints', '--cache', '--cache-location', '.cache/knip'],
  },
  { name: 'messages', command: 'turbo', args: ['run', 'check:messages', '--continue', '--output-logs=errors-only'] },
];

/** Runs all checks, the slowest in parallel with the others, and prints a line for each and the output of those that fail. */
export async function runChecks(): Promise<Tally> {
  const [longest, ...others] = CHECKS;
  const results = await Promise.all([longest ? runAll([longest]) : [], runAll(others)]);
  const failures = results.flat().flatMap(({ name, ok }) => (ok ? [] : [name]));
  return { passed: CHECKS.length - failures.length, failed: failures.length, skipped: 0, failures };
}

async function runAll(checks: readonly Check[]): Promise<{ readonly name: string; readonly ok: boolean }[]> {
  const results = [];
  for (const check of checks) {
    const startedAt = performance.now();
    const { ok, output } = await run(check);
    results.push({ name: check.name, ok });
    console.log(`${ok ? '✓' : '✗'} ${check.name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)${ok ? '' : `\n${output.trim()}\n`}`);
  }
  return results;
}

function run({ command, args }: Check): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: rootDir, env: toolEnv(), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', (error) => resolve({ ok: false, output: String(error) }));
    child.once('close', (code) => resolve({ ok: code === 0, output }));
  });
}
