/** The fast part of the checks, without servers: types, lint, boundaries, house rules, translations, pure unit tests. */
import { runChecks } from './checks/run.ts';
import { closeWithTally } from './tally.ts';
import { runVitest } from './vitest/run.ts';

await closeWithTally([runChecks, () => runVitest(['--project', 'unit*', ...process.argv.slice(2)])]);
