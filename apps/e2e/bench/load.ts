import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Result of a round of load. */
export interface Load {
  readonly perSecond: number;
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Configuration of the load generator. */
export interface LoadOptions {
  readonly wrk: string;
  /** A command that starts the generator on the right core; may be empty. */
  readonly prefix: readonly string[];
  readonly folder: string;
  readonly connections: number;
}

/** Time limit of a response. */
const ANSWER_SECONDS_MAX = 10;

interface WrkResult {
  readonly micros: number;
  readonly requests: number;
  readonly refused: number;
  readonly broken: number;
  readonly p50Micros: number;
  readonly p99Micros: number;
}

/** Writes requests to a file for the load generator. @returns the file's path */
export function writeRequests(folder: string, name: string, requests: readonly string[]): string {
  const file = join(folder, `${name}.requests`);
  writeFileSync(file, requests.join('\0'));
  return file;
}

/**
 * Runs wrk in a separate process, repeating the requests of a file.
 * @throws Error when a request is refused or fails, because the measurement would then be of errors
 */
export async function runLoad(place: LoadOptions, origin: string, file: string, seconds: number): Promise<Load> {
  const args = [
    '-t',
    '1',
    '-c',
    String(place.connections),
    '-d',
    `${seconds}s`,
    '--timeout',
    `${ANSWER_SECONDS_MAX}s`,
    '-s',
    join(import.meta.dirname, 'requests.lua'),
    origin,
    '--',
    file,
  ];
  const output = await outputOf([...place.prefix, place.wrk, ...args], process.env);
  const line = /^RESULT (.*)$/m.exec(output)?.[1];
  if (!line) throw new Error(`wrk printed no result:\n${output}`);
  const { micros, requests, refused, broken, p50Micros, p99Micros } = JSON.parse(line) as WrkResult;
  if (refused > 0 || broken > 0) throw new Error(`${refused} of ${requests} requests to ${origin} were refused and ${broken} broken (${file})`);
  return { perSecond: (requests * 1_000_000) / micros, requests, p50Ms: p50Micros / 1_000, p99Ms: p99Micros / 1_000 };
}

/** Output of a command. @throws Error with the output if it fails */
export async function outputOf(command: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(command[0] as string, command.slice(1), { stdio: ['ignore', 'pipe', 'pipe'], env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${output}`);
  return output;
}
