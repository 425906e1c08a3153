import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import type { HttpAnswer } from './http-request.ts';
import { pin } from './pin.ts';

/** An answer that the bare server gives, its body in base64. */
export interface KnownAnswer {
  readonly headers: Record<string, string>;
  readonly notModified: Record<string, string>;
  readonly body: string;
}

/** A server of `node:http` alone. */
export interface BareServer {
  readonly origin: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Headers that Node's server writes by itself. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding', 'content-length']);

/** The same bytes under the same headers as an answer of the exchange, and as its 304 where it gives one. */
export function knownAnswer(answer: HttpAnswer, notModified?: HttpAnswer): KnownAnswer {
  return {
    headers: { ...plain(answer.headers), 'content-length': String(answer.body.byteLength) },
    notModified: notModified ? plain(notModified.headers) : {},
    body: answer.body.toString('base64'),
  };
}

/**
 * Starts a bare server with these answers by path on one core.
 * @param databaseUrl where it reads the order of each request before it answers; null for a server that knows its answers
 */
export async function startBare(
  place: { port: number; folder: string; taskset: string; core: string },
  answers: ReadonlyMap<string, KnownAnswer>,
  databaseUrl: string | null = null,
): Promise<BareServer> {
  const file = join(place.folder, `bare-${place.port}.json`);
  writeFileSync(file, JSON.stringify([...answers]));
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts'), String(place.port), file], {
    env: { ...process.env, BARE_DATABASE_URL: databaseUrl ?? '' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const pid = child.pid as number;
  await Promise.race([once(child, 'message'), once(child, 'exit').then(() => Promise.reject(new Error('the bare server did not start')))]);
  pin(place.taskset, pid, place.core);
  return { origin: `http://127.0.0.1:${place.port}`, pid, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function plain(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (OWN_HEADERS.has(name) || value === undefined ? [] : [[name, String(value)]])),
  );
}
