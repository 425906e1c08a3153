import { delimiter, join } from 'node:path';

/** The repository's root folder. */
export const rootDir = join(import.meta.dirname, '..');

/** The environment for the project's tools: this environment, with the pinned Node and the installed tools first on the path, and telemetry off. */
export function toolEnv(): NodeJS.ProcessEnv {
  const bin = join(rootDir, 'node_modules', '.bin');
  const path = process.env.PATH ?? '';
  return {
    ...process.env,
    PATH: path.startsWith(bin) ? path : `${bin}${delimiter}${path}`,
    TURBO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    LC_ALL: 'C.UTF-8',
  };
}
