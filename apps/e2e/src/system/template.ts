import { execFileSync } from 'node:child_process';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder of an exchange that was started once and shut down gracefully. */
    exchangeTemplate: string;
  }
}

/** Copies the template into a new folder: secrets, migrated database and compiled code, with owners and modes. */
export function copyTemplate(dataDir: string): void {
  execFileSync('cp', ['-a', '--reflink=auto', `${inject('exchangeTemplate')}/.`, dataDir]);
}
