import { addOrderRequest, closeOrderRequest } from '@quydoi/database/repositories/requests';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { HOUR_MS } from '@quydoi/domain/durations';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { actOnOrder } from '../../src/actions/act-on-order.ts';
import { readDecision } from '../../src/actions/decision.ts';
import { executeOrderCommand } from '../../src/actions/execute-order-command.ts';
import { handleOrderRequests } from '../../src/actions/handle-requests.ts';
import { newId } from '../../src/context.ts';
import { endTimedOutOrders } from '../../src/jobs/end-orders.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { getOrder } from '../../src/orders/get-order.ts';
import { orderCodeOf } from '../../src/orders/order-proof.ts';
import { readSources } from '../../src/payments/read-sources.ts';
import { expectBooksInOrder, reserveOf, setAvailable } from '../../testing/books.ts';
import { operatorCaller, testCaller } from '../../testing/callers.ts';
import { accept, act, customerOf, decisionOf, logOf, refundsOf, settle } from '../../testing/mismatch.ts';
import { watchSettled } from '../../testing/network-jobs.ts';
import { TEST_SECRETS } from '../../testing/roles.ts';
import { openWorld, type World } from '../../testing/world.ts';

/** What 100 pm cost at 25 950 đ, with 0.5 % fee. */
const PRICE = 2_607_975n;
const HALF = 1_300_000n;
/** The most that 1 300 000 đ buy: with its fee 1 299 814.74 đ, and a hundredth more 1 300 075.54 đ. */
const HALF_BUYS = 49_84n;
const TIMER_MS = 1_800_000;
const GRACE_MS = 120_000;
/** Longer than settled payouts wait for their next look. */
const WATCH_MS = 20 * 60_000;
const OFFER_MS = 180_000;
const LAN = operatorCaller('lan');
const ACCOUNT = { destination: '0011001234567', destinationBank: 'vcb' };

let world: World;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterEach(async () => {
  expect(world.errors.splice(0)).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

/** An order of 100 pm to which this much came in. */
async function paidWith(...amounts: readonly bigint[]) {
  const created = await world.create();
  for (const amount of amounts) await world.pay(created.ref, amount);
  await world.run();
  return created;
}

/** Sets the price of pm. @returns its version */
async function setBuyRate(value: string): Promise<number> {
  await bindOperations(world.operator).setRate(LAN, { kind: 'buy', code: 'pm', value, force: true, note: 'test' });
  return (await world.web.settings()).buy.get('pm')?.version ?? 0;
}

/** Lets the timer run out, and the bank's list be read past it. */
async function timerOver(): Promise<void> {
  world.clock.advance(TIMER_MS + GRACE_MS);
  await readSources(world.worker, 'bank', 'list');
  await endTimedOutOrders(world.worker);
}

/** The order's whole money is on its way back, nothing is held for what it would have paid; then it arrives, once, and the order is over. */
async function expectGivenBack(ref: string, gross: bigint): Promise<void> {
  expect(await world.order(ref)).toMatchObject({ status: 'verifying_transaction', reason: 'refunding', amountRefunded: gross, holding: 0n });
  const { destination, destinationBank } = ACCOUNT;
  const row = {
    network: 'bank',
    reserve: 'vnd',
    amount: gross,
    held: gross,
    fee: 0n,
    destination,
    destinationBank,
    seq: 1,
    obligationKind: 'refund',
  };
  expect(await refundsOf(world, ref)).toMatchObject([row]);
  await settle(world);
  expect(await world.order(ref)).toMatchObject({ status: 'cancelled', reason: 'refunded', amountRefunded: gross, payoutReference: null });
  expect(await refundsOf(world, ref)).toMatchObject([{ ...row, state: 'settled' }]);
  expect(arrivedBack(ref)).toEqual([gross]);
}

/** What the bank really paid back for an order. */
function arrivedBack(ref: string): bigint[] {
  return world.payOs.paid.filter(({ key }) => key.startsWith(`${ref}-R`)).map(({ amount }) => amount);
}

describe('an underpaid order', () => {
  test('is topped up: the rest pays the order unchanged', async () => {
    const created = await paidWith(HALF);
    const view = await act(world, created, { action: 'topUp' });
    expect(view).toMatchObject({ actions: ['topUp', 'acceptRecalculation', 'requestRefund'], instructions: { amount: PRICE - HALF } });
    await world.pay(created.ref, PRICE - HALF);
    await world.run();
    expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', amountReceived: 100_00n, amountPaid: PRICE });
  });

  test('is recalculated to less, at the order’s own rate until the deadline', async () => {
    const before = await reserveOf(world, 'pm');
    const created = await paidWith(HALF);
    await setBuyRate('27000');
    try {
      const offer = await accept(world, created);
      expect(offer).toMatchObject({ quantity: HALF_BUYS, amountSent: HALF, amountReceived: HALF_BUYS, rate: '25950' });
    } finally {
      await setBuyRate('25950');
    }
    expect(await world.order(created.ref)).toMatchObject({
      status: 'paid',
      quantity: HALF_BUYS,
      amountSent: HALF,
      cashAmount: HALF,
      feeExchange: 25n,
      held: HALF_BUYS + 25n,
      holding: HALF_BUYS + 25n,
    });
    await world.run();
    expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', holding: 0n });
    expect(world.perfectMoney.paid.at(-1)).toMatchObject({ amount: HALF_BUYS });
    expect(await reserveOf(world, 'pm')).toEqual({ available: before.available - HALF_BUYS - 25n, held: before.held });
    expect(await logOf(world, created.ref)).toEqual([
      'created',
      'payment_confirmed',
      'payment_mismatch',
      'recalculated',
      'paid',
      'payout_started',
      'payout_sent',
      'delivered',
    ]);
  });

  test('is given back', async () => {
    const created = await paidWith(HALF);
    const view = await act(world, created, { action: 'requestRefund', ...ACCOUNT });
    expect(view).toMatchObject({ status: 'verifying_transaction', reason: 'refunding', actions: [], amountRefunded: HALF });
    await expectGivenBack(created.ref, HALF);
    expect(await logOf(world, created.ref)).toEqual(['created', 'payment_confirmed', 'payment_mismatch', 'refund_started', 'refunded']);
    expect(await getOrder(world.web, world.deps, customerOf(created), created)).toMatchObject({
      actions: [],
      refund: { state: 'done', amount: HALF, fee: 0n, reference: `FT-${created.ref}-R1-1`, ...ACCOUNT },
    });
  });

  test('is given back less the fee of the customer’s bank', async () => {
    const setFee = `insert into setting (kind, key, value, author, at)
      select kind, key, value || '{"payoutFee": "5500"}', 'test', $1 from setting where kind = 'bank' and key = 'tcb' order by version desc limit 1`;
    await world.database.query(setFee, [world.clock.now()]);
    const created = await paidWith(HALF);
    await act(world, created, { action: 'requestRefund', destination: '19012345678901', destinationBank: 'tcb' });
    await settle(world);
    expect(await refundsOf(world, created.ref)).toMatchObject([{ state: 'settled', amount: HALF - 5_500n, fee: 5_500n }]);
    expect(arrivedBack(created.ref)).toEqual([HALF - 5_500n]);
    expect(await world.order(created.ref)).toMatchObject({ status: 'cancelled', reason: 'refunded', amountRefunded: HALF });
  });

  test('is owed again when a bank returns the refund, and the page shows it', async () => {
    const created = await paidWith(HALF);
    await act(world, created, { action: 'requestRefund', ...ACCOUNT });
    await expectGivenBack(created.ref, HALF);
    const sent = world.payOs.book.get(`${created.ref}-R1-1`);
    if (sent) sent.course = 'reversed';
    world.clock.advance(WATCH_MS);
    await watchSettled(world.signer);
    const page = () => getOrder(world.web, world.deps, customerOf(created), created);
    expect((await page()).refund).toMatchObject({ state: 'failed', amount: HALF });
    await bindOperations(world.operator).refundOrder(LAN, { ref: created.ref, ...ACCOUNT, note: 'the account was closed' });
    expect((await page()).refund).toMatchObject({ state: 'waiting', amount: HALF });
    await settle(world);
    expect((await page()).refund).toMatchObject({ state: 'done', amount: HALF, reference: `FT-${created.ref}-R2-1` });
  });

  test('is recalculated at the newest rate after the deadline, and can no longer be topped up', async () => {
    const created = await paidWith(HALF);
    await timerOver();
    await setBuyRate('26000');
    try {
      const { missing, recalculation, refund } = await decisionOf(world, created);
      expect({ missing, refund }).toEqual({ missing: null, refund: { amount: HALF, fee: 0n } });
      expect(recalculation).toMatchObject({ rate: '26000', quantity: 49_75n });
      await expect(act(world, created, { action: 'topUp' })).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
      await accept(world, created);
    } finally {
      await setBuyRate('25950');
    }
    await world.run();
    expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', amountReceived: 49_75n });
  });
});

describe('an overpaid order', () => {
  const EXCESS = 100_000n;

  test('is recalculated to more', async () => {
    const created = await paidWith(PRICE + EXCESS);
    expect(await accept(world, created)).toMatchObject({ quantity: 103_83n, amountSent: PRICE + EXCESS });
    await world.run();
    expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', amountReceived: 103_83n, amountRefunded: 0n });
  });

  test('buys at the order’s rate what was ordered, and at the newest what is beyond', async () => {
    const { available } = await reserveOf(world, 'pm');
    const orders = [];
    for (let n = 0; n < 5; n += 1) orders.push(await world.create({ quantity: '1' }, { deviceId: 'speculator' }));
    world.clock.advance(28 * 60_000);
    const newest = await setBuyRate('31140');
    try {
      for (const created of orders) {
        // One pm as ordered costs 26 210 đ; 1 000 000 đ more buy at the newest rate, with its fee of 0.5 %.
        await world.pay(created.ref, 1_026_210n);
        await world.run();
        const { rateVersion } = await world.order(created.ref);
        for (const offer of [`${rateVersion}-1026210`, `${rateVersion}-1026210-${rateVersion}`]) {
          await expect(act(world, created, { action: 'acceptRecalculation', offer })).rejects.toMatchObject({ code: 'RATE_CHANGED' });
        }
        expect(await accept(world, created)).toMatchObject({
          offer: `${rateVersion}-1026210-${newest}`,
          rate: '25950',
          newRatePart: { quantity: 31_95n, rate: '31140', rateVersion: newest },
          quantity: 32_95n,
          amountSent: 1_026_210n,
          amountReceived: 32_95n,
        });
        expect(await world.order(created.ref)).toMatchObject({ status: 'paid', excessQuantity: 31_95n, excessRateVersion: newest, rateVersion });
      }
      await settle(world);
    } finally {
      await setBuyRate('25950');
    }
    for (const { ref } of orders) expect(await world.order(ref)).toMatchObject({ status: 'delivered', amountReceived: 32_95n });
    expect((await reserveOf(world, 'pm')).available).toBeGreaterThan(available - 5n * 33_20n);
  });

  test('is accepted as more only within what the customer’s orders may hold together', async () => {
    const caller = { deviceId: 'holds a fifth' };
    const [first] = [await world.create({ quantity: '1' }, caller), await world.create({ quantity: '3000' }, caller)];
    await world.pay(first.ref, 60_000_000n);
    await world.run();
    const { recalculation } = await decisionOf(world, first);
    const asked = { action: 'acceptRecalculation', offer: recalculation?.offer } as const;
    await expect(act(world, first, asked)).rejects.toMatchObject({ code: 'RESERVE_BUSY' });
    await timerOver();
    await accept(world, first);
    await settle(world);
    expect(await world.order(first.ref)).toMatchObject({ status: 'delivered' });
  });

  test('that buys nothing at the newest rate is accepted as it was ordered', async () => {
    const created = await world.create();
    await setBuyRate('31140');
    try {
      await world.pay(created.ref, PRICE + 300n);
      await world.run();
      expect(await accept(world, created)).toMatchObject({ quantity: 100_00n, amountSent: PRICE + 300n, newRatePart: null });
      await settle(world);
    } finally {
      await setBuyRate('25950');
    }
    expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', amountReceived: 100_00n, amountPaid: PRICE + 300n });
  });

  test('has the excess refunded and is delivered', async () => {
    const created = await paidWith(PRICE + EXCESS);
    expect(await decisionOf(world, created)).toMatchObject({ excess: EXCESS, excessRefund: { amount: EXCESS, fee: 0n }, missing: null });
    await act(world, created, { action: 'refundExcess', ...ACCOUNT });
    expect(await world.order(created.ref)).toMatchObject({ status: 'paid', amountRefunded: EXCESS, amountSent: PRICE });
    await settle(world);
    expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', amountReceived: 100_00n, amountRefunded: EXCESS });
    expect(await refundsOf(world, created.ref)).toMatchObject([{ amount: EXCESS, fee: 0n, obligationKind: 'refund', state: 'settled' }]);
    expect(arrivedBack(created.ref)).toEqual([EXCESS]);
    expect(await logOf(world, created.ref)).toEqual(expect.arrayContaining(['refund_started', 'paid', 'delivered', 'refunded']));
  });

  test('has the excess refunded after the deadline too, if the payout can be held again', async () => {
    const created = await paidWith(PRICE + EXCESS);
    await timerOver();
    expect(await world.order(created.ref)).toMatchObject({ holding: 0n });
    const { available } = await reserveOf(world, 'pm');
    await setAvailable(world, 'pm', 50_00n);
    await expect(act(world, created, { action: 'refundExcess', ...ACCOUNT })).rejects.toMatchObject({ code: 'RESERVE_BUSY' });
    await setAvailable(world, 'pm', available);
    await act(world, created, { action: 'refundExcess', ...ACCOUNT });
    await world.run();
    expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', amountReceived: 100_00n });
  });

  test('offers to refund the excess for three minutes past the deadline, then only while its rate is the newest', async () => {
    const [first, second, third] = [await paidWith(PRICE + EXCESS), await paidWith(PRICE + EXCESS), await paidWith(PRICE + EXCESS)];
    await setBuyRate('25951');
    const fourth = await paidWith(PRICE + EXCESS);
    try {
      world.clock.advance(TIMER_MS + OFFER_MS - 1);
      await readSources(world.worker, 'bank', 'list');
      await endTimedOutOrders(world.worker);
      expect(await decisionOf(world, first)).toMatchObject({ excessRefund: { amount: EXCESS } });
      await act(world, first, { action: 'refundExcess', ...ACCOUNT });
      world.clock.advance(1);
      // The price of then is no free choice for ever: what remains is the price of now, or everything back.
      expect(await decisionOf(world, second)).toMatchObject({ excess: EXCESS, excessRefund: null, recalculation: { rate: '25951' } });
      await expect(act(world, second, { action: 'refundExcess', ...ACCOUNT })).rejects.toMatchObject({ code: 'RATE_CHANGED' });
      expect(await world.order(second.ref)).toMatchObject({ reason: 'overpaid', amountRefunded: 0n, holding: 0n });
      world.clock.advance(72 * HOUR_MS);
      expect(await decisionOf(world, fourth)).toMatchObject({ excessRefund: { amount: PRICE + EXCESS - 2_608_076n } });
      await act(world, fourth, { action: 'refundExcess', ...ACCOUNT });
      await settle(world);
    } finally {
      await setBuyRate('25950');
    }
    for (const { ref } of [first, fourth]) expect(await world.order(ref)).toMatchObject({ status: 'delivered', amountReceived: 100_00n });
    await accept(world, second);
    await act(world, third, { action: 'requestRefund', ...ACCOUNT });
    await expectGivenBack(third.ref, PRICE + EXCESS);
  });

  test('is refunded in full', async () => {
    const created = await paidWith(PRICE + EXCESS);
    await act(world, created, { action: 'requestRefund', ...ACCOUNT });
    await expectGivenBack(created.ref, PRICE + EXCESS);
  });
});

describe('a late payment', () => {
  /** An order paid after its price moved against the customer. */
  async function late() {
    const created = await world.create();
    await timerOver();
    await setBuyRate('26500');
    world.clock.advance(HOUR_MS);
    await world.pay(created.ref, PRICE);
    await world.run();
    expect(await world.order(created.ref)).toMatchObject({ status: 'verifying_transaction', reason: 'late', holding: 0n });
    return created;
  }

  test.each([
    ['the same', '25950'],
    ['a better', '25900'],
  ])('is paid at the order’s own terms when the newest rate is %s one', async (_, rate) => {
    const created = await world.create();
    await timerOver();
    await setBuyRate(rate);
    try {
      world.clock.advance(HOUR_MS);
      await world.pay(created.ref, PRICE);
      await settle(world);
      expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', amountReceived: 100_00n, amountPaid: PRICE });
      expect(await logOf(world, created.ref)).not.toContain('payment_mismatch');
    } finally {
      await setBuyRate('25950');
    }
  });

  test('waits for a decision when its payout cannot be held again', async () => {
    const created = await world.create();
    await timerOver();
    const { available } = await reserveOf(world, 'pm');
    await setAvailable(world, 'pm', 1_00n);
    await world.pay(created.ref, PRICE);
    await world.run();
    await setAvailable(world, 'pm', available);
    expect(await world.order(created.ref)).toMatchObject({ status: 'verifying_transaction', reason: 'late', holding: 0n });
    await act(world, created, { action: 'requestRefund', ...ACCOUNT });
    await expectGivenBack(created.ref, PRICE);
  });

  test('is recalculated at the newest rate', async () => {
    try {
      const created = await late();
      expect((await getOrder(world.web, world.deps, customerOf(created), created)).actions).toEqual(['acceptRecalculation', 'requestRefund']);
      expect(await accept(world, created)).toMatchObject({ rate: '26500', quantity: 97_92n });
      await world.run();
      expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', amountReceived: 97_92n });
    } finally {
      await setBuyRate('25950');
    }
  });

  test('is given back', async () => {
    try {
      const created = await late();
      await act(world, created, { action: 'requestRefund', ...ACCOUNT });
      await expectGivenBack(created.ref, PRICE);
    } finally {
      await setBuyRate('25950');
    }
  });

  test('is never recalculated at a rate that was replaced before it arrived, not even the order’s own', async () => {
    const created = await world.create();
    const { rateVersion } = await world.order(created.ref);
    world.clock.advance(TIMER_MS + GRACE_MS);
    await readSources(world.worker, 'bank', 'list');
    await endTimedOutOrders(world.worker);
    try {
      const between = await setBuyRate('39000');
      const newest = await setBuyRate('40000');
      world.clock.advance(1_000);
      await world.pay(created.ref, PRICE);
      await world.run();
      expect(await world.order(created.ref)).toMatchObject({ status: 'verifying_transaction', reason: 'late' });
      for (const version of [rateVersion, between]) {
        const offer = `${version}-${PRICE}`;
        await expect(act(world, created, { action: 'acceptRecalculation', offer })).rejects.toMatchObject({ code: 'RATE_CHANGED' });
      }
      const { recalculation } = await decisionOf(world, created);
      expect(recalculation).toMatchObject({ rate: '40000', rateVersion: newest });
      world.clock.advance(1_000);
      await setBuyRate('41000');
      await act(world, created, { action: 'acceptRecalculation', offer: recalculation?.offer });
    } finally {
      await setBuyRate('25950');
    }
    expect(await world.order(created.ref)).toMatchObject({ status: 'paid', rate: 40_000n * 10n ** 12n });
  });

  test('that was sent in time but reported late pays the order at its old price; if the reserve no longer covers it, the customer decides', async () => {
    const [first, second, third] = [await world.create(), await world.create(), await world.create()];
    const sentAt = world.clock.now();
    await timerOver();
    await world.pay(first.ref, PRICE, { paidAt: sentAt });
    await world.run();
    expect(await world.order(first.ref)).toMatchObject({ status: 'delivered', amountReceived: 100_00n });

    const { available } = await reserveOf(world, 'pm');
    await setAvailable(world, 'pm', 99_00n);
    for (const { ref } of [second, third]) await world.pay(ref, PRICE, { paidAt: sentAt });
    await world.run();
    expect(await world.order(second.ref)).toMatchObject({ reason: 'late' });
    expect(await decisionOf(world, second)).toMatchObject({ recalculation: null, recalculationRefusal: 'QUANTITY_TOO_LARGE' });
    await act(world, second, { action: 'requestRefund', ...ACCOUNT });
    await expectGivenBack(second.ref, PRICE);
    await setAvailable(world, 'pm', available);
    await accept(world, third);
    await world.run();
    expect(await world.order(third.ref)).toMatchObject({ status: 'delivered' });
  });
});

describe('an offer to recalculate', () => {
  test('is void after another payment', async () => {
    const created = await paidWith(HALF);
    const { recalculation } = await decisionOf(world, created);
    await world.pay(created.ref, 1_000n);
    await world.run();
    const stale = { action: 'acceptRecalculation', offer: recalculation?.offer } as const;
    await expect(act(world, created, stale)).rejects.toMatchObject({ code: 'RATE_CHANGED' });
    await accept(world, created);
    expect(await world.order(created.ref)).toMatchObject({ status: 'paid', amountSent: HALF + 1_000n });
  });

  test('at the order’s rate is valid for three minutes past the deadline', async () => {
    await setBuyRate('25950');
    const [first, second] = [await paidWith(HALF), await paidWith(HALF)];
    const offers = [await decisionOf(world, first), await decisionOf(world, second)].map(({ recalculation }) => recalculation?.offer);
    await setBuyRate('25951');
    try {
      world.clock.advance(TIMER_MS + OFFER_MS - 1);
      await act(world, first, { action: 'acceptRecalculation', offer: offers[0] });
      world.clock.advance(1);
      await expect(act(world, second, { action: 'acceptRecalculation', offer: offers[1] })).rejects.toMatchObject({ code: 'RATE_CHANGED' });
    } finally {
      await setBuyRate('25950');
    }
  });

  test('at a newest rate for what is beyond lives three minutes past its replacement, and past the timer', async () => {
    const [first, second, third] = [await world.create(), await world.create(), await world.create()];
    await setBuyRate('26001');
    try {
      for (const { ref } of [first, second, third]) await world.pay(ref, PRICE + 100_000n);
      await world.run();
      const offerOf = async (created: typeof first) => (await decisionOf(world, created)).recalculation?.offer;
      const offers = [await offerOf(first), await offerOf(second)];
      world.clock.advance(1_000);
      await setBuyRate('26500');
      world.clock.advance(OFFER_MS - 1);
      await act(world, first, { action: 'acceptRecalculation', offer: offers[0] });
      expect(await world.order(first.ref)).toMatchObject({ status: 'paid', amountReceived: 103_82n });
      world.clock.advance(1);
      await expect(act(world, second, { action: 'acceptRecalculation', offer: offers[1] })).rejects.toMatchObject({ code: 'RATE_CHANGED' });
      const late = await offerOf(third);
      world.clock.advance(TIMER_MS);
      await expect(act(world, third, { action: 'acceptRecalculation', offer: late })).rejects.toMatchObject({ code: 'RATE_CHANGED' });
      expect((await decisionOf(world, third)).recalculation).toMatchObject({ rate: '26500', newRatePart: null });
    } finally {
      await setBuyRate('25950');
    }
  });

  test('at a rate that was replaced while the order’s own was valid is rejected', async () => {
    const created = await paidWith(HALF);
    const { rateVersion } = await world.order(created.ref);
    world.clock.advance(TIMER_MS - 1_000);
    const cheap = await setBuyRate('25700');
    await setBuyRate('25950');
    world.clock.advance(2_000);
    const offer = `${cheap}-${HALF}`;
    await expect(act(world, created, { action: 'acceptRecalculation', offer })).rejects.toMatchObject({ code: 'RATE_CHANGED' });
    await act(world, created, { action: 'acceptRecalculation', offer: `${rateVersion}-${HALF}` });
    expect(await world.order(created.ref)).toMatchObject({ status: 'paid', amountReceived: HALF_BUYS });
  });

  test('at a newer rate is valid for three minutes past its replacement', async () => {
    const [first, second] = [await paidWith(HALF), await paidWith(HALF)];
    await timerOver();
    world.clock.advance(OFFER_MS);
    await setBuyRate('26001');
    const offers = [await decisionOf(world, first), await decisionOf(world, second)].map(({ recalculation }) => recalculation?.offer);
    await setBuyRate('25950');
    world.clock.advance(OFFER_MS - 1);
    await act(world, first, { action: 'acceptRecalculation', offer: offers[0] });
    expect(await world.order(first.ref)).toMatchObject({ status: 'paid', rate: 26_001n * 10n ** 12n });
    world.clock.advance(1);
    await expect(act(world, second, { action: 'acceptRecalculation', offer: offers[1] })).rejects.toMatchObject({ code: 'RATE_CHANGED' });
  });

  test.each(['', '1', '1-', 'x-1300000', '999999999-1300000', '9999999999-1300000', '-1-1300000'])('%j is rejected', async (offer) => {
    const created = await paidWith(HALF);
    await expect(act(world, created, { action: 'acceptRecalculation', offer })).rejects.toMatchObject({ code: 'RATE_CHANGED' });
    // Nor for a worker whose web was not so careful.
    const order = await world.order(created.ref);
    await addOrderRequest(
      world.web.orm,
      {
        id: newId(world.web),
        orderId: order.id,
        action: 'acceptRecalculation',
        params: { offer },
        at: world.clock.now(),
      },
      orderCodeOf(order, TEST_SECRETS.requests),
    );
    await handleOrderRequests(world.worker);
    expect(await world.order(created.ref)).toMatchObject({ reason: 'underpaid' });
  });

  test('beyond the maximum, the reserve or the login threshold reports the limit', async () => {
    const rich = await paidWith(PRICE + 99_000_000n);
    expect(await decisionOf(world, rich)).toMatchObject({ recalculation: null, recalculationRefusal: 'ORDER_WITHOUT_ACCOUNT' });
    const richest = await paidWith(PRICE + 140_000_000n);
    expect(await decisionOf(world, richest)).toMatchObject({ recalculation: null, recalculationRefusal: 'QUANTITY_TOO_LARGE' });
    const { rateVersion } = await world.order(richest.ref);
    const offer = `${rateVersion}-${PRICE + 140_000_000n}`;
    await expect(act(world, richest, { action: 'acceptRecalculation', offer })).rejects.toMatchObject({
      code: 'QUANTITY_TOO_LARGE',
      params: { n: '5000', code: 'pm' },
    });
    const poor = await paidWith(100n);
    expect(await decisionOf(world, poor)).toMatchObject({ recalculation: null, recalculationRefusal: 'QUANTITY_TOO_SMALL' });
    for (const created of [rich, richest, poor]) {
      await act(world, created, { action: 'requestRefund', ...ACCOUNT });
      expect(await world.order(created.ref)).toMatchObject({ reason: 'refunding' });
    }
  });
});

describe('a customer’s decision', () => {
  test('is accepted from the customer only', async () => {
    const created = await paidWith(HALF);
    const otherCaller = testCaller({ orderKey: 'nonsense' });
    const asked = { ref: created.ref, action: 'requestRefund', ...ACCOUNT } as const;
    await expect(actOnOrder(world.web, world.deps, otherCaller, asked)).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    await expect(readDecision(world.web, world.deps, otherCaller, created)).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    await expect(readDecision(world.web, world.deps, otherCaller, { ref: 'NOSUCHREF2' })).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
  });

  test('is rejected while the order has no mismatch', async () => {
    const created = await world.create();
    await expect(decisionOf(world, created)).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    for (const action of ['acceptRecalculation', 'topUp', 'refundExcess', 'requestRefund', 'submitVoucher', 'review'] as const) {
      await expect(act(world, created, { action, ...ACCOUNT })).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    }
  });

  test.each([
    ['no account', {}, 'BANK_ACCOUNT_INVALID'],
    ['no bank', { destination: '0011001234567' }, 'BANK_ACCOUNT_INVALID'],
    ['a number that no account has', { destination: '12', destinationBank: 'vcb' }, 'BANK_ACCOUNT_INVALID'],
    ['our own account', 'collection', 'BANK_ACCOUNT_INVALID'],
  ] as const)('to refund to %s is rejected', async (_, to, code) => {
    const { collection } = await world.web.settings();
    const account = to === 'collection' ? { destination: collection.accountNumber, destinationBank: collection.bank } : to;
    const created = await paidWith(HALF);
    await expect(act(world, created, { action: 'requestRefund', ...account })).rejects.toMatchObject({ code });
    expect(await refundsOf(world, created.ref)).toEqual([]);
  });

  test('to refund to a bank without fast transfers is rejected, even if operators list it', async () => {
    await world.database.query(`insert into setting (kind, key, value, author, at)
      select kind, 'vdb', value, 'test', now() from setting where kind = 'bank' and key = 'vcb' order by version desc limit 1`);
    const created = await paidWith(HALF);
    const refused = act(world, created, { action: 'requestRefund', destination: '0011001234567', destinationBank: 'vdb' });
    await expect(refused).rejects.toMatchObject({ code: 'BANK_ACCOUNT_INVALID', params: { bank: 'vdb' } });
    expect(await refundsOf(world, created.ref)).toEqual([]);
  });

  test('to refund waits until the reserve covers the refund', async () => {
    const created = await paidWith(HALF);
    const { available } = await reserveOf(world, 'vnd');
    await setAvailable(world, 'vnd', HALF - 1n);
    await expect(act(world, created, { action: 'requestRefund', ...ACCOUNT })).rejects.toMatchObject({ code: 'RESERVE_BUSY' });
    expect(await world.order(created.ref)).toMatchObject({ reason: 'underpaid', amountRefunded: 0n });
    await setAvailable(world, 'vnd', available);
    await act(world, created, { action: 'requestRefund', ...ACCOUNT });
    await expectGivenBack(created.ref, HALF);
  });

  test.each(['acceptRecalculation', 'requestRefund'] as const)('%s that was made twice is executed once', async (action) => {
    const created = await paidWith(HALF);
    const order = await world.order(created.ref);
    const { id } = order;
    const { recalculation } = await decisionOf(world, created);
    const params = action === 'requestRefund' ? ACCOUNT : { offer: recalculation?.offer ?? '' };
    for (const request of [newId(world.web), newId(world.web)]) {
      await addOrderRequest(
        world.web.orm,
        { id: request, orderId: id, action, params, at: world.clock.now() },
        orderCodeOf(order, TEST_SECRETS.requests),
      );
    }
    await handleOrderRequests(world.worker);
    const outcomes = await world.database.query(`select id, refusal from order_request where order_id = '${id}' order by at, id`);
    expect(outcomes.map(({ refusal }) => refusal).sort()).toEqual(['ORDER_ACTION_NOT_ALLOWED', null]);
    expect(await refundsOf(world, created.ref)).toHaveLength(action === 'requestRefund' ? 1 : 0);
  });

  test('is executed once when two are made concurrently', async () => {
    const created = await paidWith(PRICE + 100_000n);
    const outcomes = await Promise.allSettled([
      accept(world, created),
      act(world, created, { action: 'refundExcess', ...ACCOUNT }),
      act(world, created, { action: 'requestRefund', ...ACCOUNT }),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await settle(world);
    const { status, reason, amountReceived, amountRefunded } = await world.order(created.ref);
    expect(
      [
        ['delivered', null, 103_83n, 0n],
        ['delivered', null, 100_00n, 100_000n],
        ['cancelled', 'refunded', 100_00n, PRICE + 100_000n],
      ].map(String),
    ).toContain(String([status, reason, amountReceived, amountRefunded]));
  });

  test.each(['acceptRecalculation', 'requestRefund'] as const)(
    '%s that another worker executes meanwhile is reported as executed',
    async (action) => {
      const created = await paidWith(HALF);
      const order = await world.order(created.ref);
      const { recalculation } = await decisionOf(world, created);
      const params = action === 'requestRefund' ? ACCOUNT : { offer: recalculation?.offer ?? '' };
      const request = { id: newId(world.web), orderId: order.id, action, params, at: world.clock.now() };
      const proof = orderCodeOf(order, TEST_SECRETS.requests);
      await addOrderRequest(world.web.orm, request, proof);
      let isFirst = true;
      const slower = {
        ...world.worker,
        async settings() {
          if (isFirst) {
            isFirst = false;
            await executeOrderCommand(world.worker, { ...request, proof });
          }
          return world.worker.settings();
        },
      };
      await handleOrderRequests(slower);
      expect(isFirst).toBe(false);
      expect(await world.database.query(`select refusal from order_request where id = '${request.id}'`)).toEqual([{ refusal: null }]);
      expect(await refundsOf(world, created.ref)).toHaveLength(action === 'requestRefund' ? 1 : 0);
    },
  );

  test('that another worker refused is not executed any more', async () => {
    const created = await paidWith(HALF);
    const order = await world.order(created.ref);
    const { recalculation } = await decisionOf(world, created);
    const params = { offer: recalculation?.offer ?? '' };
    const request = { id: newId(world.web), orderId: order.id, action: 'acceptRecalculation', params, at: world.clock.now() } as const;
    await addOrderRequest(world.web.orm, request, orderCodeOf(order, TEST_SECRETS.requests));
    const slower = {
      ...world.worker,
      async settings() {
        await closeOrderRequest(world.worker.orm, request.id, 'RATE_CHANGED', world.clock.now());
        return world.worker.settings();
      },
    };
    await handleOrderRequests(slower);
    expect(await world.database.query(`select refusal from order_request where id = '${request.id}'`)).toEqual([{ refusal: 'RATE_CHANGED' }]);
    expect(await world.order(created.ref)).toMatchObject({ status: 'verifying_transaction', reason: 'underpaid' });
  });

  test('left open for a day is listed in the operators’ inbox', async () => {
    const created = await paidWith(HALF);
    const needOf = async () =>
      (await bindOperations(world.operator).listAttention(LAN, { limit: 1_000 })).items.find(({ ref }) => ref === created.ref);
    expect(await needOf()).toBeUndefined();
    world.clock.advance(24 * HOUR_MS);
    expect(await needOf()).toMatchObject({ need: 'undecided', reason: 'underpaid' });
    await accept(world, created);
    expect(await needOf()).toBeUndefined();
  });
});
