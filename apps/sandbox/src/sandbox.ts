import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { doorRoutes } from './door/routes.ts';
import type { SandboxOptions } from './options.ts';
import { pageRoutes } from './page/routes.ts';
import { payOsRoutes } from './payos/routes.ts';
import { perfectMoneyRoutes } from './perfect-money/routes.ts';
import { sePayRoutes } from './sepay/routes.ts';
import { tronRoutes } from './tron/routes.ts';
import { vietQrRoutes } from './vietqr/routes.ts';
import { openWorld, type World } from './world.ts';

/** A sandbox that is set up: its routes, and the world behind them. */
export interface Sandbox {
  readonly app: Hono<{ Bindings: HttpBindings }>;
  readonly world: World;
  /** Stops the webhooks and closes the books. Stop the server first. */
  close(): Promise<void>;
}

/** Sets a sandbox up without listening. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const world = openWorld(options);
  const { bankBook, faults, payOsBook, pmBook, pace, now } = world;
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.route('/', sePayRoutes(bankBook, faults, { token: options.sepay.token, collectionAccount: options.collectionAccount, pace, now }));
  app.route('/', vietQrRoutes(faults, { ...options.vietQr, pace }));
  app.route('/', payOsRoutes(payOsBook, faults, { ...options.payOs, pace, now }));
  app.route('/', perfectMoneyRoutes(pmBook, faults, { ...options.perfectMoney, pace, now }));
  app.route('/', tronRoutes(world.tron, faults));
  app.route('/', doorRoutes(world, options));
  app.route('/', pageRoutes(world, options));
  return {
    app,
    world,
    async close() {
      await world.webhooks.close();
      world.books.close();
    },
  };
}

/** A sandbox that listens. */
export interface ListeningSandbox extends Sandbox {
  readonly port: number;
  readonly url: string;
}

/** Sets a sandbox up and listens. Port 0 takes any free one. `close` ends the server too. */
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
