import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Ends of the paths of files that take a minute or more, the longest first. Started last, one of them would run alone at the end. */
const LONG_FILES = [
  'browser-states.test.ts',
  'kill-points.test.ts',
  'random-kills.test.ts',
  'chaos.test.ts',
  'chain-kills.test.ts',
  'browser-failures.test.ts',
  'browser-mismatches.test.ts',
  'chain-trades.test.ts',
  'forgery.test.ts',
  'browser-camera.test.ts',
  'kill-all.test.ts',
  'malformed-http.test.ts',
  'browser-parts.test.ts',
  'browser-large-text.test.ts',
];

/** Starts the long files of each project first: a fresh clone knows no durations, and size, vitest's own measure, misleads here. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const groups = Map.groupBy(sorted, ({ project }) => project.name);
    return [...groups.values()].flatMap((group) => group.toSorted((a, b) => rankOf(a) - rankOf(b)));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONG_FILES.findIndex((end) => moduleId.endsWith(`/${end}`));
  return rank < 0 ? LONG_FILES.length : rank;
}
