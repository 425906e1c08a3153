import fc from 'fast-check';
import { expect, test } from 'vitest';
import { after, orderOf, paymentOf, TIMER_MS, transferOf, unsentOf } from '../../testing/order.ts';
import { AVAILABLE, OrderModel, Overdrawn } from '../../testing/order-model.ts';
import { PM_BUY } from '../../testing/terms.ts';
import { NO_CHANGE } from '../change.ts';
import { PAYOUT_RETRY_DELAYS_MS } from '../constants.ts';
import { HOUR_MS } from '../durations.ts';
import { post } from '../ledger/post.ts';
import type { OrderStatus } from '../order-status.ts';
import type { PriceTerms } from '../price/quote.ts';
import { RATE_ONE } from '../price/rate.ts';
import type { Attempt } from '../transfer/attempt.ts';
import { decideAccepted, decidePrepare, decideRecheck, decideSending, decideUnknown } from '../transfer/decide-attempt.ts';
import { decideAbsent, decideRefused, decideRetry, decideSettled } from '../transfer/decide-outcome.ts';
import { decideCase, decideRecord } from '../transfer/journal-payment.ts';
import type { Payout } from '../transfer/payout.ts';
import type { TransferState } from '../transfer/steps.ts';
import { decideCreate } from './decisions/decide-create.ts';
import { decideDeliveredManually } from './decisions/decide-delivered-manually.ts';
import { decideCancel, decideExpiry } from './decisions/decide-expiry.ts';
import { decideMatch } from './decisions/decide-payment.ts';
import { decideManualPayout, decideStartPayout } from './decisions/decide-payout.ts';
import { decideResolve, type ErrorDecision } from './decisions/decide-resolve.ts';
import type { Order } from './order.ts';

/*
 * Model-based test: random histories of one order. Payments of any sum and time, the timer, the customer, a provider that pays or not and answers
 * or not, a crashing signer, and operators. After every step the invariants of `OrderModel.check` must hold.
 */

type Step = fc.Command<OrderModel, OrderModel>;

/** A command that runs when its precondition holds, and checks the invariants after. */
function step(name: string, can: (world: OrderModel) => boolean, run: (world: OrderModel) => void): Step {
  return {
    check: can,
    run: (_, world) => {
      run(world);
      world.check();
    },
    toString: () => name,
  };
}

function orderIn(world: OrderModel): Order {
  if (!world.order) throw new Error('no order');
  return world.order;
}

function isIn(...statuses: OrderStatus[]): (world: OrderModel) => boolean {
  return (world) => statuses.includes(orderIn(world).status);
}

function attemptIs(...states: Attempt['state'][]): (world: OrderModel) => boolean {
  return (world) => states.includes(world.attempt()?.state as Attempt['state']);
}

function stateOf(world: OrderModel): TransferState {
  const payout = world.payout() as Payout;
  const siblings = [...world.payouts.values()].filter(({ id }) => id !== payout.id);
  return transferOf({ order: orderIn(world), payout, attempt: world.attempt() as Attempt, siblings });
}

const advance = fc.constantFrom(1_000, 60_000, ...PAYOUT_RETRY_DELAYS_MS, TIMER_MS, 48 * HOUR_MS).map((ms) =>
  step(
    `advance ${ms} ms`,
    () => true,
    (world) => world.advance(ms),
  ),
);

const SUMS = {
  price: (order: Order) => order.amountSent,
  rest: (order: Order) => order.amountSent - order.amountPaid,
  half: (order: Order) => order.amountSent / 2n,
  more: (order: Order) => order.amountSent + 1n,
  dong: () => 1n,
};

const transfer = fc
  .tuple(fc.constantFrom<keyof typeof SUMS>('price', 'price', 'rest', 'rest', 'half', 'more', 'dong'), fc.boolean())
  .map(([sum, inTime]) =>
    step(
      `transfer ${sum} ${inTime ? 'in time' : 'now'}`,
      (world) => SUMS[sum](orderIn(world)) > 0n,
      (world) => {
        const id = world.newId();
        const {
          id: _id,
          version: _version,
          state: _state,
          orderId: _order,
          customerId: _customer,
          caseCode: _case,
          recordedAt: _recordedAt,
          ...fact
        } = paymentOf();
        const paidAt = inTime ? after(Math.min(world.nowMs, TIMER_MS)) : world.now;
        world.apply(decideRecord({ ...fact, amount: SUMS[sum](orderIn(world)), reference: id, paidAt, source: 'test', sourceId: id }, id, world.ctx));
      },
    ),
  );

function unmatched(world: OrderModel) {
  return [...world.payments.values()].find(({ state }) => state === 'unmatched');
}

/** Newest rates: the order's own, and one that moved against the customer. */
const NEWEST: readonly PriceTerms[] = [PM_BUY, { ...PM_BUY, rate: 26_000n * RATE_ONE }];

function matchAt(newest: PriceTerms | null): Step {
  return step(
    `match at ${newest?.rate}`,
    (world) => unmatched(world) !== undefined,
    (world) => {
      const payment = unmatched(world);
      if (!payment) return;
      try {
        world.apply(decideMatch(payment, orderIn(world), world.ctx, { newest }));
      } catch (error) {
        if (!(error instanceof Overdrawn)) throw error;
        world.apply(decideMatch(payment, orderIn(world), world.ctx, { newest, canRehold: false }));
      }
    },
  );
}

const match = matchAt(null);

const unrelated = step(
  'assign to no order',
  (world) => unmatched(world) !== undefined,
  (world) => {
    const payment = unmatched(world);
    if (payment) world.apply(decideCase(payment, 'no_order', null));
  },
);

const cancel = fc.constantFrom('abandoned' as const, 'superseded' as const).map((reason) =>
  step(
    reason,
    (world) => orderIn(world).status === 'pending' && orderIn(world).amountPaid === 0n,
    (world) => world.apply(decideCancel(orderIn(world), reason, world.ctx)),
  ),
);

const timer = fc.constantFrom(0, 120_000, 3_600_000).map((behindMs) =>
  step(
    `timer, the bank read up to ${behindMs} ms ago`,
    () => true,
    (world) => {
      const change = decideExpiry(orderIn(world), [...world.payments.values()], after(world.nowMs - behindMs), world.ctx);
      if (change) world.apply(change);
    },
  ),
);

/** Other orders hold or release the available money. */
const others = fc.constantFrom(0n, 100_49n, AVAILABLE).map((left) =>
  step(
    `others leave ${left}`,
    (world) => world.balanceOf('rail:pm') !== left,
    (world) => {
      const amount = left - world.balanceOf('rail:pm');
      const posting = post(world.newId(), 'adjust', null, [
        { account: 'rail:pm', amount },
        { account: 'equity:pm', amount: -amount },
      ]);
      world.apply({ ...NO_CHANGE, postings: [posting] });
    },
  ),
);

const start = step('start', isIn('paid'), (world) => world.apply(decideStartPayout(orderIn(world), 1, world.ctx)));
const handOver = step('rail off', isIn('paid'), (world) => world.apply(decideManualPayout(orderIn(world), 'rail_off', world.ctx)));

const sign = step(
  'sign',
  (world) => world.payout()?.state === 'queued' && (world.payout()?.nextAt ?? world.now) <= world.now,
  (world) => {
    const payout = world.payout() as Payout;
    expect(world.rejectPayout(orderIn(world), payout)).toBeNull();
    world.apply(decidePrepare(unsentOf(orderIn(world), payout), world.ctx));
  },
);

/** Provider behaviours: whether it pays, and the decision from its answer (null: the signer crashed). Only unpaid attempts can be refused. */
const ANSWERS = {
  'pays and says so': [true, (world: OrderModel) => decideAccepted(stateOf(world), 'B1', null, world.ctx)],
  'pays, answer lost': [true, (world: OrderModel) => decideUnknown(stateOf(world), 'lost', world.ctx)],
  'pays, signer dies': [true, null],
  'says so and does not pay': [false, (world: OrderModel) => decideAccepted(stateOf(world), 'B1', null, world.ctx)],
  'does not pay, answer lost': [false, (world: OrderModel) => decideUnknown(stateOf(world), 'lost', world.ctx)],
  'does not pay, signer dies': [false, null],
  'is busy': [false, (world: OrderModel) => decideRetry(stateOf(world), 'busy', world.ctx)],
  refuses: [false, (world: OrderModel) => decideRefused(stateOf(world), 'refused', world.ctx)],
} as const;

const send = fc.constantFrom(...(Object.keys(ANSWERS) as (keyof typeof ANSWERS)[])).map((name) =>
  step(`provider ${name}`, attemptIs('prepared'), (world) => {
    world.apply(decideSending(stateOf(world).attempt, world.ctx.now));
    const [pays, decide] = ANSWERS[name];
    if (pays) world.providerBook.add(stateOf(world).attempt.key);
    if (decide) world.apply(decide(world));
  }),
);

const restart = step('signer restarts', attemptIs('sending'), (world) => world.apply(decideUnknown(stateOf(world), 'no answer recorded', world.ctx)));

const check = fc.constantFrom(0n, 50n, 75n).map((fee) =>
  step(`check, charged ${fee}`, attemptIs('sent', 'unknown'), (world) => {
    const state = stateOf(world);
    const isPaid = world.providerBook.has(state.attempt.key);
    world.apply(isPaid ? decideSettled(state, { reference: 'B1', fee }, world.ctx) : decideRecheck(state.attempt, true, world.now));
  }),
);

const giveUp = step(
  'give up on the records',
  (world) => attemptIs('sent', 'unknown')(world) && !world.providerBook.has(stateOf(world).attempt.key),
  (world) => world.apply(decideAbsent(stateOf(world), world.ctx)),
);

const resolve = fc.constantFrom<ErrorDecision>('delivered', 'retry', 'by-hand').map((decision) =>
  step(`operator: ${decision}`, isIn('error'), (world) => {
    if (decision === 'delivered') world.manualTransfers += 1;
    world.apply(
      decideResolve({ order: orderIn(world), payouts: [...world.payouts.values()] }, decision, { reference: 'HAND-1', fee: 0n }, world.ctx),
    );
  }),
);

const payManually = step('operator paid', isIn('handmake'), (world) => {
  world.manualTransfers += 1;
  world.apply(decideDeliveredManually(orderIn(world), [...world.payouts.values()], 'HAND-1', 50n, world.ctx));
});

/** Weighted commands: those that advance an order are repeated, because a uniform choice would cancel most orders at once. */
const STEPS = [
  ...NEWEST.map((newest) => fc.constant(matchAt(newest))),
  ...[match, start, sign].flatMap((each) => [fc.constant(each), fc.constant(each), fc.constant(each)]),
  ...[transfer, send, check].flatMap((each) => [each, each]),
  ...[advance, timer, cancel, others, resolve],
  ...[unrelated, handOver, restart, giveUp, payManually].map((each) => fc.constant(each)),
];

/** Number of histories, and their maximum length. */
const RUNS = 600;
const STEPS_MAX = 80;

function newWorld(): OrderModel {
  const world = new OrderModel();
  world.apply(decideCreate(orderOf(), after(TIMER_MS), world.ctx));
  return world;
}

/** Half of the histories start with a paid order, because most others end before a payout. */
function paidWorld(): OrderModel {
  const world = newWorld();
  const {
    id,
    version: _version,
    state: _state,
    orderId: _order,
    customerId: _customer,
    caseCode: _case,
    recordedAt: _recordedAt,
    ...fact
  } = paymentOf();
  world.apply(decideRecord({ ...fact, source: 'test', sourceId: id }, id, world.ctx));
  match.run(world, world);
  return world;
}

test('keeps the ledger consistent and never pays twice in any history', () => {
  const reached = new Map<string, number>();
  fc.assert(
    fc.property(fc.boolean(), fc.commands(STEPS, { maxCommands: STEPS_MAX, size: 'max' }), (isPaid, steps) => {
      const world = isPaid ? paidWorld() : newWorld();
      fc.modelRun(() => ({ model: world, real: world }), steps);
      for (const status of new Set(world.statuses)) reached.set(status, (reached.get(status) ?? 0) + 1);
    }),
    { numRuns: RUNS },
  );
  // The property is meaningful only if enough histories reach every status. Chance gives the rarest about one in 25.
  for (const status of ['pending', 'verifying_transaction', 'paid', 'cancelled', 'delivering', 'retry_scheduled', 'error', 'handmake', 'delivered']) {
    expect([status, (reached.get(status) ?? 0) >= RUNS / 100]).toEqual([status, true]);
  }
});

test('the invariants detect double payouts, lost holds and miscounted payments', () => {
  const paidOut = () => {
    const world = paidWorld();
    for (const each of [start, sign]) each.run(world, world);
    return world;
  };
  const again = paidOut();
  again.providerBook.add('A').add('B');
  expect(() => again.check()).toThrow('paid twice');

  const twoPayouts = paidOut();
  const second = { ...(twoPayouts.payout() as Payout), id: 'payout-2', seq: 2 };
  twoPayouts.payouts.set(second.id, second);
  expect(() => twoPayouts.check()).toThrow('two live payouts');

  const lost = paidOut();
  lost.order = { ...orderIn(lost), holding: 0n };
  expect(() => lost.check()).toThrow('held money is not what the order holds');

  const doubled = newWorld();
  doubled.payments.set('x', paymentOf({ id: 'x', state: 'matched', orderId: 'order-1' }));
  expect(() => doubled.check()).toThrow('collected money is not what came in');
  expect(() => doubled.apply(decideCancel(orderOf({ version: 2 }), 'abandoned', doubled.ctx))).toThrow('changed meanwhile');
});
