/** What an HTTP server of Node alone can do: answers known requests with known bytes. `bare-server.ts PORT ANSWERS_FILE` */
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { KnownAnswer } from './bare.ts';

const [port = '', file = ''] = process.argv.slice(2);
const known = JSON.parse(readFileSync(file, 'utf8')) as [string, KnownAnswer][];
const answers = new Map(
  known.map(([path, { headers, notModified, body }]) => [path, { headers, notModified, etag: headers.etag, body: Buffer.from(body, 'base64') }]),
);

function answer(path: string, wanted: string | undefined, response: ServerResponse): void {
  const found = answers.get(path);
  if (!found) response.writeHead(404).end();
  else if (wanted !== undefined && wanted === found.etag) response.writeHead(304, found.notModified).end();
  else response.writeHead(200, found.headers).end(found.body);
}

process.once('disconnect', () => process.exit());
createServer((request, response) => {
  const path = request.url ?? '';
  if (request.method === 'GET') return answer(path, request.headers['if-none-match'], response);
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    JSON.parse(Buffer.concat(parts).toString());
    answer(path, undefined, response);
  });
}).listen(Number(port), '127.0.0.1', () => process.send?.({ ready: true }));
