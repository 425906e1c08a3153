import { createServer, type RequestListener, type ServerOptions } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { serve } from '@hono/node-server';
import type { App } from '@quydoi/api/app';
import type { NodeListener } from '@quydoi/api/fast-path/node-listener';
import { addressBlock, canonicalAddress } from '@quydoi/api/http/client-address';

/** A listening server. */
export interface HttpServer {
  readonly port: number;
  /** Stops accepting connections and drains requests in flight. */
  close(): Promise<void>;
}

/** Limits of connections. */
export interface ConnectionLimits {
  /** Deadline for a request to arrive completely: slow senders must not hold connections. */
  readonly requestTimeoutMs: number;
  /** Deadline for its head. */
  readonly headersTimeoutMs: number;
  /** Interval of looking for connections past their deadline: how much longer one may last. */
  readonly checkEveryMs: number;
  /** Most connections at a time; further ones are closed at once. */
  readonly connectionsMax: number;
  /** Most connections of one address that is no trusted proxy. */
  readonly connectionsPerAddressMax: number;
}

/** Limits of the site's connections. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  requestTimeoutMs: 30_000,
  headersTimeoutMs: 10_000,
  checkEveryMs: 1_000,
  connectionsMax: 10_000,
  connectionsPerAddressMax: 500,
};
const KEEP_ALIVE_MS = 30_000;
/** Deadline of requests in flight when the server stops. */
const DRAIN_MS = 5_000;

/** What {@link serveHttp} serves, and how. */
export interface HttpOptions {
  readonly app: App;
  /** Handles polls, and requests that must not reach the framework, before it. */
  readonly polls: NodeListener;
  readonly port: number;
  /** Whether an address is a trusted proxy's, whose connections are its clients'. */
  isTrustedProxy(address: string): boolean;
  /** Default: {@link CONNECTION_LIMITS}. */
  readonly limits?: ConnectionLimits;
}

/** Serves the app on all interfaces. Resolves once the server listens. */
export function serveHttp({ app, polls, port, isTrustedProxy, limits = CONNECTION_LIMITS }: HttpOptions): Promise<HttpServer> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        fetch: app.fetch as never,
        port,
        createServer: ((options: ServerOptions, listener: RequestListener) =>
          createServer(options, (request, response) => {
            if (!polls(request, response)) listener(request, response);
          })) as never,
        serverOptions: {
          requestTimeout: limits.requestTimeoutMs,
          headersTimeout: limits.headersTimeoutMs,
          keepAliveTimeout: KEEP_ALIVE_MS,
          connectionsCheckingInterval: limits.checkEveryMs,
        },
      },
      (info: AddressInfo) =>
        resolve({
          port: info.port,
          close: () => closeServer(server as unknown as Server & { closeAllConnections(): void; closeIdleConnections(): void }),
        }),
    );
    server.once('error', reject);
    limitConnections(server as unknown as Server, limits, isTrustedProxy);
  });
}

/** Closes connections beyond the limits as they come. */
function limitConnections(server: Server, limits: ConnectionLimits, isTrustedProxy: (address: string) => boolean): void {
  server.maxConnections = limits.connectionsMax;
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = canonicalAddress(socket.remoteAddress ?? '');
    if (address === null || isTrustedProxy(address)) return;
    const key = addressBlock(address);
    const count = (open.get(key) ?? 0) + 1;
    if (count > limits.connectionsPerAddressMax) return void socket.destroy();
    open.set(key, count);
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left === 0) open.delete(key);
      else open.set(key, left);
    });
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
