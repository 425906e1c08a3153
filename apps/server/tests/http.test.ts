import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { securityHeaders } from '@quydoi/api/http/security-headers';
import { createTestApp } from '@quydoi/api/testing/test-app';
import { afterEach, expect, test } from 'vitest';
import { CONNECTION_LIMITS, type ConnectionLimits, type HttpServer, serveHttp } from '../src/http.ts';

const LIMITS: ConnectionLimits = {
  requestTimeoutMs: 600,
  headersTimeoutMs: 300,
  checkEveryMs: 50,
  connectionsMax: 6,
  connectionsPerAddressMax: 3,
};

let server: HttpServer;
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

async function start(limits: ConnectionLimits = LIMITS, isTrustedProxy = false): Promise<ReturnType<typeof createTestApp>> {
  const made = createTestApp();
  server = await serveHttp({ app: made.app, polls: made.listener, port: 0, isTrustedProxy: () => isTrustedProxy, limits });
  return made;
}

/** Sends bytes, keeps the connection open and resolves with everything received when the server closes it. */
function send(text: string): { readonly ended: Promise<string>; readonly startedMs: number } {
  const socket = connect(server.port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  socket.write(text);
  let received = '';
  socket.on('data', (chunk) => (received += chunk));
  return { ended: new Promise((resolve) => socket.once('close', () => resolve(received))), startedMs: performance.now() };
}

/** Half of Node's own limit for heads, a tenth of that for bodies, and far more than a busy machine takes. */
const ENDED_MS_MAX = 30_000;

/** Milliseconds until the server ended the connection, or Infinity. */
async function lifeOf({ ended, startedMs }: ReturnType<typeof send>): Promise<number> {
  return Promise.race([ended.then(() => performance.now() - startedMs), sleep(ENDED_MS_MAX).then(() => Number.POSITIVE_INFINITY)]);
}

test('slow heads and bodies are ended within the stated times', async () => {
  await start();
  const head = send('GET /health HTTP/1.1\r\nHost: x\r\n');
  const body = send('POST /api/v1/histories HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{');
  expect(await lifeOf(head)).toBeLessThan(ENDED_MS_MAX);
  expect(await lifeOf(body)).toBeLessThan(ENDED_MS_MAX);
  expect(await head.ended).toMatch(/^HTTP\/1\.1 408 /);
});

test('a head has ten seconds to arrive, a request thirty', () => {
  const { headersTimeoutMs, requestTimeoutMs, checkEveryMs } = CONNECTION_LIMITS;
  expect([headersTimeoutMs, requestTimeoutMs]).toEqual([10_000, 30_000]);
  expect(checkEveryMs).toBeLessThanOrEqual(1_000);
});

test('connections of one address are capped', async () => {
  await start({ ...LIMITS, headersTimeoutMs: 60_000, requestTimeoutMs: 60_000 });
  const first = Array.from({ length: 3 }, () => send(''));
  await sleep(50);
  const fourth = send('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(await fourth.ended).toBe('');
  sockets[0]?.destroy();
  await first[0]?.ended;
  // The server hears of it a moment later.
  const next = () => send('GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n').ended;
  await expect.poll(next).toMatch(/^HTTP\/1\.1 200 /);
});

test('connections of a trusted proxy are capped only all together', async () => {
  await start({ ...LIMITS, headersTimeoutMs: 60_000, requestTimeoutMs: 60_000 }, true);
  for (let n = 0; n < 5; n += 1) send('');
  await sleep(50);
  expect(await send('GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n').ended).toMatch(/^HTTP\/1\.1 200 /);
  await sleep(50);
  send('');
  await sleep(50);
  expect(await send('GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n').ended).toBe('');
});

test.each(['/trpc/config.get', '/health'])('two Host headers are a bad request, observed, with the security headers: %s', async (path) => {
  const made = await start();
  const answer = await send(`GET ${path} HTTP/1.1\r\nHost: a.example\r\nhost: b.example\r\n\r\n`).ended;
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toMatch(/^connection: close\r$/im);
  for (const [name, value] of Object.entries(securityHeaders(false)))
    expect(answer.toLowerCase()).toContain(`\r\n${name}: ${value}\r\n`.toLowerCase());
  expect(made.observed).toEqual([
    { transport: 'rest', method: 'GET', route: '/unknown', status: 400, durationMs: 0, requestId: null, errorCode: 'VALIDATION_FAILED' },
  ]);
});
