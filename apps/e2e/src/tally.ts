/** Counts by name: shows what a test did, and what it did not cover. */
export interface Tally {
  add(name: string, count?: number): void;
  of(name: string): number;
  /** The given names with count zero. */
  missing(names: readonly string[]): string[];
  names(): string[];
  counts(): { readonly name: string; readonly count: number }[];
  /** `name 3 · other 0`, in the order of the first count. */
  toString(): string;
}

/** @param names start at zero, so that events which never happen are shown too */
export function createTally(names: readonly string[] = []): Tally {
  const counts = new Map<string, number>(names.map((name) => [name, 0]));
  return {
    add: (name, count = 1) => void counts.set(name, (counts.get(name) ?? 0) + count),
    of: (name) => counts.get(name) ?? 0,
    missing: (wanted) => wanted.filter((name) => (counts.get(name) ?? 0) === 0),
    names: () => [...counts.keys()],
    counts: () => [...counts].map(([name, count]) => ({ name, count })),
    toString: () => [...counts].map(([name, count]) => `${name} ${count}`).join(' · '),
  };
}
