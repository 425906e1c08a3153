import type { RequestEvent } from '@quydoi/api/observe';
import type { ChangeObserver } from '@quydoi/database/change-observer';
import type { PollingJob } from '@quydoi/exchange/jobs/poll';
import type { Telemetry } from '@quydoi/exchange/telemetry';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { createDecisionObserver } from './decisions.ts';
import { createJobMeter } from './jobs.ts';
import { createRailCallObserver, instrumentRail } from './rail-calls.ts';
import { createRefusalCounter, createRequestObserver } from './requests.ts';

/** All measurements of one process, in one registry. */
export interface RoleTelemetry {
  readonly registry: Registry;
  /** Metrics that use cases report themselves. */
  readonly port: Telemetry;
  /** Observes committed changes to the money tables. */
  readonly observeChanges: ChangeObserver;
  /** Observes an answered HTTP request. */
  observeRequest(request: RequestEvent): void;
  /** The same rails, or sources of prices, with their calls measured. */
  instrument<Code extends string, Client extends { readonly code: Code }>(clients: ReadonlyMap<Code, Client>): ReadonlyMap<Code, Client>;
  /** The job, with its runs measured. */
  measuredJob(name: string, work: PollingJob): PollingJob;
}

/** Sets up the measurements of a role, with Node's own (event loop lag, heap, garbage collection). */
export function createTelemetry(role: string, logger: Logger): RoleTelemetry {
  const registry = new Registry();
  registry.setDefaultLabels({ role });
  collectDefaultMetrics({ register: registry });
  const nowMs = () => performance.now();
  const jobs = createJobMeter(registry, logger, nowMs);
  const countRefusal = createRefusalCounter(registry, logger);
  const observeCall = createRailCallObserver(registry);
  return {
    registry,
    port: { itemsHandled: jobs.items, refused: countRefusal },
    observeChanges: createDecisionObserver(registry, logger),
    observeRequest: createRequestObserver(registry, logger, countRefusal, nowMs),
    instrument: (clients) => new Map([...clients].map(([code, client]) => [code, instrumentRail(client, observeCall, nowMs)])),
    measuredJob: jobs.measured,
  };
}
