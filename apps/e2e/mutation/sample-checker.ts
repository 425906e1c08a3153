import { readFile } from 'node:fs/promises';
import { type Checker, type CheckResult, CheckStatus } from '@stryker-mutator/api/check';
import type { Mutant, StrykerOptions } from '@stryker-mutator/api/core';
import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import { findUnchanged, sampleOf, type Unchanged } from '../src/mutation/mutants.ts';
import { NOT_SAMPLED, UNCHANGED } from '../src/mutation/tally.ts';
import unchanged from './unchanged.json' with { type: 'json' };

/** Names that Stryker's options call these checkers by. The order has to follow the sample. */
export const SAMPLE_CHECKER = 'sample';
export const ORDER_CHECKER = 'order';

/** Creates a Stryker checker that skips mutants which change nothing (`unchanged.json`), and those not chosen by the seeded sample. */
function createSampleChecker(options: StrykerOptions): Checker {
  const { size, seed } = options.sample as { size: number; seed: string };
  return {
    async init() {},
    // One group, because the sample is drawn from all mutants.
    group: async (mutants) => (mutants.length > 0 ? [mutants.map(({ id }) => id)] : []),
    async check(mutants) {
      const candidates: Mutant[] = [];
      const results: Record<string, CheckResult> = {};
      for (const mutant of mutants) {
        const known = findUnchanged(mutant, await readFile(mutant.fileName, 'utf8'), unchanged as Unchanged[]);
        if (known) results[mutant.id] = { status: CheckStatus.CompileError, reason: `${UNCHANGED}: ${known.why}` };
        else candidates.push(mutant);
      }
      for (const { id } of candidates) results[id] = { status: CheckStatus.CompileError, reason: NOT_SAMPLED };
      for (const { id } of sampleOf(candidates, size, seed)) results[id] = { status: CheckStatus.Passed };
      return results;
    },
  };
}
createSampleChecker.inject = tokens(commonTokens.options);

/** Creates a Stryker checker that skips nothing, but has mutants tested in the seed's order: what a stopped run has tested is a sample of them all. */
function createOrderChecker(options: StrykerOptions): Checker {
  const { seed } = options.sample as { seed: string };
  return {
    async init() {},
    group: async (mutants) => sampleOf(mutants, mutants.length, seed).map(({ id }) => [id]),
    check: async (mutants) => Object.fromEntries(mutants.map(({ id }) => [id, { status: CheckStatus.Passed }])),
  };
}
createOrderChecker.inject = tokens(commonTokens.options);

/** Read by Stryker. @public */
export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.Checker, SAMPLE_CHECKER, createSampleChecker),
  declareFactoryPlugin(PluginKind.Checker, ORDER_CHECKER, createOrderChecker),
];
