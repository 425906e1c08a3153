import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A provider for one test: answers as the handler says and keeps what was asked. */
export interface Provider {
  readonly url: string;
  readonly asked: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[];
  close(): Promise<void>;
}

/** Deadline of calls to a provider that answers, in milliseconds: a busy machine takes its time. */
export const ANSWER_TIMEOUT_MS = 60_000;

/** Starts a provider on a free port. */
export async function serve(handle: (response: ServerResponse, request: IncomingMessage) => void): Promise<Provider> {
  const asked: Provider['asked'] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    asked.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() });
    handle(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
