import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { type MutantResult, PlanKind, type StrykerOptions } from '@stryker-mutator/api/core';
import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import type { Reporter } from '@stryker-mutator/api/report';
import { textOf } from '../src/mutation/mutants.ts';
import { ResultsFolder } from '../src/mutation/results.ts';
import { tallyOf } from '../src/mutation/tally.ts';
import type { ResultsOptions } from './stored-runner.ts';

/** Name that Stryker's options call this reporter by. */
export const OUTCOME_REPORTER = 'outcomes';

/** Prints and stores the outcome of each mutant as soon as it is known. */
function createOutcomeReporter(options: StrykerOptions): Reporter {
  const { dir, keepsSurvivors, ...basis } = options.results as ResultsOptions;
  const results = new ResultsFolder(dir, basis);
  const { size } = options.sample as { size: number };
  const tally = { tested: 0, noticed: 0, due: size };
  return {
    onMutationTestingPlanReady({ mutantPlans }) {
      tally.due = Math.min(size, mutantPlans.filter(({ plan }) => plan === PlanKind.Run).length);
    },
    onMutantTested(mutant) {
      const { tested, noticed } = tallyOf([mutant]);
      if (tested === 0) return;
      tally.tested += tested;
      tally.noticed += noticed;
      const { id, status, statusReason: reason, killedBy } = mutant;
      if (noticed > 0 || keepsSurvivors) results.storeOutcome({ id, status, reason, killedBy });
      const by = killedBy?.length ? ` by ${killedBy.join(', ')}` : '';
      console.log(
        `${tally.noticed} of ${tally.tested} noticed (${tally.due} to test); ${noticed > 0 ? locationOf(mutant) : describeMutant(mutant)}${by}`,
      );
    },
  };
}
createOutcomeReporter.inject = tokens(commonTokens.options);

/** Describes a mutant: location, status, original and replacing code. */
export function describeMutant(mutant: MutantResult): string {
  const { start, end } = mutant.location;
  const from = textOf({ ...mutant, location: { start: fromZero(start), end: fromZero(end) } }, readFileSync(mutant.fileName, 'utf8'));
  return `${locationOf(mutant)}\n- ${from}\n+ ${mutant.replacement}\n`;
}

function locationOf({ fileName, location: { start }, status }: MutantResult): string {
  return `${relative(process.cwd(), fileName)}:${start.line}:${start.column} ${status}`;
}

/** Converts a position that counts from 1, as in results, to one that counts from 0. */
function fromZero({ line, column }: { readonly line: number; readonly column: number }): { line: number; column: number } {
  return { line: line - 1, column: column - 1 };
}

/** Read by Stryker. @public */
export const strykerPlugins = [declareFactoryPlugin(PluginKind.Reporter, OUTCOME_REPORTER, createOutcomeReporter)];
