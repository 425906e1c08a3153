import { readFileSync } from 'node:fs';

/** Numbers of tests or checks by their outcome. `failures` names those that failed, as far as they have names. */
export type Tally = { passed: number; failed: number; skipped: number; failures?: string[] };

/** Reads a tally written by `scripts/vitest/tally-reporter.ts`. A missing or broken file counts as one failure. */
export function readTally(file: string): Tally {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Tally;
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** Adds up tallies. */
export function sumTallies(tallies: readonly Tally[]): Required<Tally> {
  const total = { passed: 0, failed: 0, skipped: 0, failures: [] as string[] };
  for (const tally of tallies) {
    for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += tally[key];
    total.failures.push(...(tally.failures ?? []));
  }
  return total;
}

/**
 * Runs steps in order and prints what failed, and the sum of their tallies as `N passed, N failed, N skipped`, also after an error, SIGINT or SIGTERM.
 * The exit code is 1 after a failure.
 */
export async function closeWithTally(steps: readonly (() => Promise<Tally>)[]): Promise<void> {
  const tallies: Tally[] = [];
  let stopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stopped = true;
    });
  }
  for (const step of steps) {
    if (stopped) break;
    const tally = await step().catch((error: unknown) => {
      console.error(error);
      return { passed: 0, failed: 1, skipped: 0, failures: [String(error)] };
    });
    tallies.push(tally);
  }
  const total = sumTallies(tallies);
  if (stopped) total.failed = Math.max(total.failed, 1);
  process.exitCode = total.failed === 0 ? 0 : 1;
  for (const failure of total.failures) console.log(`\n✗ ${failure}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
}
