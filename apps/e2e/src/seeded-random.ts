import { createHash, randomBytes } from 'node:crypto';
import { readEnvironment } from './system/env.ts';

/** Reproducible pseudo-random choices: the same seed yields the same sequence. */
export interface SeededRandom {
  readonly seed: string;
  /** An integer between `min` and `max`, both inclusive. */
  int(min: number, max: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** True with probability 1 / `times`. */
  oneIn(times: number): boolean;
}

const RANGE = 2 ** 32;

/** Creates a generator: the n-th number is derived from SHA-256 of `seed:n`. */
export function createSeededRandom(seed: string): SeededRandom {
  let draws = 0;
  const int = (min: number, max: number): number => {
    draws += 1;
    const drawn = createHash('sha256').update(`${seed}:${draws}`).digest().readUInt32BE();
    return min + Math.floor((drawn / RANGE) * (max - min + 1));
  };
  return {
    seed,
    int,
    pick: (list) => list[int(0, list.length - 1)] ?? list[0],
    oneIn: (times) => int(1, times) === 1,
  };
}

/** The seed of this run: `E2E_SEED`, or else a new one. */
export function readSeed(): string {
  return readEnvironment().E2E_SEED ?? randomBytes(4).toString('hex');
}

/** Up to `size` different items of the list, in random order. */
export function sample<T>(random: SeededRandom, list: readonly T[], size: number): T[] {
  const [first, ...rest] = list;
  return first === undefined ? [] : Array.from({ length: Math.min(list.length, size) }, shuffledCycle(random, [first, ...rest]));
}

/** Cycles through the list in random order, shuffled anew each time: every item gets its turn. */
export function shuffledCycle<T>(random: SeededRandom, list: readonly [T, ...T[]]): () => T {
  let rest: T[] = [];
  return () => {
    if (rest.length === 0) rest = [...list];
    const [taken] = rest.splice(random.int(0, rest.length - 1), 1);
    return taken ?? list[0];
  };
}
