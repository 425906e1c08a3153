import { join } from 'node:path';
import { expect, onTestFailed, test } from 'vitest';
import { FORGERS } from '../src/forgery/catalogue.ts';
import { type ForgeryReport, runForgeries } from '../src/forgery/run-forgeries.ts';
import { readSeed } from '../src/seeded-random.ts';
import { type ExchangeOptions, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';

/** `npm run forge` makes thirty times as many. */
const FORGERIES = 300;
/** The control experiment ends with the first transfer that it finds. */
const FORGERIES_MAX = 2_400;
/** Half a minute on a machine of its own. */
const TEST_MS_MAX = 900_000;

/** `E2E_SEED=…` repeats the choices; the rows that they meet still differ. */
const seed = readSeed();

async function forge(count: number, options: ExchangeOptions = {}): Promise<ForgeryReport> {
  const exchange = await startExchangeUnderTest(options);
  onTestFailed(() => console.error(exchange.recentLogs()));
  try {
    return await runForgeries(exchange, { seed, count, log: (line) => console.info(`seed ${seed}: ${line}`) });
  } finally {
    await exchange.stop();
  }
}

test('what is forged as web and as worker makes the signer pay nothing that no money justifies', { timeout: TEST_MS_MAX }, async () => {
  const report = await forge(FORGERIES);
  expect(report.unjustified).toEqual([]);
  expect(report.forgeries).toBe(FORGERIES);
  // Zero unjustified payouts prove nothing unless forged rows were written and honest customers were paid.
  expect(report.written).toBeGreaterThan(FORGERIES / 10);
  expect(report.transfers).toBeGreaterThan(0);
  for (const role of FORGERS) expect(report.tried.names().some((name) => name.startsWith(role.replace('quydoi_', '')))).toBe(true);
});

test('a signer that believes what others journalled is caught', { timeout: TEST_MS_MAX }, async () => {
  const report = await forge(FORGERIES_MAX, { scripts: { signer: join(import.meta.dirname, '../src/forgery/credulous-signer.ts') } });
  expect(report.unjustified.length).toBeGreaterThan(0);
});
