/** The fast part of the checks, without servers: types, lint, boundaries, house rules, translations, pure unit tests. */
import { runChecks } from './checks/run.ts';
import { closeWithTally } from './tally.ts';
import { runVitest } from './vitest/run.ts';

/** Every project but those that start servers. */
const WITHOUT_SERVERS = ['database', 'sandbox', 'e2e'].map((project) => `--project=!${project}`);

await closeWithTally([runChecks, () => runVitest([...WITHOUT_SERVERS, ...process.argv.slice(2)])]);
