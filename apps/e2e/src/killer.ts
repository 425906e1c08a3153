import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckpointName } from '@quydoi/exchange/checkpoints';
import type { Dice } from './dice.ts';
import { type ExchangeUnderTest, KILLABLE, type Killable } from './exchange-under-test.ts';
import { checkpointsOfDollarBuys } from './occasions.ts';
import { createTally, type Tally } from './tally.ts';

/** What was killed, where. */
export interface Deaths {
  readonly byRole: Tally;
  /** Deaths at a checkpoint by its name, and `anywhere` for those at a moment of chance. */
  readonly byPlace: Tally;
}

const PAUSE_MS_MIN = 50;
const PAUSE_MS_MAX = 350;
/** A role that does not come to its checkpoint meanwhile is killed where it is. */
const CHECKPOINT_MS_MAX = 1_500;
const POLL_MS = 20;
const ANYWHERE = 'anywhere';

/** Kills roles at random, half of them at a checkpoint, and starts each again at once. Roles may be down together. */
export async function killAtRandom(exchange: ExchangeUnderTest, dice: Dice, kills: number): Promise<Deaths> {
  const deaths: Deaths = {
    byRole: createTally(KILLABLE),
    byPlace: createTally([ANYWHERE, ...KILLABLE.flatMap(checkpointsOfDollarBuys)]),
  };
  const revivals = new Map<Killable, Promise<void>>();
  for (let killed = 0; killed < kills; killed += 1) {
    await sleep(dice.int(PAUSE_MS_MIN, PAUSE_MS_MAX));
    const role = dice.pick(KILLABLE);
    await revivals.get(role);
    const place = dice.once(2)
      ? await killAtCheckpoint(exchange, role, dice.pick(checkpointsOfDollarBuys(role) as [CheckpointName, ...CheckpointName[]]))
      : await killAnywhere(exchange, role);
    deaths.byRole.add(role);
    deaths.byPlace.add(place);
    const revival = exchange.start(role);
    revival.catch(() => {});
    revivals.set(role, revival);
  }
  await Promise.all(revivals.values());
  return deaths;
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
