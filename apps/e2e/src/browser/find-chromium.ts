import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { readEnvironment } from '../system/env.ts';

/**
 * Programs that run the browser tests, and Debian's packages of them, the best first. The shell draws no windows, for which the whole browser takes
 * four fifths of the time of a short visit.
 */
export const CHROMIUM_PROGRAMS = ['chromium-headless-shell', 'chromium'] as const;

/** Path of Chromium, given by `CHROMIUM_PATH` or found among the programs; undefined when there is none. */
export function findChromium(): string | undefined {
  return readEnvironment().CHROMIUM_PATH ?? CHROMIUM_PROGRAMS.map(findProgram).find((path) => path !== undefined);
}

/** Path of a program that is installed. */
export function findProgram(name: string): string | undefined {
  const dirs = (readEnvironment().PATH ?? '').split(delimiter);
  return dirs.map((dir) => join(dir, name)).find((path) => existsSync(path));
}
