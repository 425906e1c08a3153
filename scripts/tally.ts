import type { Tally } from './checks/run.ts';

/** Runs the steps in order, adds up what they count and closes with the line `N passed, N failed, N skipped`, whatever happens on the way. */
export async function closeWithTally(steps: readonly (() => Promise<Tally>)[]): Promise<void> {
  const total: Tally = { passed: 0, failed: 0, skipped: 0 };
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
      return { passed: 0, failed: 1, skipped: 0 };
    });
    for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += tally[key];
  }
  if (stopped) total.failed = Math.max(total.failed, 1);
  process.exitCode = total.failed === 0 ? 0 : 1;
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
}
