import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The project whose files take the longest: those of the others fill what its last ones leave of the processor. */
const LONG_PROJECT = 'e2e';

/** Ends of the paths of files that take a minute or more, the longest first. Started last, one of them would run alone at the end. */
export const LONG_FILES = [
  'chain-kills.test.ts',
  'browser-states.test.ts',
  'kill-points.test.ts',
  'random-kills.test.ts',
  'chaos.test.ts',
  'browser-failures.test.ts',
  'chain-trades.test.ts',
  'forgery.test.ts',
  'browser-mismatches.test.ts',
  'browser-parts.test.ts',
  'browser-large-text.test.ts',
  'browser-camera.test.ts',
  'kill-all.test.ts',
  'browser-claims.test.ts',
  'browser-trades.test.ts',
] as const;

/** What the order of a file depends on. */
interface TestFile {
  readonly moduleId: string;
  readonly project: { readonly name: string };
}

/** Starts the long files first: a fresh clone knows no durations, and size, vitest's own measure, misleads here. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longFirst(await super.sort(files));
  }
}

/** Orders files by project, because a process runs files of one project after the other, the long project and in it the long files first. */
export function longFirst<T extends TestFile>(files: readonly T[]): T[] {
  const groups = [...Map.groupBy(files, ({ project }) => project.name)];
  const isShort = ([name]: (typeof groups)[number]) => Number(name !== LONG_PROJECT);
  return groups.toSorted((a, b) => isShort(a) - isShort(b)).flatMap(([, group]) => group.toSorted((a, b) => rankOf(a) - rankOf(b)));
}

function rankOf({ moduleId }: TestFile): number {
  const rank = LONG_FILES.findIndex((end) => moduleId.endsWith(`/${end}`));
  return rank < 0 ? LONG_FILES.length : rank;
}
