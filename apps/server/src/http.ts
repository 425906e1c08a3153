import { createServer, type RequestListener, type ServerOptions } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { serve } from '@hono/node-server';
import type { App } from '@quydoi/api/app';
import type { NodeListener } from '@quydoi/api/fast-path/node-listener';

/** A listening server. */
export interface HttpServer {
  readonly port: number;
  /** Stops accepting connections and drains requests in flight. */
  close(): Promise<void>;
}

/** Deadline for a request to arrive completely: slow senders must not hold connections. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 30_000;
/** Deadline of requests in flight when the server stops. */
const DRAIN_MS = 5_000;

/** Serves the app on all interfaces; `polls` handles fast-path requests before the framework. Resolves once the server listens. */
export function serveHttp(app: App, polls: NodeListener, port: number): Promise<HttpServer> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        fetch: app.fetch as never,
        port,
        createServer: ((options: ServerOptions, listener: RequestListener) =>
          createServer(options, (request, response) => {
            if (!polls(request, response)) listener(request, response);
          })) as never,
        serverOptions: { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: HEADERS_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS },
      },
      (info: AddressInfo) =>
        resolve({
          port: info.port,
          close: () => closeServer(server as unknown as Server & { closeAllConnections(): void; closeIdleConnections(): void }),
        }),
    );
    server.once('error', reject);
  });
}

function closeServer(server: Server & { closeAllConnections(): void; closeIdleConnections(): void }): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });
}
