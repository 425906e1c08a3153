import { readFile } from 'node:fs/promises';
import { type Checker, type CheckResult, CheckStatus } from '@stryker-mutator/api/check';
import type { Mutant, StrykerOptions } from '@stryker-mutator/api/core';
import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import { findUnchanged, sampleOf, type Unchanged } from '../src/mutation/mutants.ts';
import { NOT_SAMPLED, UNCHANGED } from '../src/mutation/tally.ts';
import unchanged from './unchanged.json' with { type: 'json' };

/** Name that Stryker's options call this checker by. */
export const SAMPLE_CHECKER = 'sample';

/** Stryker's checker that leaves out mutants: those that change nothing, and those that the seeded sample did not choose. */
function createSampleChecker(options: StrykerOptions): Checker {
  const { size, seed } = options.sample as { size: number; seed: string };
  return {
    async init() {},
    // The sample is chosen among all mutants at once.
    group: async (mutants) => (mutants.length > 0 ? [mutants.map(({ id }) => id)] : []),
    async check(mutants) {
      const left: Mutant[] = [];
      const results: Record<string, CheckResult> = {};
      for (const mutant of mutants) {
        const known = findUnchanged(mutant, await readFile(mutant.fileName, 'utf8'), unchanged as Unchanged[]);
        if (known) results[mutant.id] = { status: CheckStatus.CompileError, reason: `${UNCHANGED}: ${known.why}` };
        else left.push(mutant);
      }
      for (const { id } of left) results[id] = { status: CheckStatus.CompileError, reason: NOT_SAMPLED };
      for (const { id } of sampleOf(left, size, seed)) results[id] = { status: CheckStatus.Passed };
      return results;
    },
  };
}
createSampleChecker.inject = tokens(commonTokens.options);

/** Read by Stryker. @public */
export const strykerPlugins = [declareFactoryPlugin(PluginKind.Checker, SAMPLE_CHECKER, createSampleChecker)];
