import type { Snapshot } from '@quydoi/contract/ports';
import { type App, createWeb } from '../src/app.ts';
import type { NodeListener } from '../src/fast-path/node-listener.ts';
import type { AppOptions } from '../src/http/context.ts';
import { DEFAULT_LIMITS, type Limits } from '../src/limits.ts';
import type { RequestEvent } from '../src/observe.ts';
import { createFakeExchange, type FakeExchange } from './fake-exchange.ts';
import { CONFIG_EXTRAS, CONFIG_VIEW, LIVE_VIEW, NOW } from './views.ts';

/** A line that the app logged. */
export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** An app over the fake exchange, with everything that a test may want to look at or turn. */
export interface TestApp {
  readonly app: App;
  readonly listener: NodeListener;
  readonly exchange: FakeExchange;
  readonly log: LogLine[];
  readonly observed: RequestEvent[];
  readonly clock: { now: Date };
}

/** Limits that no test reaches by accident. */
const NO_LIMIT = { device: { burst: 1e9, perSecond: 1e9 }, address: { burst: 1e9, perSecond: 1e9 } };
const NO_LIMITS = Object.fromEntries(Object.keys(DEFAULT_LIMITS).map((name) => [name, NO_LIMIT])) as Limits;

/** Opens an app. Request ids count from `req-1`. */
export function createTestApp(options: Partial<AppOptions> = {}): TestApp {
  const exchange = createFakeExchange();
  const log: LogLine[] = [];
  const observed: RequestEvent[] = [];
  const clock = { now: NOW };
  let requests = 0;
  const config = snapshotOf(CONFIG_VIEW);
  const live = snapshotOf(LIVE_VIEW);
  const extras = snapshotOf(CONFIG_EXTRAS);
  const { app, listener } = createWeb({
    exchange,
    snapshots: { config: () => config, live: () => live, extras: () => extras },
    device: { secret: 'a secret of the test' },
    limits: NO_LIMITS,
    logger: {
      info: (fields, message) => void log.push({ level: 'info', fields, message }),
      warn: (fields, message) => void log.push({ level: 'warn', fields, message }),
      error: (fields, message) => void log.push({ level: 'error', fields, message }),
    },
    newRequestId: () => `req-${++requests}`,
    now: () => clock.now,
    ready: async () => true,
    observe: (event) => void observed.push(event),
    ...options,
  });
  return { app, listener, exchange, log, observed, clock };
}

/** A view as the exchange would hand it out for polling. */
export function snapshotOf<T extends { readonly version: string }>(view: T): Snapshot<T> {
  return { version: view.version, etag: `"${view.version}"`, view };
}

/** A POST of JSON text to a path of the app. */
export function post(app: App, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return Promise.resolve(app.request(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: text }));
}
