import { spawn } from 'node:child_process';
import { rootDir, toolEnv } from './root.ts';

/** Outcome of a turbo command. `output` has both streams in the order of arrival. */
export interface TurboResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly output: string;
}

/** Runs turbo in the repository's root and collects its output. Aborting terminates its tasks and rejects. */
export function runTurbo(args: readonly string[], signal?: AbortSignal): Promise<TurboResult> {
  const child = spawn('turbo', args, { cwd: rootDir, env: toolEnv(), stdio: ['ignore', 'pipe', 'pipe'], ...(signal ? { signal } : {}) });
  const text = { stdout: '', stderr: '', output: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk;
      text.output += chunk;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, ...text }));
  });
}
