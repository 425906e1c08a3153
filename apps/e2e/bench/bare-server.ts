/** What an HTTP server of Node alone can do: answers known requests with known bytes. `bare-server.ts PORT ANSWERS_FILE`, BARE_DATABASE_URL to read orders from. */
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import pg from 'pg';
import type { KnownAnswer } from './bare.ts';

/** As many connections as the web role has. */
const POOL_SIZE = 12;
const ORDER_QUERY = `select o.*, (select json_agg(e order by n) from order_event e where e.order_id = o.id) as events from orders o where o.ref = $1`;
const REF = /ref%22%3A%22([A-Z0-9]+)/;

const [port = '', file = ''] = process.argv.slice(2);
const known = JSON.parse(readFileSync(file, 'utf8')) as [string, KnownAnswer][];
const answers = new Map(
  known.map(([path, { headers, notModified, body }]) => [path, { headers, notModified, etag: headers.etag, body: Buffer.from(body, 'base64') }]),
);
const databaseUrl = process.env.BARE_DATABASE_URL;
const pool = databaseUrl ? new pg.Pool({ connectionString: databaseUrl, max: POOL_SIZE }) : null;
pool?.on('error', () => {});

function answer(path: string, wanted: string | undefined, response: ServerResponse): void {
  const found = answers.get(path);
  if (!found) response.writeHead(404).end();
  else if (wanted !== undefined && wanted === found.etag) response.writeHead(304, found.notModified).end();
  else response.writeHead(200, found.headers).end(found.body);
}

async function readAndAnswer(path: string, response: ServerResponse): Promise<void> {
  const { rows } = await (pool as pg.Pool).query({ name: 'read order', text: ORDER_QUERY, values: [REF.exec(path)?.[1] ?? ''] });
  if (rows.length === 1) answer(path, undefined, response);
  else response.writeHead(404).end();
}

process.once('disconnect', () => process.exit());
createServer((request, response) => {
  const path = request.url ?? '';
  if (pool) return void readAndAnswer(path, response).catch(() => response.writeHead(500).end());
  if (request.method === 'GET') return answer(path, request.headers['if-none-match'], response);
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    JSON.parse(Buffer.concat(parts).toString());
    answer(path, undefined, response);
  });
}).listen(Number(port), '127.0.0.1', () => process.send?.({ ready: true }));
