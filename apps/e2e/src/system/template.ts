import { execFileSync } from 'node:child_process';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder in which an exchange was started once and ended well. */
    exchangeTemplate: string;
  }
}

/** Fills a new folder with an exchange that has its secrets, its migrated database and its compiled code, and no customer yet; owners and modes included. */
export function copyTemplate(dataDir: string): void {
  execFileSync('cp', ['-a', '--reflink=auto', `${inject('exchangeTemplate')}/.`, dataDir]);
}
