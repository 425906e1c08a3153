import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckpointName } from '@quydoi/exchange/checkpoints';
import { KILL_POINTS } from '../kills/kill-points.ts';
import { type ExchangeUnderTest, KILLABLE, type Killable } from '../system/exchange-under-test.ts';
import { createTally, type Tally } from '../tally.ts';
import { until } from '../until.ts';
import { type Plan, type PlannedKill, VICTIMS } from './plan.ts';
import { readOfferedTrades } from './trades.ts';

/** Counts of the kills of a run. */
export interface KillLog {
  /** Kills by victim. */
  readonly byVictim: Tally;
  /** Kills by role and checkpoint; `anywhere` counts kills at a random moment. */
  readonly byLocation: Tally;
  /** Processes that exited without being killed, with their last logs. */
  readonly unexpectedExits: string[];
}

/** An empty log. */
export function createKillLog(): KillLog {
  return { byVictim: createTally(VICTIMS), byLocation: createTally([ANYWHERE, ...KILL_POINTS.map(locationOf)]), unexpectedExits: [] };
}

/** Key of a kill at a checkpoint; two roles may share a checkpoint. */
function locationOf({ role, point }: { readonly role: Killable; readonly point: CheckpointName }): string {
  return `${role} ${point}`;
}

/** A role that does not reach an armed checkpoint within this time is killed wherever it is. */
const CHECKPOINT_MS_MAX = 2_500;
/** Minimum lifetime between kills, extended by the time that the last start took: otherwise, on a busy machine, victims would hardly do anything. */
const LIFE_MS_MIN = 400;
const LIVES_PER_START = 1.5;
const POLL_MS = 20;
const START_AGAIN_MS = 300;
/** Time limit of a restart: a role exits while PostgreSQL is down and is started again, as the supervisor would, until this time. */
const START_MS_MAX = 180_000;
const ANYWHERE = 'anywhere';

/** Kills each victim by its own plan and restarts it at once. Resolves when all are up after `over` aborts. */
export async function runKills(exchange: ExchangeUnderTest, plan: Plan, killLog: KillLog, over: AbortSignal): Promise<void> {
  await Promise.all([
    ...KILLABLE.map((role) => runRoleKills(exchange, role, plan, killLog, over)),
    runPostgresKills(exchange, plan.kills.postgres, killLog, over),
    runSandboxKills(exchange, plan.kills.sandbox, killLog, over),
  ]);
}

async function runRoleKills(exchange: ExchangeUnderTest, role: Killable, plan: Plan, killLog: KillLog, over: AbortSignal) {
  const startedMs = performance.now();
  let lifeMs = LIFE_MS_MIN;
  for (const { atMs, points } of plan.kills[role]) {
    const missed = performance.now() - startedMs >= plan.forcedFromMs ? checkpointsNotKilledAt(role, killLog) : [];
    for (const point of missed) exchange.arm(role, point);
    await Promise.race([untilDue(startedMs, atMs, over, lifeMs), exchange.roles[role].died()]);
    const { isUp } = exchange.roles[role];
    const reached = await disarmReached(exchange, role, missed);
    if (!reached && over.aborted) break;
    if (reached || isUp) {
      killLog.byLocation.add(reached ?? (await killAt(exchange, role, points, over)));
      killLog.byVictim.add(role);
    } else killLog.unexpectedExits.push(`${role} exited: ${await exchange.roles[role].died()}\n${exchange.roles[role].recentLogs()}`);
    const diedMs = performance.now();
    await startAgain(() => exchange.start(role));
    lifeMs = Math.max(LIFE_MS_MIN, LIVES_PER_START * (performance.now() - diedMs));
  }
}

/** Checkpoints of a role without a kill so far. */
function checkpointsNotKilledAt(role: Killable, { byLocation }: KillLog): CheckpointName[] {
  return KILL_POINTS.filter((one) => one.role === role && byLocation.of(locationOf(one)) === 0).map(({ point }) => point);
}

/** Arms the checkpoints and waits until the role dies at one of them, or kills it. @returns the location of the kill */
async function killAt(exchange: ExchangeUnderTest, role: Killable, points: readonly CheckpointName[], over: AbortSignal): Promise<string> {
  for (const point of points) exchange.arm(role, point);
  const isUntouched = () => points.every((point) => exchange.isArmed(role, point));
  for (let waitedMs = 0; points.length > 0 && waitedMs < CHECKPOINT_MS_MAX && isUntouched() && !over.aborted; waitedMs += POLL_MS)
    await sleep(POLL_MS);
  return (await disarmReached(exchange, role, points)) ?? killAnywhere(exchange, role);
}

/** Disarms checkpoints. @returns the location of the one that the role reached, once it has died; null if none */
async function disarmReached(exchange: ExchangeUnderTest, role: Killable, points: readonly CheckpointName[]): Promise<string | null> {
  // Each only once: a disarmed checkpoint looks like a reached one.
  const [point] = [...new Set(points)].filter((armed) => !exchange.disarm(role, armed));
  if (!point) return null;
  await exchange.roles[role].died();
  return locationOf({ role, point });
}

async function killAnywhere(exchange: ExchangeUnderTest, role: Killable): Promise<string> {
  await exchange.kill(role);
  return ANYWHERE;
}

async function runPostgresKills(exchange: ExchangeUnderTest, planned: readonly PlannedKill[], killLog: KillLog, over: AbortSignal) {
  const startedMs = performance.now();
  for (const { atMs } of planned) {
    await untilDue(startedMs, atMs, over);
    if (over.aborted) return;
    try {
      exchange.killPostgres();
      killLog.byVictim.add('postgres');
      // Waits for recovery, which takes long on a busy machine: a database that is always down tests nothing.
      await until('PostgreSQL', START_MS_MAX, () => readOfferedTrades(exchange), START_AGAIN_MS);
    } catch {
      // PostgreSQL is still recovering: go on to the next planned kill.
    }
  }
}

async function runSandboxKills(exchange: ExchangeUnderTest, planned: readonly PlannedKill[], killLog: KillLog, over: AbortSignal) {
  const startedMs = performance.now();
  for (const { atMs } of planned) {
    await untilDue(startedMs, atMs, over);
    if (over.aborted) return;
    await exchange.sandbox.kill();
    killLog.byVictim.add('sandbox');
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

/** Waits until a planned time, relative to `startedMs`, but at least `lifeMs`. */
async function untilDue(startedMs: number, atMs: number, over: AbortSignal, lifeMs = LIFE_MS_MIN): Promise<void> {
  await sleep(Math.max(lifeMs, startedMs + atMs - performance.now()), undefined, { signal: over }).catch(() => {});
}
