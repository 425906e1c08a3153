import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder of an exchange that was started once and shut down gracefully. */
    exchangeTemplate: string;
  }
}

/** Name of the folder, in an exchange's data folder, of the code that its processes have compiled. */
export const CODE_FOLDER = 'compiled';

/** Folder of the code that the template's processes have compiled. */
export function templateCode(): string {
  return join(inject('exchangeTemplate'), CODE_FOLDER);
}

/** Copies the template into a new folder: secrets, migrated database and compiled code, with owners and modes. */
export function copyTemplate(dataDir: string): void {
  execFileSync('cp', ['-a', '--reflink=auto', `${inject('exchangeTemplate')}/.`, dataDir]);
}
