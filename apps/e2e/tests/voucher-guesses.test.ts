import { afterAll, beforeAll, expect, test } from 'vitest';
import { runGuesses } from '../src/guesses/run-guesses.ts';
import { readSeed } from '../src/seeded-random.ts';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';

/** A million by `npm run guess`. */
const GUESSES = 3_000;
const TEST_MS_MAX = 600_000;

let exchange: ExchangeUnderTest;

beforeAll(async () => {
  exchange = await startExchangeUnderTest();
});
afterAll(() => exchange?.stop());

test(`${GUESSES} guesses at vouchers tell nothing, take nothing, and ask the issuer fifteen times at most`, { timeout: TEST_MS_MAX }, async () => {
  const seed = readSeed();
  console.info(`seed ${seed}`);
  const { outcomes, issuerAsked, faults } = await runGuesses(exchange, { count: GUESSES, seed, log: console.info });
  expect(faults).toEqual([]);
  expect(issuerAsked.submitted).toBeGreaterThan(0);
  expect(outcomes.get('check: right number')?.answers.of('404 VOUCHER_NOT_FOUND')).toBeGreaterThan(0);
});
