import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { chaosExchangeOptions } from '../src/chaos/exchange-options.ts';
import { formatReport } from '../src/chaos/report.ts';
import { runChaos } from '../src/chaos/run-chaos.ts';
import { startExchangeUnderTest } from '../src/system/exchange-under-test.ts';

/** `npm run torture` takes ten times as long and asks for everything to happen. */
const DURATION_MS = 60_000;
/** What was refused last is tried again after half a minute, and a busy machine takes its time. */
const TEST_MS_MAX = 300_000;

/** `E2E_SEED=…` repeats a run's plan; the moments at which things meet still differ. */
const seed = process.env.E2E_SEED ?? randomBytes(4).toString('hex');

test('a minute of torture harms nobody', { timeout: TEST_MS_MAX }, async () => {
  const exchange = await startExchangeUnderTest(chaosExchangeOptions(false));
  try {
    const report = await runChaos(exchange, { seed, durationMs: DURATION_MS, say: (line) => console.info(line) });
    const { text, isGood } = formatReport(report, { durationMs: DURATION_MS, isNaive: false });
    expect(isGood, text).toBe(true);
  } finally {
    await exchange.stop();
  }
});
