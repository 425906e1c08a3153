import { createHash } from 'node:crypto';

/** Randomness that a seed repeats. */
export interface Dice {
  readonly seed: string;
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** True once in `times`. */
  once(times: number): boolean;
}

const DRAWS = 2 ** 32;

/** Dice that fall the same way for the same seed. */
export function throwDice(seed: string): Dice {
  let draws = 0;
  const int = (min: number, max: number): number => {
    draws += 1;
    const drawn = createHash('sha256').update(`${seed}:${draws}`).digest().readUInt32BE();
    return min + Math.floor((drawn / DRAWS) * (max - min + 1));
  };
  return {
    seed,
    int,
    pick: (list) => list[int(0, list.length - 1)] ?? list[0],
    once: (times) => int(1, times) === 1,
  };
}
