import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

/** Time for which the files of an earlier build are served, in milliseconds: pages that were opened before may still ask for them. */
const KEPT_MS = 7 * 24 * 3_600_000;

/**
 * Keeps the files of a build that is about to be replaced, and deletes those that were replaced a week ago. Their names carry a hash of their
 * content, so builds never disagree about one. @param assets the build's hashed files @param kept where they are kept
 */
export function keepChunks(assets: string, kept: string, now: Date): void {
  mkdirSync(kept, { recursive: true });
  for (const name of existsSync(assets) ? readdirSync(assets) : []) {
    cpSync(join(assets, name), join(kept, name));
    utimesSync(join(kept, name), now, now);
  }
  for (const name of readdirSync(kept)) {
    const file = join(kept, name);
    if (now.getTime() - statSync(file).mtimeMs > KEPT_MS) rmSync(file);
  }
}
