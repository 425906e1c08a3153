import { writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

const FAILURE_LENGTH_MAX = 1_000;

/**
 * Writes how many tests passed, failed and were skipped, and which failed and why, to the file named by QUYDOI_TALLY_FILE. A file that cannot be loaded and
 * a stray error count as failed.
 */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const tally = { passed: 0, failed: errors.length, skipped: 0, failures: errors.map(({ message }) => firstOf(message)) };
    for (const module of modules) {
      let failedTests = 0;
      for (const test of module.children.allTests()) {
        const { state, errors: found } = test.result();
        if (state === 'failed') {
          failedTests++;
          tally.failures.push(`${module.relativeModuleId} > ${test.fullName}: ${firstOf(found[0]?.message)}`);
        }
        tally[state === 'pending' ? 'failed' : state]++;
      }
      if (module.state() === 'failed' && failedTests === 0) {
        tally.failed++;
        tally.failures.push(`${module.relativeModuleId}: ${firstOf(module.errors()[0]?.message)}`);
      }
    }
    const file = process.env.QUYDOI_TALLY_FILE;
    if (file) writeFileSync(file, JSON.stringify(tally));
  }
}

/** The beginning of a message: the whole of it stands further up in the output. */
function firstOf(message = ''): string {
  return message.slice(0, FAILURE_LENGTH_MAX);
}
