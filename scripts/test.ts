/** Everything: the web app's build, then all tests (unit, PostgreSQL, sandbox, browser) in one run, and beside them the checks of `verify`. */
import { runChecks } from './checks/run.ts';
import { ensureChromium } from './chromium.ts';
import { closeWithTally, sumTallies, type Tally } from './tally.ts';
import { runVitest } from './vitest/run.ts';
import { ensureWebBuilt } from './web-build.ts';

const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 };
const chromium = ensureChromium();
chromium.catch(() => {});

async function buildWeb(): Promise<Tally> {
  await ensureWebBuilt();
  return NOTHING;
}

/** On a developer's machine the browser tests skip themselves without a browser; in CI its absence is a failure. */
async function requireChromium(): Promise<Tally> {
  if (await chromium) return NOTHING;
  console.error('There is no Chromium: the browser tests cannot run.');
  return { ...NOTHING, failed: process.env.CI ? 1 : 0 };
}

/** Tests of whole exchanges wait for half of the time; those of the other projects take what they leave of the processor. */
async function runTests(): Promise<Tally> {
  const path = await chromium;
  const env = path ? { CHROMIUM_PATH: path } : {};
  const args = process.argv.slice(2);
  const isProjectChosen = args.some((arg) => arg.startsWith('--project'));
  const selections = isProjectChosen ? [[]] : [['--project=e2e'], ['--project=!e2e']];
  return sumTallies(await Promise.all(selections.map((selection) => runVitest([...selection, ...args], env))));
}

async function runTestsBesideChecks(): Promise<Tally> {
  return sumTallies(await Promise.all([runChecks(), runTests()]));
}

await closeWithTally([buildWeb, requireChromium, runTestsBesideChecks]);
