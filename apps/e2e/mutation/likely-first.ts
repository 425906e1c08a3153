import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { likelyFirst } from '../src/mutation/likely.ts';

/** Environment variable with the path of the mutated file. */
export const CHANGED_FILE = 'MUTATION_CHANGED_FILE';

/** Orders test files by how likely they notice the mutation, because the first failure ends the run. */
export class LikelyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const changed = process.env[CHANGED_FILE];
    if (changed === undefined) return super.sort(files);
    const candidates = files.map((specification) => {
      const { failed, duration } = this.ctx.cache.getTestSpecificationResult(specification) ?? {};
      return { specification, file: relative(process.cwd(), specification.moduleId), failed, duration };
    });
    return likelyFirst(candidates, changed).map(({ specification }) => specification);
  }
}
