import { once } from 'node:events';
import { type AddressInfo, connect, type Server } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

let made: TestApp;
let server: Server;

beforeEach(async () => {
  made = createTestApp();
  server = createAdaptorServer({ fetch: made.app.fetch }) as Server;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  (server as Server & { closeAllConnections(): void }).closeAllConnections();
  server.close();
  await once(server, 'close');
});

const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Sends bytes as they are and reads until the server closes. */
async function sendRaw(text: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.end(text);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

test('a poll is answered with its length and encoding, and then with 304', async () => {
  const first = await fetch(`${origin()}/trpc/config.get`, { headers: { 'accept-encoding': 'br' } });
  expect([first.status, first.headers.get('content-encoding')]).toEqual([200, 'br']);
  expect(await first.json()).toMatchObject({ result: { data: { json: { version: '7' } } } });
  const raw = await sendRaw(`GET /trpc/config.get HTTP/1.1\r\nHost: x\r\nIf-None-Match: ${first.headers.get('etag')}\r\nConnection: close\r\n\r\n`);
  expect(raw).toMatch(/^HTTP\/1\.1 304 /);
  expect(raw.endsWith('\r\n\r\n')).toBe(true);
});

test('both doors read bodies of declared and of unknown length', async () => {
  const body = JSON.stringify({ currency_code: 'trc20', quantity: 50, receiving_address: 'T1' });
  const chunked = (text: string) => `Transfer-Encoding: chunked\r\n\r\n${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
  const head = (path: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n`;
  const call = JSON.stringify({ json: { kind: 'buy', from: 'vnd', to: 'trc20', quantity: '50', destination: 'T1' } });
  const answers = [
    await sendRaw(`${head('/api/v1/buy_orders')}Content-Length: ${body.length}\r\n\r\n${body}`),
    await sendRaw(`${head('/api/v1/buy_orders')}${chunked(body)}`),
    await sendRaw(`${head('/trpc/orders.create')}Content-Length: ${call.length}\r\n\r\n${call}`),
    await sendRaw(`${head('/trpc/orders.create')}${chunked(call)}`),
  ];
  expect(answers.map((answer) => answer.slice(0, 15))).toEqual(Array(4).fill('HTTP/1.1 200 OK'));
  expect(made.exchange.calls.map(({ verb, caller }) => [verb, caller.ip])).toEqual(Array(4).fill(['orders.create', '127.0.0.1']));
});

test('too much is refused before it is read', async () => {
  const answer = await sendRaw('POST /webhooks/sepay HTTP/1.1\r\nHost: x\r\nContent-Length: 1073741824\r\nConnection: close\r\n\r\n{');
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  const chunked = await sendRaw(
    `POST /api/v1/histories HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk.repeat(3)}0\r\n\r\n`,
  );
  expect(chunked).toMatch(/^HTTP\/1\.1 413 /);
});

test.each([
  ['/webhooks/sepay', 'Content-Length: 1073741824', '{'],
  ['/api/v1/histories', 'Content-Length: 1073741824', '{'],
  ['/trpc/orders.create', 'Transfer-Encoding: chunked', `20000\r\n${'x'.repeat(131_072)}\r\n`],
])('after too much for %s the connection is closed', async (path, header, start) => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${header}\r\n\r\n${start}`);
  const chunks: Buffer[] = [];
  const closed = (async () => {
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    return 'closed';
  })();
  const open = new Promise((resolve) => setTimeout(resolve, 30_000, 'open'));
  expect(await Promise.race([closed, open])).toBe('closed');
  expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 413 [\s\S]*\r\nconnection: close\r\n/i);
});

test('a caller who breaks off is no bug', async () => {
  for (const path of ['/api/v1/histories', '/trpc/orders.create', '/webhooks/sepay']) {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.destroy();
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(made.log).toEqual([]);
  expect((await fetch(`${origin()}/health`)).status).toBe(200);
});

test.each([
  'GET /trpc/config.get HTTP/1.1\r\nHost: \r\nConnection: close\r\n\r\n',
  'GET /trpc/config.get HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
  'GET //evil/%00/%E0%A4%A?%=&&lang=%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'GET http://[::/trpc/config.get HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'POST /api/v1/histories HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n{}',
  'GET /trpc/orders.get HTTP/1.1\r\nHost: x\r\nCookie: \x01=\x7f; device="\r\nX-Forwarded-For: ,,,\r\nConnection: close\r\n\r\n',
])('%j is answered without a bug', async (text) => {
  const answer = await sendRaw(text);
  expect(answer === '' || /^HTTP\/1\.1 [234]/.test(answer)).toBe(true);
  expect(made.log).toEqual([]);
});
