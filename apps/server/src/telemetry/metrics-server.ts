import { createServer, type Server } from 'node:http';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';

/** Loopback only; never exposed through the customers' reverse proxy. */
const HOST = '127.0.0.1';
const RETRY_MS = 5_000;
const REQUEST_TIMEOUT_MS = 10_000;

/** A server of metrics. */
export interface MetricsServer {
  close(): Promise<void>;
}

/**
 * Serves `GET /metrics` in Prometheus' text format on a port of this machine. A port in use disables only the metrics: binding is
 * retried every few seconds, with an error in the log.
 */
export function serveMetrics(registry: Registry, port: number, logger: Logger): MetricsServer {
  let timer: NodeJS.Timeout | undefined;
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics' || !isAskedDirectly(request.headers.host, port)) {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        logger.error({ error: String(error) }, 'metrics not collected');
        response.writeHead(500).end();
      },
    );
  });
  const open = () => server.listen(port, HOST);
  server.on('error', (error: NodeJS.ErrnoException) => {
    logger.error({ port, code: error.code }, 'metrics not served');
    timer = setTimeout(open, RETRY_MS);
  });
  open();
  return { close: () => close(server, timer) };
}

/** A page in a browser on this machine could reach the port under a name of its own (DNS rebinding). */
function isAskedDirectly(host: string | undefined, port: number): boolean {
  return host === `${HOST}:${port}` || host === `localhost:${port}`;
}

function close(server: Server, timer: NodeJS.Timeout | undefined): Promise<void> {
  clearTimeout(timer);
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
