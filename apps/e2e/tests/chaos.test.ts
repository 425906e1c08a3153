import { expect, test } from 'vitest';
import { chaosExchangeOptions } from '../src/chaos/exchange-options.ts';
import { formatReport } from '../src/chaos/report.ts';
import { runChaos } from '../src/chaos/run-chaos.ts';
import { readSeed } from '../src/seeded-random.ts';
import { startExchangeUnderTest } from '../src/system/exchange-under-test.ts';

/** `npm run chaos` takes ten times as long and requires full coverage. */
const DURATION_MS = 60_000;
/** More than all waits of a run may take on a busy machine. */
const TEST_MS_MAX = 1_500_000;

/** `E2E_SEED=…` repeats a plan; the interleaving still differs. */
const seed = readSeed();

test('a minute of chaos leaves no difference between the books', { timeout: TEST_MS_MAX }, async () => {
  const exchange = await startExchangeUnderTest(chaosExchangeOptions(false));
  try {
    const report = await runChaos(exchange, { seed, durationMs: DURATION_MS, log: (line) => console.info(line) });
    const { text, isPassed } = formatReport(report, { durationMs: DURATION_MS, isNaive: false });
    expect(isPassed, text).toBe(true);
  } finally {
    await exchange.stop();
  }
});
