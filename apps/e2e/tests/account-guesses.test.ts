import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { CALLS_ABOUT_CUSTOMERS, compareKnownAndUnknown } from '../src/guesses/known-and-unknown.ts';
import { ACCOUNT_GUESS_KINDS, runAccountGuesses } from '../src/guesses/run-account-guesses.ts';
import { readSeed } from '../src/seeded-random.ts';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';

/** Ten thousand by `npm run guess -- --at accounts`, which also tells how late an owner's login is answered. */
const GUESSES = 400;
const PAIRS = 16;
/** On a busy machine. */
const OWNER_MS_MAX = 60_000;
const TEST_MS_MAX = 600_000;

let exchange: ExchangeUnderTest;
const seed = readSeed();

beforeAll(async () => {
  exchange = await startExchangeUnderTest();
  console.info(`seed ${seed}`);
});
afterAll(() => exchange?.stop());

test('answers about known and unknown customers are the same, and as late', { timeout: TEST_MS_MAX }, async () => {
  onTestFailed(() => console.error(exchange.recentLogs()));
  const { comparisons, faults } = await compareKnownAndUnknown(exchange, { pairs: PAIRS, seed });
  expect(faults).toEqual([]);
  expect([...comparisons.keys()]).toEqual([...CALLS_ABOUT_CUSTOMERS]);
});

test(`${GUESSES} passwords and codes from many addresses let nobody in, and the owners all the time`, { timeout: TEST_MS_MAX }, async () => {
  onTestFailed(() => console.error(exchange.recentLogs()));
  const { outcomes, compared, owners, faults } = await runAccountGuesses(exchange, {
    count: GUESSES,
    seed,
    ownerMsMax: OWNER_MS_MAX,
    log: console.info,
  });
  expect(faults).toEqual([]);
  // Every kind was tried in earnest, and refused from some time on.
  for (const kind of ACCOUNT_GUESS_KINDS) {
    const answers = outcomes.get(kind)?.answers;
    expect(answers?.names().sort(), kind).toEqual(
      kind.startsWith('password') ? ['401 CREDENTIALS_INVALID', '429 TOO_MANY_PASSWORDS'] : ['422 CODE_INVALID', '429 TOO_MANY_CODES'],
    );
  }
  expect(compared.passwords).toBeGreaterThan(0);
  for (const { count } of Object.values(owners)) expect(count).toBeGreaterThanOrEqual(2);
});
