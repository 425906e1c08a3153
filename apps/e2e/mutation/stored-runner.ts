import { relative, resolve } from 'node:path';
import type { MutantCoverage } from '@stryker-mutator/api/core';
import type { Logger } from '@stryker-mutator/api/logging';
import { commonTokens, declareFactoryPlugin, type Injector, type PluginContext, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import {
  type CompleteDryRunResult,
  type DryRunOptions,
  type DryRunResult,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestResult,
  type TestRunner,
  TestStatus,
} from '@stryker-mutator/api/test-runner';
import { strykerPlugins as vitestPlugins } from '@stryker-mutator/vitest-runner';
import { type Basis, ResultsFolder, type StoredOutcome } from '../src/mutation/results.ts';
import { CHANGED_FILE } from './likely-first.ts';

/** Name that Stryker's options call this test runner by. */
export const STORED_RUNNER = 'stored-vitest';

/** Where results are kept, and what they hold for: the option `results`. */
export interface ResultsOptions extends Basis {
  readonly dir: string;
  /** Whether every test that reaches a mutant is run with it, so that one that survives is known to. */
  readonly keepsSurvivors: boolean;
}

/** Files whose tests run together before mutants are tried. Each such run starts a process, and is repeated when it is stopped. */
const FILES_AT_ONCE = 4;
/** A test that fails without a mutant may have failed for the machine's sake. */
const TRIES_MAX = 2;

/** What one file's tests told without a mutant. */
type FileCoverage = Readonly<Pick<CompleteDryRunResult, 'tests'> & MutantCoverage>;

/** Stryker's Vitest runner, which reuses stored outcomes and runs the likeliest killers first. */
class StoredRunner implements TestRunner {
  readonly #inner: TestRunner;
  readonly #logger: Logger;
  readonly #results: ResultsFolder;
  readonly #testFiles: readonly string[];

  constructor(inner: TestRunner, logger: Logger, { dir, ...basis }: ResultsOptions) {
    this.#inner = inner;
    this.#logger = logger;
    this.#results = new ResultsFolder(dir, basis);
    this.#testFiles = basis.tests;
  }

  capabilities() {
    return this.#inner.capabilities();
  }

  async init() {
    await this.#inner.init?.();
  }

  async dispose() {
    await this.#inner.dispose?.();
  }

  async dryRun(options: DryRunOptions): Promise<DryRunResult> {
    const failing = new Set<string>();
    const isMissing = (file: string) => !failing.has(file) && !this.#results.coverageOf(file);
    // Asked again for each batch: another run may be at it too.
    for (let missing = this.#testFiles.filter(isMissing); missing.length > 0; missing = missing.filter(isMissing)) {
      this.#logger.info('%s of %s files of tests left to run without a mutant', missing.length, this.#testFiles.length);
      for (const file of await this.#cover(missing.slice(0, FILES_AT_ONCE), options)) failing.add(file);
    }
    if (failing.size > 0) this.#logger.warn('Left out, because they fail without a mutant: %s', [...failing].join(', '));
    const covered = this.#testFiles.map((file) => this.#results.coverageOf<FileCoverage>(file) ?? { tests: [], static: {}, perTest: {} });
    const tests = covered.flatMap(({ tests }) => tests.map((test) => ({ ...test, fileName: resolve(test.fileName ?? '') })));
    const mutantCoverage = {
      static: Object.assign({}, ...covered.map((file) => file.static)) as MutantCoverage['static'],
      perTest: Object.assign({}, ...covered.map((file) => file.perTest)) as MutantCoverage['perTest'],
    };
    return { status: DryRunStatus.Complete, tests, mutantCoverage };
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const known = this.#results.outcomeOf(options.activeMutant.id);
    if (known) return resultOf(known);
    process.env[CHANGED_FILE] = relative(process.cwd(), options.sandboxFileName);
    return this.#inner.mutantRun(options);
  }

  /** Runs files of tests without a mutant, and stores what they reach. Returns those that fail repeatedly, by themselves too. */
  async #cover(files: readonly string[], options: DryRunOptions): Promise<readonly string[]> {
    for (let tries = files.length > 1 ? 1 : TRIES_MAX; tries > 0; tries--) {
      const result = await this.#inner.dryRun({ ...options, testFiles: files.map((file) => resolve(file)) });
      if (result.status === DryRunStatus.Complete && !result.tests.some(({ status }) => status === TestStatus.Failed)) {
        for (const file of files) this.#results.storeCoverage(file, coverageOf(file, result));
        return [];
      }
    }
    if (files.length === 1) return files;
    const failing: string[] = [];
    for (const file of files) failing.push(...(await this.#cover([file], options)));
    return failing;
  }
}

function coverageOf(file: string, { tests, mutantCoverage }: CompleteDryRunResult): FileCoverage {
  const isOfFile = (id: string) => id.startsWith(`${file}#`);
  return {
    tests: tests.filter(({ id }) => isOfFile(id)).map((test): TestResult => ({ ...test, fileName: file })),
    static: mutantCoverage?.static ?? {},
    perTest: Object.fromEntries(Object.entries(mutantCoverage?.perTest ?? {}).filter(([id]) => isOfFile(id))),
  };
}

function resultOf({ status, reason = '', killedBy = [] }: StoredOutcome): MutantRunResult {
  switch (status) {
    case 'Killed':
      return { status: MutantRunStatus.Killed, killedBy: [...killedBy], failureMessage: reason, nrOfTests: 0 };
    case 'Timeout':
      return { status: MutantRunStatus.Timeout, reason };
    case 'RuntimeError':
      return { status: MutantRunStatus.Error, errorMessage: reason };
    default:
      return { status: MutantRunStatus.Survived, nrOfTests: 0 };
  }
}

function createStoredRunner(injector: Injector<PluginContext>): TestRunner {
  const [vitest] = vitestPlugins;
  if (!vitest) throw new Error('no runner of Vitest');
  const options = injector.resolve(commonTokens.options);
  return new StoredRunner(injector.injectFunction(vitest.factory), injector.resolve(commonTokens.logger), options.results as ResultsOptions);
}
createStoredRunner.inject = tokens(commonTokens.injector);

/** Read by Stryker. @public */
export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, STORED_RUNNER, createStoredRunner)];
