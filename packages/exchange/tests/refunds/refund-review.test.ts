import { addOrderRequest } from '@quydoi/database/repositories/requests';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { DAY_MS, HOUR_MS } from '@quydoi/domain/durations';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { handleOrderRequests } from '../../src/actions/handle-requests.ts';
import { newId } from '../../src/context.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { getOrder } from '../../src/orders/get-order.ts';
import { requestProofOf } from '../../src/orders/request-proof.ts';
import { expectBooksInOrder, reserveOf, setAvailable } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { act, customerOf, refundsOf, settle } from '../../testing/mismatch.ts';
import { sendPayouts } from '../../testing/network-jobs.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { chainPayment, walletTransfer } from '../../testing/payment-facts.ts';
import { TEST_SECRETS } from '../../testing/roles.ts';
import { openWorld, type World } from '../../testing/world.ts';

/** Less than 500 pm cost: the customer decides. */
const PAID = 6_000_000n;
const LAN = operatorCaller('lan');
const OWN = { destination: '0011001234567', destinationBank: 'vcb' };
const OTHER = { destination: '0071009999999', destinationBank: 'vcb' };

/** Patience with signers of which one is busy otherwise. */
const WAIT_MAX_MS = 3_000;

let world: World;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterEach(async () => {
  await expectBooksInOrder(world);
  // The next test has a day of its own.
  world.clock.advance(2 * DAY_MS);
});
afterAll(() => world.database.close());

const operations = () => bindOperations(world.operator);
const pageOf = (created: Parameters<typeof customerOf>[0] & { ref: string }) => getOrder(world.web, world.deps, customerOf(created), created);

/** An order of pm for dong, with the sender's account declared, to which less than its price came in. */
async function underpaid({ amount = PAID, quantity = '500', deviceId = undefined as string | undefined } = {}) {
  const caller = deviceId === undefined ? {} : { deviceId };
  const created = await world.create({ quantity, sender: OWN.destination, senderBank: OWN.destinationBank }, caller);
  await world.pay(created.ref, amount);
  await world.run();
  return created;
}

/** A row of web's login in `order_request`, which the customer knows nothing of. */
async function forgeRequest(ref: string, to: typeof OTHER): Promise<void> {
  const { id } = await world.order(ref);
  await addOrderRequest(world.web.orm, { id: newId(world.web), orderId: id, action: 'requestRefund', params: to, at: world.clock.now() });
  await handleOrderRequests(world.worker);
}

const sentTo = (account: string) => world.payOs.paid.filter(({ destination }) => destination === account);

async function needOf(ref: string) {
  const { items } = await operations().listAttention(LAN, { limit: 1_000 });
  return items.find((item) => item.ref === ref);
}

async function waitsOf(ref: string): Promise<unknown[]> {
  return (await refundsOf(world, ref)).map(({ state, waitsFor }) => [state, waitsFor]);
}

describe('a refund that web’s login asks for, to another’s account,', () => {
  test('waits for an operator, tells the customer so, and is not paid', async () => {
    const created = await underpaid();
    await forgeRequest(created.ref, OTHER);
    await settle(world);
    expect(sentTo(OTHER.destination)).toEqual([]);
    expect(await waitsOf(created.ref)).toEqual([['queued', 'approval']]);
    expect(await pageOf(created)).toMatchObject({ status: 'verifying_transaction', reason: 'refund_review', refund: { state: 'approval' } });
    const payout = (await refundsOf(world, created.ref))[0]?.id ?? '';
    expect(await needOf(created.ref)).toMatchObject({
      need: 'approval',
      payInAccount: '0011004567890',
      waiting: [{ payout, kind: 'refund', amount: '6000000', currency: 'vnd', ...OTHER }],
    });
    await operations().refusePayout(LAN, { payout, note: 'not the customer’s account' });
    expect(await waitsOf(created.ref)).toEqual([['failed', 'approval']]);
    expect(await needOf(created.ref)).toMatchObject({ need: 'refund', waiting: [] });
    // What an operator asks for needs no second approval.
    await operations().refundOrder(LAN, { ref: created.ref, ...OTHER, destination: '0011009876543', note: 'called the customer' });
    await settle(world);
    expect(sentTo('0011009876543')).toHaveLength(1);
    expect(sentTo(OTHER.destination)).toEqual([]);
    expect(await pageOf(created)).toMatchObject({ status: 'cancelled', reason: 'refunded', refund: { state: 'done' } });
  });

  test('is refused, and what came in is sent back from where it lies', async () => {
    const created = await underpaid();
    await forgeRequest(created.ref, OTHER);
    await settle(world, 2);
    const [{ id } = { id: '' }] = await refundsOf(world, created.ref);
    await operations().refusePayout(LAN, { payout: id, note: 'too large' });
    const before = await reserveOf(world, 'vnd');
    const collected = await balanceOf('rail:vnd-collection');
    await operations().refundOrder(LAN, { ref: created.ref, destination: '', reference: 'FT-by-hand', note: 'sent from the collecting account' });
    expect(await balanceOf('rail:vnd-collection')).toBe(collected - PAID);
    expect(await reserveOf(world, 'vnd')).toEqual(before);
    expect(await world.order(created.ref)).toMatchObject({ status: 'cancelled', reason: 'refunded' });
  });

  test('is paid once when an operator approves it', async () => {
    const created = await underpaid();
    const account = { ...OTHER, destination: '0071009999991' };
    await forgeRequest(created.ref, account);
    await settle(world, 2);
    const [{ id } = { id: '' }] = await refundsOf(world, created.ref);
    await operations().approvePayout(LAN, { payout: id, note: 'the customer’s wife' });
    await settle(world);
    expect(sentTo(account.destination)).toMatchObject([{ amount: PAID }]);
    expect(await pageOf(created)).toMatchObject({ status: 'cancelled', reason: 'refunded' });
    await expect(operations().approvePayout(LAN, { payout: id, note: 'again' })).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    await expect(operations().refusePayout(LAN, { payout: id, note: 'too late' })).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    const audited = await world.database.query("select verb, outcome, order_id from audit where input ->> 'payout' = $1 order by id", [id]);
    const { id: orderId } = await world.order(created.ref);
    expect(audited).toEqual([
      { verb: 'approvePayout', outcome: 'done', order_id: orderId },
      { verb: 'approvePayout', outcome: 'ORDER_ACTION_NOT_ALLOWED', order_id: orderId },
      { verb: 'refusePayout', outcome: 'ORDER_ACTION_NOT_ALLOWED', order_id: orderId },
    ]);
  });

  test('an approval is of one payout alone', async () => {
    const [first, second] = [await underpaid(), await underpaid()];
    for (const { ref } of [first, second]) await forgeRequest(ref, { ...OTHER, destination: '0071009999992' });
    await settle(world, 2);
    const [{ id } = { id: '' }] = await refundsOf(world, first.ref);
    await operations().approvePayout(LAN, { payout: id, note: 'of this order' });
    await settle(world);
    expect(sentTo('0071009999992')).toHaveLength(1);
    expect(await waitsOf(second.ref)).toEqual([['queued', 'approval']]);
  });
});

describe('a refund is sent by itself', () => {
  test('to the account that the order declared, at the same bank only', async () => {
    const [own, elsewhere] = [await underpaid(), await underpaid()];
    await act(world, own, { action: 'requestRefund', ...OWN });
    await act(world, elsewhere, { action: 'requestRefund', ...OWN, destinationBank: 'bidv' });
    await settle(world);
    expect(await waitsOf(own.ref)).toEqual([['settled', null]]);
    expect(await waitsOf(elsewhere.ref)).toEqual([['queued', 'approval']]);
  });

  test('to any other up to 5 000 000 đ', async () => {
    const [most, more] = [await underpaid({ amount: 5_000_000n }), await underpaid({ amount: 5_000_001n })];
    for (const created of [most, more]) await act(world, created, { action: 'requestRefund', ...OTHER });
    await settle(world);
    expect(await waitsOf(most.ref)).toEqual([['settled', null]]);
    expect(await waitsOf(more.ref)).toEqual([['queued', 'approval']]);
  });

  test('to the wallet that paid, however much', async () => {
    const { ref, ...created } = await world.create({ ...SELL_100_PM, from: 'pm', quantity: '1000' });
    await world.record(world.signer, walletTransfer({ memo: ref, amount: 900_00n, reference: '700001000', paidAt: world.clock.now() }));
    await world.run();
    await act(world, { ...created, ref }, { action: 'requestRefund', destination: 'U7654321' });
    await settle(world);
    expect(await waitsOf(ref)).toEqual([['settled', null]]);
  });

  test('to the address that paid, as the signer has read it, however much', async () => {
    const sent = async (destination: string, n: number) => {
      const created = await world.create({ ...SELL_100_PM, from: 'trc20', quantity: '1000', sender: undefined });
      const fact = chainPayment({
        account: created.instructions?.account ?? '',
        amount: 900_000_000n,
        reference: `${'a'.repeat(63)}${n}:0`,
        paidAt: world.clock.now(),
      });
      world.chain.solid.push(fact);
      await settle(world, 3);
      await act(world, created, { action: 'requestRefund', destination });
      await settle(world);
      return waitsOf(created.ref);
    };
    // The day's refunds to accounts of others are used up: this one is none of them.
    const spent = "insert into payout_volume (party, at, amount) values ('refunds-elsewhere', $1, 50000000)";
    await world.database.query(spent, [world.clock.now()]);
    expect(await sent('TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC', 1)).toEqual([['settled', null]]);
    expect(await sent('TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', 2)).toEqual([['queued', 'approval']]);
  });
});

describe('small refunds in dong do not go out by themselves', () => {
  test('below the smallest transfer: they stay owed until an operator has them sent', async () => {
    const [less, least] = [await underpaid({ amount: 49_999n, quantity: '10' }), await underpaid({ amount: 50_000n, quantity: '10' })];
    for (const created of [less, least]) await act(world, created, { action: 'requestRefund', ...OWN });
    await settle(world);
    expect([await waitsOf(less.ref), await waitsOf(least.ref)]).toEqual([[['queued', 'approval']], [['settled', null]]]);
    expect(await pageOf(less)).toMatchObject({ reason: 'refund_review', refund: { state: 'approval' } });
    expect(await needOf(less.ref)).toMatchObject({ need: 'approval', waiting: [{ amount: '49999' }] });
    const [{ id } = { id: '' }] = await refundsOf(world, less.ref);
    await operations().approvePayout(LAN, { payout: id, note: 'the customer has asked for it' });
    await settle(world);
    expect(await waitsOf(less.ref)).toEqual([['settled', null]]);
  });

  test.each([
    ['to one subject', 'refund-count:vnd:subject:device:asks often', 9, OWN],
    ['to one account', 'refund-count:vnd:account:vcb:0071009999988', 19, { ...OTHER, destination: '0071009999988' }],
  ])('beyond a day’s number %s: they wait for an operator, or for the next day', async (_, party, earlier, account) => {
    await world.database.query('insert into payout_volume (party, at, amount) values ($1, $2, $3)', [party, world.clock.now(), earlier]);
    const refs: string[] = [];
    for (let refunds = 0; refunds < 2; refunds += 1) {
      const created = await underpaid({ amount: 60_000n, quantity: '10', deviceId: 'asks often' });
      await act(world, created, { action: 'requestRefund', ...account });
      await settle(world, 2);
      refs.push(created.ref);
    }
    const waits = () => Promise.all(refs.map(waitsOf));
    expect(await waits()).toEqual([[['settled', null]], [['queued', 'approval']]]);
    world.clock.advance(DAY_MS + HOUR_MS);
    await settle(world, 2);
    expect(await waits()).toEqual([[['settled', null]], [['settled', null]]]);
  });
});

describe('a request that did not come with the order’s key', () => {
  test.each(['without a proof', 'with the proof of another order', 'with another account than was proven'])(
    'makes no refund to another’s account, however small: %s',
    async (forgery) => {
      const [created, own] = [await underpaid({ amount: 1_000_000n }), await underpaid({ amount: 1_000_000n })];
      const { id: orderId } = await world.order(created.ref);
      const stranger = { ...OTHER, destination: '0071009999993' };
      const isOther = forgery === 'with the proof of another order';
      const ownId = (await world.order(own.ref)).id;
      const request = { id: newId(world.worker), orderId, action: 'requestRefund', params: stranger, at: world.clock.now() } as const;
      const proven = isOther ? { ...request, orderId: ownId } : { ...request, params: OTHER };
      await addOrderRequest(world.web.orm, request, forgery === 'without a proof' ? null : requestProofOf(proven, TEST_SECRETS.requests));
      await handleOrderRequests(world.worker);
      await settle(world);
      expect(sentTo(stranger.destination)).toEqual([]);
      expect(await waitsOf(created.ref)).toEqual([['queued', 'approval']]);
    },
  );

  test('keeps no refund back that the customer asked for', async () => {
    const created = await underpaid({ amount: 1_000_000n });
    const account = { ...OTHER, destination: '0071009999995' };
    await act(world, created, { action: 'requestRefund', ...account });
    await forgeRequest(created.ref, OTHER);
    await settle(world);
    expect(sentTo(account.destination)).toMatchObject([{ amount: 1_000_000n }]);
    expect(await waitsOf(created.ref)).toEqual([['settled', null]]);
  });

  test('that worker’s login changes to another account proves nothing any more', async () => {
    const created = await underpaid({ amount: 1_000_000n });
    await act(world, created, { action: 'requestRefund', ...OTHER });
    const stranger = '0071009999994';
    const { id } = await world.order(created.ref);
    const changed = `update order_request set params = params || '{"destination": "${stranger}"}' where order_id = '${id}'`;
    await world.database.query(changed, [], 'quydoi_worker');
    await world.database.query(`update payout set destination = '${stranger}' where order_id = '${id}'`);
    await settle(world);
    expect(sentTo(stranger)).toEqual([]);
    expect(await waitsOf(created.ref)).toEqual([['queued', 'approval']]);
  });
});

describe('refunds in dong without a person stay within a day’s limits:', () => {
  test('50 000 000 đ to one subject', async () => {
    const [first, second] = [
      await underpaid({ amount: 30_000_000n, quantity: '1200', deviceId: 'one' }),
      await underpaid({ amount: 20_000_001n, quantity: '800', deviceId: 'one' }),
    ];
    const other = await underpaid({ amount: 30_000_000n, quantity: '1200', deviceId: 'another' });
    for (const created of [first, second, other]) {
      await act(world, created, { action: 'requestRefund', ...OWN });
      await settle(world);
    }
    expect(await waitsOf(first.ref)).toEqual([['settled', null]]);
    expect(await waitsOf(second.ref)).toEqual([['queued', 'approval']]);
    expect(await waitsOf(other.ref)).toEqual([['settled', null]]);
    world.clock.advance(DAY_MS + HOUR_MS);
    await settle(world);
    expect(await waitsOf(second.ref)).toEqual([['settled', null]]);
  });

  test('50 000 000 đ to one subject, also of refunds that several signers release at once', async () => {
    const signers = await Promise.all([world.openSigner(), world.openSigner(), world.openSigner()]);
    const refs: string[] = [];
    for (let orders = 0; orders < 4; orders += 1) {
      const created = await underpaid({ amount: 20_000_000n, quantity: '900', deviceId: 'at once' });
      await act(world, created, { action: 'requestRefund', ...OWN });
      refs.push(created.ref);
    }
    // All of them have found room before the first is written.
    const found = Promise.withResolvers<void>();
    let waiting = 0;
    const wait = async () => {
      world.checkpoints.at('payout.before-prepare', wait);
      waiting += 1;
      if (waiting === signers.length * refs.length) found.resolve();
      await Promise.race([found.promise, new Promise((resolve) => setTimeout(resolve, WAIT_MAX_MS))]);
    };
    world.checkpoints.at('payout.before-prepare', wait);
    await Promise.all(signers.map((signer) => sendPayouts(signer)));
    world.checkpoints.at('payout.before-prepare', () => {});
    await settle(world, 2);
    const waits = (await Promise.all(refs.map(waitsOf))).map(String).sort();
    expect(waits).toEqual(['queued,approval', 'queued,approval', 'settled,', 'settled,']);
    world.clock.advance(DAY_MS + HOUR_MS);
    await settle(world, 2);
    expect((await Promise.all(refs.map(waitsOf))).map(String)).toEqual(Array(4).fill('settled,'));
  });

  test('a refund that is tried again counts once', async () => {
    const created = await underpaid({ amount: 30_000_000n, quantity: '1200', deviceId: 'tried again' });
    world.payOs.script.push({ takes: false, hears: 'not-done' });
    await act(world, created, { action: 'requestRefund', ...OWN });
    await settle(world, 12);
    expect(await waitsOf(created.ref)).toEqual([['settled', null]]);
    const [refund] = await refundsOf(world, created.ref);
    expect(refund?.tries).toBe(2);
  });

  test('50 000 000 đ worth to accounts that are not the customers’ own, in all currencies together', async () => {
    // 190 pm are worth 4 816 500 đ.
    const before = "insert into payout_volume (party, at, amount) values ('refunds-elsewhere', $1, 40183500)";
    await world.database.query(before, [world.clock.now()]);
    const sold = await world.create({ ...SELL_100_PM, from: 'pm', quantity: '1000' });
    await world.record(world.signer, walletTransfer({ memo: sold.ref, amount: 190_00n, reference: '700002001', paidAt: world.clock.now() }));
    await world.run();
    await act(world, sold, { action: 'requestRefund', destination: 'U9999999' });
    await settle(world, 2);
    const last = await underpaid({ amount: 5_000_000n });
    await act(world, last, { action: 'requestRefund', ...OTHER });
    await settle(world, 2);
    const beyond = await underpaid({ amount: 60_000n });
    await act(world, beyond, { action: 'requestRefund', ...OTHER });
    await settle(world, 2);
    const waits = await Promise.all([sold, last, beyond].map(({ ref }) => waitsOf(ref)));
    expect(waits).toEqual([[['settled', null]], [['settled', null]], [['queued', 'approval']]]);
    world.clock.advance(DAY_MS + HOUR_MS);
    await settle(world, 2);
    expect(await waitsOf(beyond.ref)).toEqual([['settled', null]]);
  });

  test('5 % of what the provider has just told, if it is less than the ledger says', async () => {
    await setAvailable(world, 'vnd', 5_000_000_000n);
    const tell = (told: bigint) =>
      world.database.query(
        `insert into balance_check (code, told, difference, times, checked_at) values ('vnd', $1, 0, 0, $2)
         on conflict (code) do update set told = excluded.told, checked_at = excluded.checked_at`,
        [told, world.clock.now()],
      );
    await tell(199_000_000n);
    const created = await underpaid({ amount: 10_000_000n, deviceId: 'told' });
    await act(world, created, { action: 'requestRefund', ...OWN });
    await settle(world, 2);
    expect(await waitsOf(created.ref)).toEqual([['queued', 'approval']]);
    await tell(201_000_000n);
    await settle(world);
    expect(await waitsOf(created.ref)).toEqual([['settled', null]]);
  });

  test('5 % of the reserve in all; what an operator approved counts for nobody', async () => {
    const { available } = await reserveOf(world, 'vnd');
    await setAvailable(world, 'vnd', 300_000_000n);
    const orders = [];
    for (const deviceId of ['a', 'b', 'c']) orders.push(await underpaid({ amount: 10_000_000n, deviceId }));
    const [first, second, third] = orders;
    if (!first || !second || !third) throw new Error('three orders');
    for (const created of orders) {
      await act(world, created, { action: 'requestRefund', ...OWN });
      await settle(world, 2);
    }
    // 15 000 000 đ, a little more for what earlier orders hold.
    expect([await waitsOf(first.ref), await waitsOf(second.ref)]).toEqual([[['settled', null]], [['queued', 'approval']]]);
    const [{ id } = { id: '' }] = await refundsOf(world, second.ref);
    await operations().approvePayout(LAN, { payout: id, note: 'checked' });
    await settle(world);
    expect(await waitsOf(second.ref)).toEqual([['settled', null]]);
    await setAvailable(world, 'vnd', available);
    await settle(world, 12);
    expect(await waitsOf(third.ref)).toEqual([['settled', null]]);
  });
});

async function balanceOf(account: string): Promise<bigint> {
  const [row] = await world.database.query('select balance from account where name = $1', [account]);
  return BigInt(String(row?.balance));
}
