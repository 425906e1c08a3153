import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckpointName } from '@quydoi/exchange/checkpoints';
import type { SeededRandom } from '../seeded-random.ts';
import { type ExchangeUnderTest, KILLABLE, type Killable } from '../system/exchange-under-test.ts';
import { createTally, type Tally } from '../tally.ts';
import { checkpointsOfDollarBuys } from './kill-points.ts';

/** Counts of the kills of a run. */
export interface RandomKills {
  readonly byRole: Tally;
  /** By checkpoint name; `anywhere` counts kills at a random moment. */
  readonly byLocation: Tally;
}

const PAUSE_MS_MIN = 50;
const PAUSE_MS_MAX = 350;
/** A role that does not reach the armed checkpoint within this time is killed wherever it is. */
const CHECKPOINT_MS_MAX = 1_500;
const POLL_MS = 20;
const ANYWHERE = 'anywhere';

/** Kills random roles `kills` times, half of them at a checkpoint, and restarts each at once. Several roles may be down together. */
export async function killAtRandom(exchange: ExchangeUnderTest, random: SeededRandom, kills: number): Promise<RandomKills> {
  const log: RandomKills = {
    byRole: createTally(KILLABLE),
    byLocation: createTally([ANYWHERE, ...KILLABLE.flatMap(checkpointsOfDollarBuys)]),
  };
  const restarts = new Map<Killable, Promise<void>>();
  for (let killed = 0; killed < kills; killed += 1) {
    await sleep(random.int(PAUSE_MS_MIN, PAUSE_MS_MAX));
    const role = random.pick(KILLABLE);
    await restarts.get(role);
    const location = random.oneIn(2)
      ? await killAtCheckpoint(exchange, role, random.pick(checkpointsOfDollarBuys(role) as [CheckpointName, ...CheckpointName[]]))
      : await killAnywhere(exchange, role);
    log.byRole.add(role);
    log.byLocation.add(location);
    const restart = exchange.start(role);
    restart.catch(() => {});
    restarts.set(role, restart);
  }
  await Promise.all(restarts.values());
  return log;
}

async function killAtCheckpoint(exchange: ExchangeUnderTest, role: Killable, point: CheckpointName): Promise<string> {
  exchange.arm(role, point);
  for (let waitedMs = 0; waitedMs < CHECKPOINT_MS_MAX && exchange.isArmed(role, point); waitedMs += POLL_MS) await sleep(POLL_MS);
  if (exchange.disarm(role, point)) return killAnywhere(exchange, role);
  await exchange.roles[role].died();
  return point;
}

async function killAnywhere(exchange: ExchangeUnderTest, role: Killable): Promise<string> {
  await exchange.kill(role);
  return ANYWHERE;
}
