import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckpointName } from '@quydoi/exchange/checkpoints';
import { type ExchangeUnderTest, KILLABLE, type Killable } from '../exchange-under-test.ts';
import type { Tally } from '../tally.ts';
import { until } from '../until.ts';
import { checkpointsOf, type KillStroke, type Plan } from './plan.ts';
import { readRoutes } from './routes.ts';

/** What the reaper counts. */
export interface Deaths {
  /** Kills by victim. */
  readonly byVictim: Tally;
  /** Deaths at a checkpoint by its name, and `anywhere` for those at a moment of chance. */
  readonly byPlace: Tally;
  /** Programs that ended though nobody had killed them, in words. */
  readonly unasked: string[];
}

/** A role that does not come to its checkpoint meanwhile is killed where it is. */
const CHECKPOINT_MS_MAX = 2_500;
const POLL_MS = 20;
const START_AGAIN_MS = 300;
/** A role that starts while PostgreSQL is down ends by itself, and is started again as its supervisor would. */
const START_MS_MAX = 60_000;
export const ANYWHERE = 'anywhere';

/** Kills everything by plan, each victim in a rhythm of its own, and starts it again at once. Resolves when everything is up after the end. */
export async function reap(exchange: ExchangeUnderTest, plan: Plan, deaths: Deaths, over: AbortSignal): Promise<void> {
  await Promise.all([
    ...KILLABLE.map((role) => reapRole(exchange, role, plan, deaths, over)),
    reapPostgres(exchange, plan.kills.postgres, deaths, over),
    reapSandbox(exchange, plan.kills.sandbox, deaths, over),
  ]);
}

async function reapRole(exchange: ExchangeUnderTest, role: Killable, plan: Plan, deaths: Deaths, over: AbortSignal) {
  const halfMs = performance.now() + plan.durationMs / 2;
  for (const { pauseMs, points } of plan.kills[role]) {
    await Promise.race([pause(pauseMs, over), exchange.roles[role].died()]);
    if (over.aborted) break;
    if (exchange.roles[role].isUp) {
      // In the second half, what nobody has died at yet gets its turn as well.
      const missed = performance.now() > halfMs && points.length > 0 ? deaths.byPlace.missing(checkpointsOf(role)) : [];
      deaths.byPlace.add(await killAt(exchange, role, [...new Set([...points, ...(missed as CheckpointName[])])], over));
      deaths.byVictim.add(role);
    } else deaths.unasked.push(`${role} ended by itself: ${await exchange.roles[role].died()}\n${exchange.roles[role].lastWords()}`);
    await startAgain(() => exchange.start(role));
  }
}

/** Arms the checkpoints and waits until the role dies at one of them, or kills it. @returns where it died */
async function killAt(exchange: ExchangeUnderTest, role: Killable, points: readonly CheckpointName[], over: AbortSignal): Promise<string> {
  for (const point of points) exchange.arm(role, point);
  const isUntouched = () => points.every((point) => exchange.isArmed(role, point));
  for (let waitedMs = 0; points.length > 0 && waitedMs < CHECKPOINT_MS_MAX && isUntouched() && !over.aborted; waitedMs += POLL_MS)
    await sleep(POLL_MS);
  const taken = points.filter((point) => !exchange.disarm(role, point));
  if (taken.length === 0) return killAnywhere(exchange, role);
  await exchange.roles[role].died();
  return taken[0] ?? ANYWHERE;
}

async function killAnywhere(exchange: ExchangeUnderTest, role: Killable): Promise<string> {
  await exchange.kill(role);
  return ANYWHERE;
}

async function reapPostgres(exchange: ExchangeUnderTest, strokes: readonly KillStroke[], deaths: Deaths, over: AbortSignal) {
  for (const { pauseMs } of strokes) {
    await pause(pauseMs, over);
    if (over.aborted) return;
    try {
      exchange.killPostgres();
      deaths.byVictim.add('postgres');
      // A busy machine takes long to recover it: what is always down harms nobody.
      await until('PostgreSQL', START_MS_MAX, () => readRoutes(exchange), START_AGAIN_MS);
    } catch {
      // It is still starting, or does not answer yet: the next pause gives it time.
    }
  }
}

async function reapSandbox(exchange: ExchangeUnderTest, strokes: readonly KillStroke[], deaths: Deaths, over: AbortSignal) {
  for (const { pauseMs } of strokes) {
    await pause(pauseMs, over);
    if (over.aborted) return;
    await exchange.sandbox.kill();
    deaths.byVictim.add('sandbox');
    await startAgain(() => exchange.sandbox.start());
  }
}

async function startAgain(start: () => Promise<void>): Promise<void> {
  for (const deadlineMs = performance.now() + START_MS_MAX; ; ) {
    try {
      return await start();
    } catch (error) {
      if (performance.now() > deadlineMs) throw error;
      await sleep(START_AGAIN_MS);
    }
  }
}

async function pause(ms: number, over: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: over }).catch(() => {});
}
