/** Mutation run: changes the code and sees whether the tests notice. Arguments go to `apps/e2e/mutation/main.ts`. */
import { join } from 'node:path';
import { rootDir } from './root.ts';

await import(join(rootDir, 'apps/e2e/mutation/main.ts'));
