/** Runs the unit tests of one workspace, in whose folder turbo starts it (task `test:unit`), and leaves their tally there. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rootDir } from '../root.ts';
import { runVitestInto } from './run.ts';
import { UNIT_TALLY_FILE } from './unit-tests.ts';

const dir = process.cwd();
const folder = relative(rootDir, dir);
const project = folder !== '' && existsSync(join(dir, 'vitest.config.ts')) ? 'web' : 'unit';
const tallyFile = join(dir, UNIT_TALLY_FILE);
mkdirSync(dirname(tallyFile), { recursive: true });
const tally = await runVitestInto(tallyFile, [`--project=${project}`, `${folder === '' ? 'scripts' : folder}/`]);
process.exitCode = tally.failed === 0 ? 0 : 1;
