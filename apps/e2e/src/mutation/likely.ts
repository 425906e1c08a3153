/** A file of tests, and how it fared the last time, as far as that is known. */
export interface Candidate {
  readonly file: string;
  readonly failed?: boolean | undefined;
  /** Milliseconds. */
  readonly duration?: number | undefined;
}

/**
 * Orders files of tests by how soon they are likely to notice a change: those named like the changed file or its folder first, and among equals the one
 * that noticed the change before, then the quickest.
 */
export function likelyFirst<C extends Candidate>(candidates: readonly C[], changedFile: string): C[] {
  const changed = wordsOf(changedFile, 2);
  const ranked = candidates.map((candidate) => ({ candidate, shared: [...wordsOf(candidate.file, 1)].filter((word) => changed.has(word)).length }));
  ranked.sort(
    (a, b) =>
      b.shared - a.shared ||
      Number(b.candidate.failed ?? false) - Number(a.candidate.failed ?? false) ||
      (a.candidate.duration ?? 0) - (b.candidate.duration ?? 0),
  );
  return ranked.map(({ candidate }) => candidate);
}

/** Words of the last parts of a path, in the singular. */
function wordsOf(path: string, parts: number): Set<string> {
  const names = path.split('/').slice(-parts).join('-');
  return new Set(
    names
      .replace(/(\.test)?\.tsx?$/, '')
      .split('-')
      .map((word) => word.replace(/s$/, '')),
  );
}
