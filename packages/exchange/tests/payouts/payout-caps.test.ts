import { readPayoutsOf } from '@quydoi/database/repositories/payouts';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { DAY_MS, HOUR_MS } from '@quydoi/domain/durations';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bindOperations } from '../../src/operations/operations.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { startPayouts } from '../../src/payouts/start-payouts.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { settle } from '../../testing/mismatch.ts';
import { sendPayouts } from '../../testing/network-jobs.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { walletTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

/** Price of 100 pm. */
const PRICE = 2_607_975n;
const LAN = operatorCaller('lan');
/** Longer than the parts that sums are counted in. */
const PART_MS = 10 * 60_000;

let world: World;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterEach(async () => {
  await expectBooksInOrder(world);
  await settle(world);
  // The next test has a day of its own.
  world.clock.advance(2 * DAY_MS);
});
afterAll(() => world.database.close());

const operations = () => bindOperations(world.operator);
/** Two operators set the caps. */
async function cap(reserve: 'pm' | 'vnd', caps: { single: string; hour: string; day: string }): Promise<void> {
  const proposed = await operations().setPayoutCap(LAN, { reserve, ...caps });
  expect(proposed).toMatchObject({ done: false });
  await operations().confirmAct(operatorCaller('minh'), { id: 'proposal' in proposed ? String(proposed.proposal) : '' });
}

async function paidOrder(): Promise<string> {
  const { ref } = await world.create();
  await world.pay(ref, PRICE);
  await settle(world, 3);
  return ref;
}

async function waitOf(ref: string): Promise<unknown> {
  const { id } = await world.order(ref);
  const [payout] = await readPayoutsOf(world.owner, id);
  return [payout?.state, payout?.waitsFor];
}

async function approve(ref: string): Promise<void> {
  const { items } = await operations().listAttention(LAN, { limit: 100 });
  const item = items.find((one) => one.ref === ref);
  expect(item).toMatchObject({ need: 'approval', waiting: [{ kind: 'order', amount: '100', currency: 'pm', destination: 'U7654321' }] });
  await operations().approvePayout(LAN, { payout: item?.waiting[0]?.payout ?? '', note: 'looked at' });
  await settle(world);
}

test('a payout above the cap of one waits for an operator, and is then paid once', async () => {
  await cap('pm', { single: '99.99', hour: '10000', day: '20000' });
  const ref = await paidOrder();
  const before = world.perfectMoney.paid.length;
  await settle(world);
  expect(await waitOf(ref)).toEqual(['queued', 'approval']);
  expect((await world.order(ref)).status).toBe('delivering');
  await approve(ref);
  expect((await world.order(ref)).status).toBe('delivered');
  expect(world.perfectMoney.paid.length).toBe(before + 1);
});

test('a payout of a reserve without caps waits for an operator, whatever its amount', async () => {
  await cap('pm', { single: '100', hour: '10000', day: '20000' });
  const { ref } = await world.create();
  await world.pay(ref, PRICE);
  await matchPayments(world.worker);
  await startPayouts(world.worker);
  world.log.length = 0;
  await sendPayouts({ ...world.signer, settings: async () => ({ ...(await world.signer.settings()), payoutCaps: new Map() }) });
  expect(await waitOf(ref)).toEqual(['queued', 'approval']);
  expect(world.log).toContainEqual(expect.stringMatching(/"no cap is set for the reserve".* payout waits$/));
  await approve(ref);
  expect(await waitOf(ref)).toEqual(['settled', null]);
});

test('beyond the cap of an hour payouts wait for its end; one that an operator approved takes nothing of it', async () => {
  await cap('pm', { single: '100', hour: '200', day: '20000' });
  const refs = [await paidOrder(), await paidOrder(), await paidOrder(), await paidOrder()] as const;
  expect(await Promise.all(refs.map(waitOf))).toEqual([
    ['settled', null],
    ['settled', null],
    ['queued', 'approval'],
    ['queued', 'approval'],
  ]);
  expect((await operations().listPayoutCaps(LAN, {})).items.find(({ reserve }) => reserve === 'pm')).toMatchObject({
    sentInHour: '200',
    hour: '200',
  });
  await approve(refs[2]);
  expect(await waitOf(refs[2])).toEqual(['settled', null]);
  expect(await waitOf(refs[3])).toEqual(['queued', 'approval']);
  world.clock.advance(HOUR_MS + PART_MS);
  await settle(world);
  expect(await waitOf(refs[3])).toEqual(['settled', null]);
});

test('beyond the cap of a day payouts wait for its end, and for a higher cap', async () => {
  await cap('pm', { single: '100', hour: '200', day: '100' });
  const [first, second] = [await paidOrder(), await paidOrder()];
  world.clock.advance(2 * HOUR_MS);
  await settle(world);
  expect([await waitOf(first), await waitOf(second)]).toEqual([
    ['settled', null],
    ['queued', 'approval'],
  ]);
  await cap('pm', { single: '100', hour: '200', day: '200' });
  world.clock.advance(60_000);
  await settle(world);
  expect(await waitOf(second)).toEqual(['settled', null]);
});

test('a payout that is said to be tried before is judged and counted like any other: only its attempts tell', async () => {
  await cap('pm', { single: '100', hour: '100', day: '20000' });
  const [first, second] = [await paidOrder(), await paidOrder()];
  const before = world.perfectMoney.paid.length;
  const claim = `update payout set tries = 1, version = version + 1, next_at = $1 where state = 'queued' and tries = 0 and waits_for = 'approval'`;
  await expect(world.database.query(claim, [world.clock.now()], 'quydoi_signer')).rejects.toMatchObject({ code: 'QD031' });
  // Also when the guard is passed.
  expect(await world.database.query(`${claim} returning id`, [world.clock.now()])).toHaveLength(1);
  await settle(world, 2);
  expect([await waitOf(first), await waitOf(second)]).toEqual([
    ['settled', null],
    ['queued', 'approval'],
  ]);
  expect(world.perfectMoney.paid.length).toBe(before);
  world.clock.advance(HOUR_MS + PART_MS);
  await settle(world, 2);
  expect(await waitOf(second)).toEqual(['settled', null]);
  expect(world.perfectMoney.paid.length).toBe(before + 1);
  const caps = await operations().listPayoutCaps(LAN, {});
  expect(caps.items.find(({ reserve }) => reserve === 'pm')).toMatchObject({ sentInHour: '100' });
});

test('a payout that an operator refuses fails, with its money still owed', async () => {
  await cap('pm', { single: '50', hour: '200', day: '200' });
  const ref = await paidOrder();
  const { id } = await world.order(ref);
  const [payout] = await readPayoutsOf(world.owner, id);
  await operations().refusePayout(LAN, { payout: payout?.id ?? '', note: 'not now' });
  expect(await world.order(ref)).toMatchObject({ status: 'error', reason: 'payout_refused' });
  await operations().resolveError(LAN, { ref, decision: 'retry', note: 'now' });
  await cap('pm', { single: '5000', hour: '10000', day: '20000' });
  await settle(world);
  expect((await world.order(ref)).status).toBe('delivered');
});

test('of payouts that several signers release at once, those within the caps are sent and no more', async () => {
  await cap('pm', { single: '100', hour: '300', day: '20000' });
  const signers = await Promise.all([world.openSigner(), world.openSigner(), world.openSigner()]);
  const refs: string[] = [];
  for (let orders = 0; orders < 8; orders += 1) {
    const { ref } = await world.create();
    await world.pay(ref, PRICE);
    refs.push(ref);
  }
  await matchPayments(world.worker);
  await startPayouts(world.worker);
  const before = world.perfectMoney.paid.length;
  await Promise.all(signers.map((signer) => sendPayouts(signer)));
  await settle(world, 2);
  expect(world.perfectMoney.paid.length - before).toBe(3);
  const waits = await Promise.all(refs.map(waitOf));
  expect(waits.filter((wait) => String(wait) === 'settled,')).toHaveLength(3);
  expect(waits.filter((wait) => String(wait) === 'queued,approval')).toHaveLength(5);
  // None is refused for good: the next hour has room for three more.
  world.clock.advance(HOUR_MS + PART_MS);
  await settle(world, 2);
  expect(world.perfectMoney.paid.length - before).toBe(6);
});

test('caps are amounts of the reserve, set by operators alone', async () => {
  await expect(cap('pm', { single: '1.005', hour: '1', day: '1' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  for (const role of ['quydoi_web', 'quydoi_worker', 'quydoi_signer'] as const) {
    const forged = `insert into setting (kind, key, value, author, at) values ('payout-cap', 'pm', '{"single":"9","hour":"9","day":"9"}', 'x', now())`;
    await expect(world.database.query(forged, [], role)).rejects.toMatchObject({ code: '42501' });
  }
});

test('money that is not confirmed for an hour is listed for operators', async () => {
  const { ref } = await world.create();
  // Journalled by the worker, and in no bank's list.
  await world.pay(ref, PRICE);
  world.bank.received.length = 0;
  await world.database.query('alter table first_hand_payment disable trigger all');
  await world.database.query('delete from first_hand_payment where memo = $1', [ref]);
  await world.database.query('alter table first_hand_payment enable trigger all');
  await settle(world, 2);
  const needOf = async () => (await operations().listAttention(LAN, { limit: 100 })).items.find((one) => one.ref === ref)?.need;
  expect(await waitOf(ref)).toEqual(['queued', 'confirmation']);
  expect(await needOf()).toBeUndefined();
  world.clock.advance(HOUR_MS);
  await settle(world, 2);
  expect(await needOf()).toBe('confirmation');
});

describe('approvals that one operator’s login wrote beyond what one may decide alone', () => {
  const LIMIT = `insert into setting (kind, key, value, author, at) values ('secondOperator', 'secondOperator', $1, 'tests', $2)`;
  const limit = (worth: string) => world.database.query(LIMIT, [{ worth, rateChange: '99' }, world.clock.now()]);

  /** Writes an approval of each order's payout; 100 pm are worth 2.6 million dong. */
  async function approveAll(refs: readonly string[]): Promise<void> {
    await limit('6000000');
    for (const ref of refs) {
      const { id } = await world.order(ref);
      const approval = `with call as (
          insert into audit (call_id, operator, verb, input, outcome, order_id, at)
          select gen_random_uuid(), 'thief', 'approvePayout', jsonb_build_object('payout', id), 'done', order_id, now() from payout where order_id = $1
        ) select 1`;
      await world.database.query(approval, [id], 'quydoi_operator');
    }
  }
  afterEach(() => limit('999999999999999'));

  test('count together: none is believed', async () => {
    await cap('pm', { single: '50', hour: '20000', day: '20000' });
    const refs = [await paidOrder(), await paidOrder(), await paidOrder()] as const;
    await approveAll(refs);
    world.clock.advance(HOUR_MS);
    await settle(world);
    expect(await Promise.all(refs.map(waitOf))).toEqual(refs.map(() => ['queued', 'approval']));
  });

  test('take no payout out of the sums: what is released within the caps is counted', async () => {
    await cap('pm', { single: '100', hour: '100', day: '20000' });
    const refs = [await paidOrder(), await paidOrder(), await paidOrder(), await paidOrder()] as const;
    await approveAll(refs.slice(1));
    const before = world.perfectMoney.paid.length;
    for (const hour of [1, 2, 3]) {
      world.clock.advance(HOUR_MS + PART_MS);
      await settle(world, 3);
      expect(world.perfectMoney.paid.length).toBe(before + hour);
    }
  });
});

describe('an attempt that the signer’s login alone wrote', () => {
  /** Writes an attempt of an order's payout past all code of ours, as if it had been judged. */
  async function forge(ref: string, state: 'refused' | 'prepared'): Promise<void> {
    const { id } = await world.order(ref);
    const [payout] = await readPayoutsOf(world.owner, id);
    const run = (text: string, values: readonly unknown[] = []) => world.database.query(text, values, 'quydoi_signer');
    await run('begin');
    await run(
      `insert into attempt (id, version, payout_id, n, key, state, awaiting_code, checks, next_check_at, created_at)
       values (gen_random_uuid(), 1, $1, 1, $2, $3, false, 0, $4, $4)`,
      [payout?.id, `${ref}-1-1`, state, world.clock.now()],
    );
    await run('update payout set tries = 1, state = $2, version = version + 1, next_at = $3 where id = $1', [
      payout?.id,
      state === 'refused' ? 'queued' : 'attempting',
      world.clock.now(),
    ]);
    await run('commit');
  }

  test('and that is said to be refused lets no payout pass the caps, nor be counted for less', async () => {
    await cap('pm', { single: '100', hour: '100', day: '20000' });
    const refs = [await paidOrder(), await paidOrder(), await paidOrder()] as const;
    await forge(refs[1], 'refused');
    await forge(refs[2], 'refused');
    const before = world.perfectMoney.paid.length;
    await settle(world, 3);
    expect(world.perfectMoney.paid.length).toBe(before);
    expect(await Promise.all(refs.map(waitOf))).toEqual([
      ['settled', null],
      ['queued', 'approval'],
      ['queued', 'approval'],
    ]);
    world.clock.advance(HOUR_MS + PART_MS);
    await settle(world, 3);
    expect(world.perfectMoney.paid.length).toBe(before + 1);
    world.clock.advance(HOUR_MS + PART_MS);
    await settle(world, 3);
    expect(world.perfectMoney.paid.length).toBe(before + 2);
  });

  test('and that is said to have been sent is not sent again under its key', async () => {
    await cap('vnd', { single: '1000', hour: '1000000000', day: '1000000000' });
    const { ref, instructions, amountSent } = await world.create(SELL_100_PM);
    const account = instructions?.account ?? '';
    world.perfectMoney.statement.push(
      walletTransfer({ memo: ref, amount: amountSent, account, reference: '810000001', sourceId: '810', paidAt: world.clock.now() }),
    );
    await settle(world, 3);
    expect(await waitOf(ref)).toEqual(['queued', 'approval']);
    await forge(ref, 'prepared');
    for (const set of [`state = 'sending', sent_at = created_at`, `state = 'unknown'`])
      await world.database.query(`update attempt set ${set} where key = $1`, [`${ref}-1-1`], 'quydoi_signer');
    await settle(world, 3);
    expect(world.payOs.book.has(`${ref}-1-1`)).toBe(false);
    expect(world.errors).toContainEqual(expect.objectContaining({ reason: 'attempt was not made by the signer' }));
  });

  test('and that is said to be prepared is not sent', async () => {
    await cap('pm', { single: '100', hour: '100', day: '20000' });
    await paidOrder();
    const ref = await paidOrder();
    await forge(ref, 'prepared');
    const before = world.perfectMoney.paid.length;
    await settle(world, 3);
    expect(world.perfectMoney.paid.length).toBe(before);
    expect(await world.order(ref)).toMatchObject({ status: 'error', reason: 'payout_refused' });
    expect(world.errors).toContainEqual(expect.objectContaining({ reason: 'attempt was not made by the signer' }));
  });
});
