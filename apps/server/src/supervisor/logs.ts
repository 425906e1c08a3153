import { closeSync, copyFileSync, existsSync, fstatSync, mkdirSync, openSync, readdirSync, readSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

const SIZE_BYTES_MAX = 20 * 1024 * 1024;
const CHECK_MS = 60_000;
const TAIL_BYTES = 4_096;

/** The folder of log files; each is rotated at the size limit, keeping one older part as NAME.log.1. */
export type Logs = { file(name: string): string; tail(name: string, lines: number): string; close(): void };

/** Opens the folder of log files, and rotates files that are too long, now and every minute. */
export function openLogs(dir: string): Logs {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  cutLongOnes(dir);
  const timer = setInterval(() => cutLongOnes(dir), CHECK_MS).unref();
  const file = (name: string) => join(dir, `${name}.log`);
  return { file, tail: (name, lines) => tail(file(name), lines), close: () => clearInterval(timer) };
}

/** Rotates by copy and truncate, because writers keep the file open. */
function cutLongOnes(dir: string): void {
  for (const name of readdirSync(dir).filter((entry) => entry.endsWith('.log'))) {
    const path = join(dir, name);
    if (statSync(path).size <= SIZE_BYTES_MAX) continue;
    copyFileSync(path, `${path}.1`);
    truncateSync(path);
  }
}

function tail(path: string, lines: number): string {
  if (!existsSync(path)) return '';
  const file = openSync(path, 'r');
  try {
    const size = fstatSync(file).size;
    const length = Math.min(size, TAIL_BYTES);
    const buffer = Buffer.alloc(length);
    readSync(file, buffer, 0, length, size - length);
    return buffer.toString('utf8').trimEnd().split('\n').slice(-lines).join('\n');
  } finally {
    closeSync(file);
  }
}
