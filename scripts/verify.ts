/** Fast checks without servers: types, lint, boundaries, house rules, unused exports, translations, unit tests. Turbo repeats only what its inputs have changed for. */
import { runChecks } from './checks/run.ts';
import { closeWithTally } from './tally.ts';
import { runUnitTests } from './vitest/unit-tests.ts';

await closeWithTally([runChecks, runUnitTests]);
