import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { statusOf } from '../src/customer.ts';
import { type ExchangeUnderTest, KILLABLE, type Killable, startExchangeUnderTest } from '../src/exchange-under-test.ts';
import { GATHERED_FROM_USDT, KILL_POINTS, type KillPoint, type Occasion } from '../src/occasions.ts';
import { comeToRest, reckonWith } from '../src/rest.ts';
import { readReceived, setFault } from '../src/sandbox.ts';
import { createTally } from '../src/tally.ts';
import type { Visit } from '../src/torture/plan.ts';
import { live, type Promised } from '../src/torture/visitor.ts';
import { until } from '../src/until.ts';

/** From placing an order to the process's death on its way. */
const DEATH_MS_MAX = 60_000;
/** For all orders to end when nobody dies any more; an outcome that stays unknown takes the signer's whole patience. */
const END_MS_MAX = 60_000;
const REST_MS_MAX = 60_000;
/** The first test waits for what all of them share. */
const TEST_MS_MAX = 300_000;
/** Quick blocks, and money in them that can be seen for a second before it is final. */
const PACE = {
  worker: { RECONCILE_MS: '2000', TRON_SCAN_MS: '250', TRON_VANISHED_MS: '300' },
  signer: { PATIENCE_MS: '6000', PM_LIST_MS: '500', TRON_SWEEP_MIN: String(GATHERED_FROM_USDT) },
  sandbox: { SANDBOX_TRON_BLOCK_MS: '200', SANDBOX_TRON_SOLID_BLOCKS: '5' },
};
/** Between the `sending` mark and the socket write: nobody can know what came of it where the provider knows no key of ours. */
const UNKNOWN_AFTER = 'payout.sending';

const nameOf = ({ role, point }: Pick<KillPoint, 'role' | 'point'>) => `${role} ${point}`;
const deaths = createTally(KILL_POINTS.map(nameOf));
const promises: Promised[] = [];
const gone = new AbortController();
/** What became of each point: who was killed there, and the order that it was for. */
const killings = new Map<string, Promise<Visitor>>();
let visits = 0;
/** Resolves when everything that was to die has died. */
let over: Promise<unknown>;
let exchange: ExchangeUnderTest;

/** A customer, whose order is known once it is acknowledged. */
interface Visitor {
  readonly promised: Promise<Promised>;
  /** When there is nothing left to do. */
  readonly left: Promise<void>;
}

beforeAll(async () => {
  exchange = await startExchangeUnderTest({ env: PACE });
  // What dies around a payment that must not be made twice has the exchange to itself, first because the signer's patience takes longest; then
  // the roles die side by side.
  const alone = killAtEach(
    KILL_POINTS.filter(({ occasion }) => occasion.isOneShot),
    Promise.resolve(),
  );
  const together = KILLABLE.map((role) =>
    killAtEach(
      KILL_POINTS.filter((one) => one.role === role && !one.occasion.isOneShot),
      alone,
    ),
  );
  over = Promise.all(together);
});
afterAll(async () => {
  gone.abort();
  await exchange?.stop();
});

/** Kills at one point after the other. One that is not reached does not keep the others waiting. */
function killAtEach(points: readonly KillPoint[], after: Promise<unknown>): Promise<unknown> {
  let last = after;
  for (const one of points) {
    const killing = last.then(() => killAt(one));
    killings.set(nameOf(one), killing);
    last = killing.catch(() => {});
  }
  return last;
}

async function killAt({ role, point, occasion }: KillPoint): Promise<Visitor> {
  if (occasion.fault) await setFault(exchange, occasion.fault.rail, occasion.fault.kind, 1);
  exchange.arm(role, point);
  const visitor = visit(occasion.order);
  // Some points are come to after the order is delivered; who is turned away waits for nothing.
  const turnedAway = visitor.left.then(() => new Promise<never>(() => {}));
  try {
    await Promise.race([until(`${role} to come to ${point}`, DEATH_MS_MAX, () => !exchange.isArmed(role, point)), turnedAway]);
  } catch (error) {
    exchange.disarm(role, point);
    throw error;
  }
  await comeBack(role);
  deaths.add(nameOf({ role, point }));
  // The next death must not fall on what this one has left under way.
  if (occasion.isOneShot && point !== UNKNOWN_AFTER) await visitor.left;
  return visitor;
}

async function comeBack(role: Killable): Promise<void> {
  await exchange.roles[role].died();
  await exchange.start(role);
}

/** Lets a customer order and pay, until the order is at an end. */
function visit(order: Occasion['order']): Visitor {
  visits += 1;
  const rest = { n: visits, atMs: 0, bank: 'vcb', tellsSender: false, perMille: 1_000, payAfterMs: 0, choice: 0, decideAfterMs: 0 };
  const ordered = Promise.withResolvers<Promised>();
  const whole: Visit = { ...order, ...rest };
  const left = live(
    exchange,
    whole,
    {
      ordered(promised) {
        promises.push(promised);
        ordered.resolve(promised);
      },
      paid: () => {},
      decided: () => {},
      refused: (_, { status, body }) => ordered.reject(new Error(`order refused: ${status} ${JSON.stringify(body)}`)),
    },
    gone.signal,
  );
  left.catch(ordered.reject);
  ordered.promise.catch(() => {});
  return { promised: ordered.promise, left };
}

test.each(KILL_POINTS)('$role killed at $point: the order still ends as it must', { timeout: TEST_MS_MAX }, async ({ role, point }) => {
  onTestFailed(() => console.error(exchange.lastWords()));
  const visitor = await killings.get(nameOf({ role, point }));
  if (!visitor) throw new Error(`nobody was killed at ${point}`);
  const promised = await visitor.promised;
  await Promise.race([visitor.left, over.then(() => sleep(END_MS_MAX))]);
  const { destination } = promised;
  const isUnknown = point === UNKNOWN_AFTER;
  expect({ status: await statusOf(exchange, promised), arrivals: (await readReceived(exchange, destination)).length }).toEqual(
    isUnknown ? { status: 'error', arrivals: 0 } : { status: 'delivered', arrivals: 1 },
  );
});

test('every point was reached, and the books of the world and of the exchange agree', async () => {
  onTestFailed(() => console.error(exchange.lastWords()));
  console.info(`deaths: ${deaths}`);
  expect(deaths.missing(KILL_POINTS.map(nameOf))).toEqual([]);
  await comeToRest(exchange, REST_MS_MAX);
  const { findings, evidence } = await reckonWith(exchange, promises);
  expect(findings).toEqual([]);
  expect(evidence.books.orders).toHaveLength(KILL_POINTS.length);
});
