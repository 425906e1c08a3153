/**
 * A campaign of guesses on an exchange of its own: `--at vouchers` (default) or `accounts`, `--count N` (1000000 at vouchers, 10000 at accounts), `--seed
 * S` (random). Prints what was answered, how fast, and what else the campaign counts. Exits with 0 if nothing was learnt or gained.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareKnownAndUnknown } from '../src/guesses/known-and-unknown.ts';
import { runAccountGuesses } from '../src/guesses/run-account-guesses.ts';
import { type GuessOutcome, runGuesses } from '../src/guesses/run-guesses.ts';
import { type ExchangeUnderTest, startExchangeIn } from '../src/system/exchange-under-test.ts';

/** How late an owner's login may be answered while others guess. */
const OWNER_MS_MAX = 2_000;
/** Pairs of a known and an unknown customer: as many as a guesser can try in a day at one account. */
const PAIRS = 30;

interface CampaignOptions {
  readonly count: number;
  readonly seed: string;
  readonly log: (line: string) => void;
}

const CAMPAIGNS = {
  vouchers: { count: 1_000_000, run: guessAtVouchers },
  accounts: { count: 10_000, run: guessAtAccounts },
} as const;

const { values } = parseArgs({
  options: {
    at: { type: 'string', default: 'vouchers' },
    count: { type: 'string' },
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
  },
});
const campaign = Object.hasOwn(CAMPAIGNS, values.at) ? CAMPAIGNS[values.at as keyof typeof CAMPAIGNS] : null;
if (campaign === null) throw new Error(`--at is one of ${Object.keys(CAMPAIGNS).join(', ')}`);
const count = Number(values.count ?? campaign.count);
if (!Number.isInteger(count) || count < 1) throw new Error('--count is a number of guesses, at least 1');

const startedMs = performance.now();
const dataDir = mkdtempSync(join(tmpdir(), 'quydoi-guess-'));
const exchange = await startExchangeIn(dataDir);
try {
  const log = (line: string) => console.log(`${Math.round((performance.now() - startedMs) / 1_000)} s: ${line}`);
  const faults = await campaign.run(exchange, { count, seed: values.seed, log });
  console.log(faults.length === 0 ? 'nothing was learnt' : `LEARNT: ${faults.join('\n  ')}`);
  process.exitCode = Number(faults.length > 0);
} finally {
  await exchange.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function guessAtVouchers(exchange: ExchangeUnderTest, options: CampaignOptions): Promise<readonly string[]> {
  const { outcomes, issuerAsked, cpuMicros, faults } = await runGuesses(exchange, options);
  tellOutcomes(options, outcomes);
  console.log(`the issuer was asked about ${issuerAsked.submitted} submitted and ${issuerAsked.checked} bought vouchers`);
  const ratio = cpuMicros.guess / cpuMicros.look;
  console.log(
    `processor time: ${Math.round(cpuMicros.guess)} µs a guess, ${Math.round(cpuMicros.look)} µs a look at an order (ratio ${ratio.toFixed(2)})`,
  );
  return faults;
}

async function guessAtAccounts(exchange: ExchangeUnderTest, options: CampaignOptions): Promise<readonly string[]> {
  const { comparisons, faults: told } = await compareKnownAndUnknown(exchange, { pairs: PAIRS, seed: options.seed });
  for (const [call, { knownMs, unknownMs, later }] of comparisons)
    console.log(
      `${call}: median ${knownMs.toFixed(0)} ms of known customers, ${unknownMs.toFixed(0)} ms of unknown ones; the known are later in ${Math.round(100 * later)} % of pairs`,
    );
  const { outcomes, compared, owners, faults } = await runAccountGuesses(exchange, { ...options, ownerMsMax: OWNER_MS_MAX });
  tellOutcomes(options, outcomes);
  console.log(`${compared.passwords} wrong passwords of one account and ${compared.codes} wrong codes of another were compared`);
  for (const [of, { count: logins, slowestMs }] of Object.entries(owners))
    console.log(`the owner of a ${of} logged in ${logins} times, within ${Math.round(slowestMs)} ms`);
  return [...told, ...faults];
}

function tellOutcomes({ count, seed }: CampaignOptions, outcomes: ReadonlyMap<string, GuessOutcome>): void {
  console.log(`seed ${seed}: ${count} guesses`);
  for (const [kind, { answers, medianMs }] of outcomes) console.log(`${kind}: ${answers}; median ${medianMs.toFixed(1)} ms`);
}
