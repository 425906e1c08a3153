import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { presentTime } from './clock.ts';
import { controlRoutes } from './control/routes.ts';
import type { SandboxOptions } from './options.ts';
import { pageRoutes } from './page/routes.ts';
import { priceRoutes } from './prices/index.ts';
import { Problem } from './problem.ts';
import { smsRoutes } from './sms/routes.ts';
import { openWorld, type World } from './world.ts';

/** A sandbox without a server: its routes, and the world behind them. */
export interface Sandbox {
  readonly app: Hono<{ Bindings: HttpBindings }>;
  readonly world: World;
  /** Stops background work and closes the books. Stop the server first. */
  close(): Promise<void>;
}

/** Creates a sandbox that does not listen yet. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const world = openWorld(options);
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.onError((error, c) => {
    if (error instanceof Problem) return c.json({ error: error.code, message: error.message }, error.status);
    throw error;
  });
  for (const [, { routes }] of world.networkList) app.route('/', routes);
  app.route('/', priceRoutes({ books: world.books, faults: world.faults, now: options.now ?? presentTime }));
  app.route('/', smsRoutes(world.sms));
  app.route('/', controlRoutes(world, options.exchangeUrl));
  app.route('/', pageRoutes(world, options.exchangeUrl));
  return {
    app,
    world,
    async close() {
      await Promise.all(world.networkList.map(([, network]) => network.close()));
      world.books.close();
    },
  };
}

/** A sandbox that listens. */
export interface ListeningSandbox extends Sandbox {
  readonly port: number;
  readonly url: string;
}

/** Creates a sandbox and listens. Port 0 takes any free one. `close` stops the server too. */
export async function startSandbox(options: SandboxOptions, port: number, host = '127.0.0.1'): Promise<ListeningSandbox> {
  const sandbox = createSandbox(options);
  const server = createAdaptorServer({ fetch: sandbox.app.fetch, overrideGlobalObjects: false });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const listening = typeof address === 'object' && address ? address.port : port;
  return {
    ...sandbox,
    port: listening,
    url: `http://${host}:${listening}`,
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
      await sandbox.close();
    },
  };
}
