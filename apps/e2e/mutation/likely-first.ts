import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { likelyFirst } from '../src/mutation/likely.ts';

/** Environment variable with the path of the mutated file. */
export const CHANGED_FILE = 'MUTATION_CHANGED_FILE';
/** Environment variable with the most files of tests that are run with one mutant; all if it is not set. */
export const FILES_MAX = 'MUTATION_FILES_MAX';

/** Orders test files by how likely they notice the mutation, because the first failure ends the run. */
export class LikelyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const changed = process.env[CHANGED_FILE];
    if (changed === undefined) return super.sort(files);
    const candidates = files.map((specification) => {
      const { failed, duration } = this.ctx.cache.getTestSpecificationResult(specification) ?? {};
      return { specification, file: relative(process.cwd(), specification.moduleId), failed, duration };
    });
    const filesMax = Number(process.env[FILES_MAX] ?? candidates.length);
    return likelyFirst(candidates, changed)
      .slice(0, filesMax)
      .map(({ specification }) => specification);
  }
}
