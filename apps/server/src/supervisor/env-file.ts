import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseEnv } from 'node:util';

/** Environment variables by name. */
export type Variables = Record<string, string>;

/** Reads NAME=value lines; empty for a missing file. */
export function readEnvFile(path: string): Variables {
  return existsSync(path) ? (parseEnv(readFileSync(path, 'utf8')) as Variables) : {};
}

/** Replaces the file in one step (mode 0600), so that a crash leaves either the old or the new file, and syncs it to disk. */
export function writeEnvFile(path: string, variables: Variables): void {
  const draft = `${path}.new`;
  const file = openSync(draft, 'w', 0o600);
  const lines = Object.entries(variables).map(formatLine).sort();
  writeSync(file, lines.join(''));
  fsyncSync(file);
  closeSync(file);
  renameSync(draft, path);
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

function formatLine([name, value]: [string, string]): string {
  if (/^[\w./:@%+,=-]*$/.test(value)) return `${name}=${value}\n`;
  const quote = ["'", '"', '`'].find((mark) => !value.includes(mark));
  if (!quote || value.includes('\n')) throw new Error(`${name} cannot be written to an environment file`);
  return `${name}=${quote}${value}${quote}\n`;
}
