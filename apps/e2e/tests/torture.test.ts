import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { startExchangeUnderTest } from '../src/exchange-under-test.ts';
import { tortureExchange } from '../src/torture/pace.ts';
import { reportOf } from '../src/torture/report.ts';
import { torture } from '../src/torture/torture.ts';

/** `npm run torture` takes ten times as long and asks for everything to happen. */
const DURATION_MS = 60_000;
/** What was refused last is tried again after half a minute, and a busy machine takes its time. */
const TEST_MS_MAX = 300_000;

/** `E2E_SEED=…` repeats a run's plan; the moments at which things meet still differ. */
const seed = process.env.E2E_SEED ?? randomBytes(4).toString('hex');

test('a minute of torture harms nobody', { timeout: TEST_MS_MAX }, async () => {
  const exchange = await startExchangeUnderTest(tortureExchange(false));
  try {
    const report = await torture(exchange, { seed, durationMs: DURATION_MS, say: (line) => console.info(line) });
    const { text, isGood } = reportOf(report, { durationMs: DURATION_MS, isNaive: false });
    expect(isGood, text).toBe(true);
  } finally {
    await exchange.stop();
  }
});
