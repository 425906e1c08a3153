import { writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

/** Writes how many tests passed, failed and were skipped to the file named by QUYDOI_TALLY_FILE. A file that cannot be loaded and a stray error count as failed. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const tally = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) {
      let failedTests = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'failed') failedTests++;
        tally[state === 'pending' ? 'failed' : state]++;
      }
      if (module.state() === 'failed' && failedTests === 0) tally.failed++;
    }
    const file = process.env.QUYDOI_TALLY_FILE;
    if (file) writeFileSync(file, JSON.stringify(tally));
  }
}
