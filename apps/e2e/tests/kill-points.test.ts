import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { simulateCustomer } from '../src/chaos/customer.ts';
import type { AcknowledgedOrder } from '../src/chaos/customer-calls.ts';
import type { PlannedOrder } from '../src/chaos/plan.ts';
import { statusOf } from '../src/customers/purchase.ts';
import { KILL_POINTS, type KillPoint, type KillScenario, SWEEP_MIN_USDT } from '../src/kills/kill-points.ts';
import { reconcileWithSandbox, waitUntilIdle } from '../src/reconciliation/wait-until-idle.ts';
import { type ExchangeUnderTest, KILLABLE, type Killable, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { readReceived, setFault } from '../src/system/sandbox-client.ts';
import { createTally } from '../src/tally.ts';
import { until } from '../src/until.ts';

/** From placing an order to the process's death on its way. */
const DEATH_MS_MAX = 180_000;
/** For all orders to end when nobody dies any more; an outcome that stays unknown takes the signer's whole patience. */
const END_MS_MAX = 180_000;
const REST_MS_MAX = 180_000;
/** The first test waits for what all of them share. */
const TEST_MS_MAX = 900_000;
/** So often that a fault lasts until it is switched off. */
const ALWAYS = 1_000_000;
const LOOK_MS = 300;
/** Quick blocks, and money in them that can be seen for a second before it is final. */
const PACE = {
  worker: { RECONCILE_MS: '2000', TRON_SCAN_MS: '250', TRON_VANISHED_MS: '300' },
  signer: { PATIENCE_MS: '6000', PM_LIST_MS: '500', TRON_SWEEP_MIN: String(SWEEP_MIN_USDT) },
  sandbox: { SANDBOX_TRON_BLOCK_MS: '200', SANDBOX_TRON_SOLID_BLOCKS: '5' },
};
/** Between the `sending` mark and the socket write: nobody can know what came of it where the provider knows no key of ours. */
const UNKNOWN_AFTER = 'payout.sending';

const isOneShot = ({ scenario }: KillPoint) => scenario.isOneShot === true;
const isOnlyDeposit = ({ scenario }: KillPoint) => scenario.isOnlyDeposit === true;
/** Stops blocks from becoming final, so that payments stay unconfirmed. */
const STANDSTILL = ['tron', 'delay-solidity'] as const;

const nameOf = ({ role, point }: Pick<KillPoint, 'role' | 'point'>) => `${role} ${point}`;
const reached = createTally(KILL_POINTS.map(nameOf));
const acknowledgedOrders: AcknowledgedOrder[] = [];
const gone = new AbortController();
/** What became of each point: who was killed there, and the order that it was for. */
const killings = new Map<string, Promise<Visitor>>();
let visits = 0;
/** Resolves when everything that was to die has died. */
let over: Promise<unknown>;
let exchange: ExchangeUnderTest;

/** A customer, whose order is known once it is acknowledged. */
interface Visitor {
  readonly acknowledged: Promise<AcknowledgedOrder>;
  /** When there is nothing left to do. */
  readonly left: Promise<void>;
}

beforeAll(async () => {
  exchange = await startExchangeUnderTest({ env: PACE });
  // What dies around a payment that must not be made twice has the signer to itself, first because the signer's patience takes longest: another order's
  // payout would come to the same point. Then what dies around a dropped block has the chain. Then the roles die side by side.
  const alone = killAtEach([...KILL_POINTS.filter(isOneShot), ...KILL_POINTS.filter(isOnlyDeposit)], Promise.resolve());
  const together = KILLABLE.map((role) =>
    killAtEach(
      KILL_POINTS.filter((one) => one.role === role && !isOneShot(one) && !isOnlyDeposit(one)),
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

async function killAt({ role, point, scenario }: KillPoint): Promise<Visitor> {
  if (scenario.fault) await setFault(exchange, scenario.fault.rail, scenario.fault.kind, 1);
  if (scenario.isSeenUnconfirmed) await setFault(exchange, ...STANDSTILL, ALWAYS);
  exchange.arm(role, point);
  const visitor = visit(scenario.order);
  let isBack = false;
  const seen = scenario.isSeenUnconfirmed ? moveOnOnceSeen(visitor, () => isBack) : Promise.resolve();
  seen.catch(() => {});
  // Some points are come to after the order is delivered; who is turned away waits for nothing.
  const turnedAway = visitor.left.then(() => new Promise<never>(() => {}));
  try {
    await Promise.race([until(`${role} to come to ${point}`, DEATH_MS_MAX, () => !exchange.isArmed(role, point)), turnedAway]);
  } catch (error) {
    exchange.disarm(role, point);
    throw error;
  }
  await comeBack(role);
  isBack = true;
  reached.add(nameOf({ role, point }));
  await seen;
  // The next death must not fall on what this one has left under way.
  if ((scenario.isOneShot && point !== UNKNOWN_AFTER) || scenario.isOnlyDeposit) await visitor.left;
  return visitor;
}

/**
 * Lets blocks become irreversible again when the order shows its payment: a busy machine may read the chain less often than once a second. Or when the
 * killed role is back: after many missed blocks it finds the payment only among irreversible ones.
 */
async function moveOnOnceSeen({ acknowledged }: Visitor, isBack: () => boolean): Promise<void> {
  try {
    const order = await acknowledged;
    const isSeen = async () => isBack() || ((await statusOf(exchange, order)) ?? 'pending') !== 'pending';
    await until(`order ${order.ref} to show its payment`, DEATH_MS_MAX, isSeen, LOOK_MS);
  } finally {
    await setFault(exchange, ...STANDSTILL, 0);
  }
}

async function comeBack(role: Killable): Promise<void> {
  await exchange.roles[role].died();
  await exchange.start(role);
}

/** Lets a customer order and pay, until the order is at an end. */
function visit(order: KillScenario['order']): Visitor {
  visits += 1;
  const rest = { n: visits, atMs: 0, bank: 'vcb', tellsSender: false, perMille: 1_000, payAfterMs: 0, choice: 0, decideAfterMs: 0 };
  const ordered = Promise.withResolvers<AcknowledgedOrder>();
  const whole: PlannedOrder = { ...order, ...rest };
  const left = simulateCustomer(
    exchange,
    whole,
    {
      ordered(acknowledged) {
        acknowledgedOrders.push(acknowledged);
        ordered.resolve(acknowledged);
      },
      paid: () => {},
      decided: () => {},
      refused: (_, { status, body }) => ordered.reject(new Error(`order refused: ${status} ${JSON.stringify(body)}`)),
    },
    gone.signal,
  );
  left.catch(ordered.reject);
  ordered.promise.catch(() => {});
  return { acknowledged: ordered.promise, left };
}

test.each(KILL_POINTS)('$role killed at $point: the order still ends as it must', { timeout: TEST_MS_MAX }, async ({ role, point }) => {
  onTestFailed(() => console.error(exchange.recentLogs()));
  const visitor = await killings.get(nameOf({ role, point }));
  if (!visitor) throw new Error(`nobody was killed at ${point}`);
  const acknowledged = await visitor.acknowledged;
  await Promise.race([visitor.left, over.then(() => sleep(END_MS_MAX))]);
  const { destination } = acknowledged;
  const isUnknown = point === UNKNOWN_AFTER;
  expect({ status: await statusOf(exchange, acknowledged), arrivals: (await readReceived(exchange, destination)).length }).toEqual(
    isUnknown ? { status: 'error', arrivals: 0 } : { status: 'delivered', arrivals: 1 },
  );
});

test('every point was reached, and the books of the world and of the exchange agree', async () => {
  onTestFailed(() => console.error(exchange.recentLogs()));
  console.info(`reached: ${reached}`);
  expect(reached.missing(KILL_POINTS.map(nameOf))).toEqual([]);
  await waitUntilIdle(exchange, REST_MS_MAX);
  const { differences, evidence } = await reconcileWithSandbox(exchange, acknowledgedOrders);
  expect(differences).toEqual([]);
  expect(evidence.books.orders).toHaveLength(KILL_POINTS.length);
});
