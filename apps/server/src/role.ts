import { randomBytes } from 'node:crypto';
import { observeChanges } from '@quydoi/database/change-observer';
import { type Listener, listen, type Topic } from '@quydoi/database/listen';
import { type Orm, openOrm } from '@quydoi/database/orm';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { Settings } from '@quydoi/domain/settings';
import { createSettingsStore, type SettingsStore } from '@quydoi/exchange/config/settings-store';
import type { Ctx } from '@quydoi/exchange/context';
import { createEvidenceCodes } from '@quydoi/exchange/evidence-codes';
import { createIdentityOpener } from '@quydoi/exchange/identity-keys';
import { type PollingJob, type PollLoop, startPolling } from '@quydoi/exchange/jobs/poll';
import type { Rail } from '@quydoi/rails/rail';
import type { Logger } from 'pino';
import { systemClock } from './clock.ts';
import { createCheckpoint } from './kill-switch.ts';
import { createLogger } from './logger.ts';
import { secretKeysOf } from './secret-keys.ts';
import { serveMetrics } from './telemetry/metrics-server.ts';
import { createTelemetry, type RoleTelemetry } from './telemetry/telemetry.ts';

/** Runtime of a role. */
export interface Role {
  readonly ctx: Ctx;
  readonly logger: Logger;
  readonly telemetry: RoleTelemetry;
  /** Runs a job every `everyMs` and whenever one of the topics is notified, with `gapMs` between the starts of two runs. */
  poll(name: string, work: PollingJob, everyMs: number, topics?: readonly Topic[], gapMs?: number): Pick<PollLoop, 'wake'>;
  /** Calls back whenever the topic is notified. */
  on(topic: Topic, handle: (payload: string) => void): void;
  /** Starts the role: reports readiness to the supervisor and shuts down gracefully on SIGTERM or SIGINT. */
  start(onStop?: () => Promise<void>): void;
}

/** Maximum age of cached settings, in case notifications are lost. */
const SETTINGS_FRESH_MS = 2_000;
/** Statement timeout: statements of every role are short, so a longer one is stuck. */
export const STATEMENT_TIMEOUT_MS = 10_000;

/** Variables common to all roles. */
interface RoleConfig {
  readonly DATABASE_URL: string;
  readonly LOG_LEVEL: string;
  readonly KILL_AT?: string | undefined;
  readonly METRICS_PORT?: number | undefined;
  readonly EVIDENCE_SECRETS?: readonly string[] | undefined;
  readonly IDENTITY_SECRETS?: readonly string[] | undefined;
}

/** Opens a role: database, settings, logger, telemetry. Notifications are delivered only after `start`. */
export async function openRole(
  name: string,
  config: RoleConfig,
  railsOf: (settings: Settings) => ReadonlyMap<NetworkCode, Rail>,
  poolSize: number,
): Promise<Role> {
  const logger = createLogger(name, config.LOG_LEVEL);
  const telemetry = createTelemetry(name, logger);
  const orm = await openOrm({ url: config.DATABASE_URL, poolSize, statementTimeoutMs: STATEMENT_TIMEOUT_MS, applicationName: `quydoi ${name}` });
  observeChanges(orm, telemetry.observeChanges);
  const settings = createSettingsStore(orm, systemClock, SETTINGS_FRESH_MS);
  const stopping = new AbortController();
  const ctx: Ctx = {
    orm,
    clock: systemClock,
    random: (size) => randomBytes(size),
    checkpoint: createCheckpoint(config.KILL_AT),
    settings: () => settings.current(),
    settingsAtHand: () => settings.atHand(),
    rails: telemetry.instrument(railsOf(await settings.current())),
    logger,
    telemetry: telemetry.port,
    ...evidenceOf(config),
    ...identitiesOf(config),
    stopping: stopping.signal,
  };
  return runnable(ctx, stopping, orm, settings, logger, telemetry, config);
}

function evidenceOf({ EVIDENCE_SECRETS: secrets }: RoleConfig): Pick<Ctx, 'evidence'> {
  return secrets ? { evidence: createEvidenceCodes(secretKeysOf(secrets)) } : {};
}

function identitiesOf({ IDENTITY_SECRETS: secrets }: RoleConfig): Pick<Ctx, 'identities'> {
  const [newest, ...others] = (secrets ?? []).map((secret) => Buffer.from(secret));
  return newest ? { identities: createIdentityOpener([newest, ...others]) } : {};
}

function runnable(
  ctx: Ctx,
  stopping: AbortController,
  orm: Orm,
  settings: SettingsStore,
  logger: Logger,
  telemetry: RoleTelemetry,
  config: RoleConfig,
): Role {
  const loops: PollLoop[] = [];
  const handlers = new Map<Topic, ((payload: string) => void)[]>([['setting', [() => settings.drop()]]]);
  const on = (topic: Topic, handle: (payload: string) => void) => handlers.set(topic, [...(handlers.get(topic) ?? []), handle]);
  return {
    ctx,
    logger,
    telemetry,
    on,
    poll(name, work, everyMs, topics = [], gapMs = 0) {
      const loop = startPolling(ctx, name, telemetry.measuredJob(name, work), everyMs, gapMs);
      loops.push(loop);
      for (const topic of topics) on(topic, () => loop.wake());
      return loop;
    },
    start(onStop) {
      const listener = listen(config.DATABASE_URL, [...handlers.keys()], (topic, payload) => {
        for (const handle of handlers.get(topic) ?? []) handle(payload);
      });
      const metrics = config.METRICS_PORT === undefined ? null : serveMetrics(telemetry.registry, config.METRICS_PORT, logger);
      const stop = onceStopped(async () => {
        stopping.abort();
        await onStop?.();
        await metrics?.close();
        await closeAll(listener, loops, orm);
      }, logger);
      process.on('SIGTERM', stop);
      process.on('SIGINT', stop);
      process.send?.({ ready: true });
      logger.info({}, 'ready');
    },
  };
}

function onceStopped(close: () => Promise<void>, logger: Logger): () => void {
  let stopping = false;
  return () => {
    if (stopping) return;
    stopping = true;
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ error: String(error) }, 'stopped badly');
        process.exit(1);
      },
    );
  };
}

async function closeAll(listener: Listener, loops: readonly PollLoop[], orm: Orm): Promise<void> {
  await Promise.all(loops.map((loop) => loop.stop()));
  await listener.close();
  await orm.close(true);
}
