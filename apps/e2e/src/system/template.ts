import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { inject } from 'vitest';
import { bundledCode, type Code } from './programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of what all exchanges of a run share; see {@link DATA_FOLDER} and {@link PROGRAMS_FOLDER}. */
    exchangeTemplate: string;
  }
}

/** Within the template: the data folder of an exchange that was started once and shut down gracefully. */
export const DATA_FOLDER = 'data';
/** Within the template: the programs, and the code that they have compiled. */
export const PROGRAMS_FOLDER = 'programs';

/** The programs of the template. */
export function templateCode(): Code {
  return bundledCode(join(inject('exchangeTemplate'), PROGRAMS_FOLDER));
}

/** Copies the template's data into a new folder: secrets and migrated database, with owners and modes. */
export function copyTemplate(dataDir: string): void {
  execFileSync('cp', ['-a', '--reflink=auto', `${join(inject('exchangeTemplate'), DATA_FOLDER)}/.`, dataDir]);
}
