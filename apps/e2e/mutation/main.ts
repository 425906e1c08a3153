/**
 * Mutation run: changes the code in one place at a time and sees whether a test fails. `--area domain|exchange`, `--sample N` (all), `--seed S`
 * (random), `--files GLOB` and `--tests GLOB` (the whole area), `--likely N` (all; most files of tests run with a mutant, likeliest first, after which it
 * counts as missed), `--concurrency N` (1). Names the mutants that no test noticed. Exits with 0 if the tests notice as many as the area requires.
 * Mutants are tested in the seed's order, so that what a stopped run has tested is a smaller sample; started again, a run goes on where it stopped.
 */
import { randomBytes } from 'node:crypto';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { MutantResult } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { AREAS, isAreaName } from '../src/mutation/areas.ts';
import { shareOf, tallyOf } from '../src/mutation/tally.ts';
import { IGNORE_TEXTS } from './ignore-texts.ts';
import { FILES_MAX } from './likely-first.ts';
import { describeMutant, OUTCOME_REPORTER } from './outcome-reporter.ts';
import { ORDER_CHECKER, SAMPLE_CHECKER } from './sample-checker.ts';
import { type ResultsOptions, STORED_RUNNER } from './stored-runner.ts';

const rootDir = join(import.meta.dirname, '../../..');
/** Workspaces that no area's tests import. */
const NOT_COPIED = ['apps/web', 'apps/server', 'apps/sandbox', '**/dist', '.data', '.turbo', '.cache'];
/** What every test may depend on, and what decides which mutants there are. */
const SOURCES = [
  'packages/*/{src,testing,tests}/**/*.{ts,tsx,sql,json}',
  'apps/e2e/mutation/{ignore-texts,vitest.config}.ts',
  'scripts/vitest/postgres.ts',
  'package-lock.json',
];
const PLUGINS = ['sample-checker', 'ignore-texts', 'stored-runner', 'outcome-reporter'].map((name) => join(import.meta.dirname, `${name}.ts`));
/** The tests themselves have bounds; a busy machine takes hours for all of them. */
const DRY_RUN_MINUTES_MAX = 600;
/** Patience with one mutant beyond what its tests take: it may have made them endless, or the machine may be busy. */
const PATIENCE_MS = { quick: 30_000, postgres: 240_000 };

const { values } = parseArgs({
  options: {
    area: { type: 'string', default: 'domain' },
    sample: { type: 'string', default: 'all' },
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
    files: { type: 'string' },
    tests: { type: 'string' },
    likely: { type: 'string' },
    concurrency: { type: 'string', default: '1' },
  },
});
if (!isAreaName(values.area)) throw new Error(`--area is one of ${Object.keys(AREAS).join(', ')}`);
const size = values.sample === 'all' ? Number.MAX_SAFE_INTEGER : Number(values.sample);
if (!(size > 0)) throw new Error('--sample is a number of mutants');
const area = AREAS[values.area];

process.chdir(rootDir);
process.env.MUTATION_AREA = values.area;
if (values.tests) process.env.MUTATION_TESTS = values.tests;
if (values.likely) process.env[FILES_MAX] = values.likely;
const mutate = values.files ? [values.files] : [...area.mutate];
const results: ResultsOptions = {
  dir: join(rootDir, '.cache/mutation-results'),
  rootDir,
  sources: globSync(SOURCES).filter((file) => !file.endsWith('.test.ts')),
  mutate,
  tests: globSync(values.tests ? [values.tests] : [...area.tests]).toSorted(),
  keepsSurvivors: values.likely === undefined,
};
const stryker = new Stryker({
  mutate,
  testRunner: STORED_RUNNER,
  vitest: { configFile: 'apps/e2e/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  ignoreStatic: area.needsPostgres,
  plugins: ['@stryker-mutator/vitest-runner', ...PLUGINS],
  checkers: [SAMPLE_CHECKER, ORDER_CHECKER],
  ignorers: [IGNORE_TEXTS],
  sample: { size, seed: values.seed },
  results,
  concurrency: Number(values.concurrency),
  timeoutMS: area.needsPostgres ? PATIENCE_MS.postgres : PATIENCE_MS.quick,
  dryRunTimeoutMinutes: DRY_RUN_MINUTES_MAX,
  ignorePatterns: NOT_COPIED,
  tempDirName: '.cache/mutation',
  // The compiler that Stryker would rewrite a tsconfig.json with has no such API any more; nothing here needs one.
  tsconfigFile: 'none',
  reporters: [OUTCOME_REPORTER],
  warnings: false,
  allowConsoleColors: false,
});
const { noticed, tested, outOfTime, survivors } = tallyOf(await stryker.runMutationTest());
list('no test noticed', survivors);
list('ran out of time', outOfTime);
const share = shareOf({ noticed, tested });
console.log(
  `seed ${values.seed}: ${noticed} of ${tested} mutants noticed (${outOfTime.length} by time alone), ${(100 * share).toFixed(1)} % (required: ${100 * area.required} %)`,
);
process.exitCode = share >= area.required ? 0 : 1;

/** Prints mutants. */
function list(what: string, mutants: readonly MutantResult[]): void {
  console.log(`${what}: ${mutants.length}\n`);
  for (const mutant of mutants.toSorted((a, b) => a.fileName.localeCompare(b.fileName))) console.log(describeMutant(mutant));
}
