import { randomUUID } from 'node:crypto';
import { applyChanges } from '@quydoi/database/apply-changes';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { NO_CHANGE } from '@quydoi/domain/change';
import { MINUTE_MS } from '@quydoi/domain/durations';
import type { Entry, Posting } from '@quydoi/domain/ledger/post';
import { decideStartPayout } from '@quydoi/domain/order/decisions/decide-payout';
import { decideRefund } from '@quydoi/domain/order/decisions/decide-refund';
import { moveOrder } from '@quydoi/domain/order/lifecycle';
import { changeOrder, reholdPosting } from '@quydoi/domain/order/steps';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { decisionContext } from '../../src/context.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { act, refundsOf, settle } from '../../testing/mismatch.ts';
import { watchSettled } from '../../testing/network-jobs.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { walletTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

const LAN = operatorCaller('lan');
const SELLER = { destination: SELL_100_PM.sender ?? '' };
const note = 'found in the history';

/** 70 pm more that the ledger holds. */
const MORE_HELD: readonly Entry[] = [
  { account: 'held:pm', amount: 70_00n },
  { account: 'rail:pm', amount: -70_00n },
];

let world: World;
let n = 0;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterEach(async () => {
  expect(world.errors.splice(0)).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

const operations = () => bindOperations(world.operator);

/** Dollars that went out for an order, transfer by transfer. */
const sentOut = (ref: string) => world.perfectMoney.paid.filter(({ memo }) => memo === ref).map(({ key }) => key);

/** Lets the bank give an order's dong back. */
async function refundDong(ref: string): Promise<void> {
  const found = world.payOs.book.get(`${ref}-1-1`);
  if (!found) throw new Error(`no dong paid for ${ref}`);
  found.course = 'reversed';
  for (let step = 0; step < 5; step += 1) {
    world.clock.advance(MINUTE_MS);
    await watchSettled(world.signer);
  }
  expect(await world.order(ref)).toMatchObject({ status: 'error', reason: 'reversed' });
}

describe('an excess refund that paid although it was reported as failed, then recorded manually', () => {
  /** A delivered sell whose excess an operator recorded so; the bank has given its dong back since. */
  async function recorded(excess: bigint, referenceOf: (ref: string) => string): Promise<string> {
    const created = await world.create(SELL_100_PM);
    const { ref, instructions, amountSent } = created;
    n += 1;
    const [reference, sourceId] = [String(800_000_000 + n), String(n)];
    const amount = amountSent + excess;
    const account = instructions?.account ?? '';
    world.perfectMoney.statement.push(walletTransfer({ memo: ref, amount, account, reference, sourceId, paidAt: world.clock.now() }));
    await world.run();
    world.perfectMoney.script.push({ pays: true, hears: 'destination' });
    await act(world, created, { action: 'refundExcess', ...SELLER });
    await settle(world);
    expect(await world.order(ref)).toMatchObject({ status: 'delivered', amountRefunded: excess });
    expect(sentOut(ref)).toEqual([`${ref}-R1-1`]);
    await operations().refundOrder(LAN, { ref, destination: '', reference: referenceOf(ref), note });
    await refundDong(ref);
    return ref;
  }

  test.each([
    ['as much as the price', 100_00n],
    ['less', 40_00n],
  ])('(%s) settles nothing else: the order’s own payment is refunded too', async (_, excess) => {
    const ref = await recorded(excess, (each) => `batch-${each}-R1-1`);
    await operations().refundOrder(LAN, { ref, ...SELLER, note });
    await settle(world);
    expect(sentOut(ref)).toEqual([`${ref}-R1-1`, `${ref}-R3-1`]);
    expect(await world.order(ref)).toMatchObject({ status: 'cancelled', reason: 'refunded', amountRefunded: 100_00n + excess });
    expect(await refundsOf(world, ref)).toMatchObject([{ state: 'failed' }, { amount: excess, state: 'settled' }, { state: 'settled' }]);
  });

  test('under a reference of the operator’s own settles nothing else: an operator decides', async () => {
    const ref = await recorded(100_00n, () => 'as agreed by telephone');
    await operations().refundOrder(LAN, { ref, ...SELLER, note });
    await settle(world);
    expect(world.errors.splice(0)).toHaveLength(1);
    expect(sentOut(ref)).toEqual([`${ref}-R1-1`]);
    expect(await refundsOf(world, ref)).toMatchObject([{ state: 'failed' }, { state: 'settled' }, { state: 'failed' }]);
    await expectBooksInOrder(world);
    await operations().refundOrder(LAN, { ref, destination: '', reference: 'by hand, the second', note });
    expect(await world.order(ref)).toMatchObject({ status: 'cancelled', reason: 'refunded', amountRefunded: 200_00n });
  });

  test.each([
    ['nothing', null],
    ['the call of a payout of the order', { verb: 'recordManualPayout' }],
    ['the call of the order’s end', { verb: 'resolveError', decision: 'delivered' }],
    ['the call of another payment’s return', { verb: 'refundPayment', id: randomUUID() }],
  ])('under a reference that its row was given since, and that %s names, settles nothing else: an operator decides', async (_, call) => {
    const ref = await recorded(100_00n, () => 'as agreed by telephone');
    if (call) {
      const { verb, ...named } = call;
      await world.database.query(
        `insert into audit (call_id, operator, verb, input, outcome, order_id, at)
         values (gen_random_uuid(), 'lan', $1, $2, 'done', (select id from orders where ref = $3), now())`,
        [verb, JSON.stringify({ ref, ...named, reference: `batch-${ref}-R1-1` }), ref],
        'quydoi_operator',
      );
    }
    const set = 'update payout set reference = $2 where obligation_id = (select id from orders where ref = $1) and seq = 2';
    await world.database.query(set, [ref, `batch-${ref}-R1-1`]);
    await operations().refundOrder(LAN, { ref, ...SELLER, note });
    await settle(world);
    expect(world.errors.splice(0)).toHaveLength(1);
    expect(sentOut(ref)).toEqual([`${ref}-R1-1`]);
    expect(await refundsOf(world, ref)).toMatchObject([{ state: 'failed' }, { state: 'settled' }, { state: 'failed' }]);
  });

  test('with a smaller amount settles nothing else: an operator decides', async () => {
    const ref = await recorded(100_00n, (each) => `batch-${each}-R1-1`);
    await operations().refundOrder(LAN, { ref, ...SELLER, note });
    // 60 pm less in the manual record, and as much more in the next refund, with the fee of so much.
    const { id } = await world.order(ref);
    await world.database.query('update payout set amount = amount - 6000 where order_id = $1 and made_by = $2', [id, 'operator']);
    await world.database.query(
      `update payout set amount = amount + 5970, fee = fee + 30, held = held + 7000 where order_id = $1 and state = 'queued'`,
      [id],
    );
    const postings: Posting[] = [{ id: randomUUID(), kind: 'refund', orderId: id, entries: MORE_HELD }];
    await applyChanges(world.owner, [{ ...NO_CHANGE, postings }], world.clock.now());
    await settle(world);
    expect(world.errors.splice(0)).toHaveLength(1);
    expect(sentOut(ref)).toEqual([`${ref}-R1-1`]);
    await world.database.query('update payout set amount = amount + 6000 where order_id = $1 and made_by = $2', [id, 'operator']);
  });
});

describe('a manually delivered order', () => {
  /** A buy of 100 pm whose payout was refused and which an operator delivered; then a faulty worker marks its payout as returned. */
  async function reopened(decision: 'delivered' | 'by-hand'): Promise<string> {
    const { ref, amountSent } = await world.create();
    await world.pay(ref, amountSent);
    world.perfectMoney.script.push({ pays: false, hears: 'destination' });
    await world.run();
    await operations().resolveError(LAN, { ref, decision, reference: 'HAND-1', note });
    if (decision === 'by-hand') await operations().recordManualPayout(LAN, { ref, reference: 'HAND-1', note });
    const decisionCtx = decisionContext(world.worker, 'system', 'forged');
    const order = await world.order(ref);
    expect(order).toMatchObject({ status: 'delivered', payoutReference: 'HAND-1' });
    const after = moveOrder(order, 'error', { holding: order.held, reason: 'reversed' }, decisionCtx.now);
    const postings = [reholdPosting(order, decisionCtx.newId())];
    await applyChanges(world.worker.orm, [changeOrder(order, after, [], decisionCtx, { postings })], decisionCtx.now);
    return ref;
  }

  test.each(['delivered', 'by-hand'] as const)('(%s) is not paid again, whatever a worker stores', async (decision) => {
    const ref = await reopened(decision);
    const decisionCtx = decisionContext(world.worker, 'system', 'forged');
    await expect(applyChanges(world.worker.orm, [decideStartPayout(await world.order(ref), 9, decisionCtx)], decisionCtx.now)).rejects.toThrow(
      'payout_one_open',
    );
    await settle(world);
    expect(sentOut(ref)).toEqual([]);
  });

  test('is not refunded either', async () => {
    const ref = await reopened('by-hand');
    const order = await world.order(ref);
    // As if the customer had asked for it.
    const [request] = await world.database.query(
      `insert into order_request (id, order_id, action, params, at, handled_at) values (gen_random_uuid(), $1, 'requestRefund', '{}', $2, $2) returning id`,
      [order.id, world.clock.now()],
    );
    const decisionCtx = decisionContext(world.worker, 'customer', `request:${request?.id}`);
    const to = { destination: '0011001234567', destinationBank: 'vcb', amount: order.amountPaid, fee: 0n, maxPayoutFee: () => 0n, seq: 1 };
    await applyChanges(world.worker.orm, [decideRefund(order, 0n, to, decisionCtx)], decisionCtx.now);
    await settle(world);
    expect(world.errors.splice(0)).toHaveLength(1);
    expect(world.payOs.paid.filter(({ memo }) => memo === ref)).toEqual([]);
    expect(await refundsOf(world, ref)).toMatchObject([{ state: 'failed' }]);
  });
});

describe('a manual payout that one operator’s login records as another part', () => {
  /** A buy of 100 pm that its provider paid and reported as failed; an operator has it paid again. */
  async function retried(): Promise<string> {
    const { ref, amountSent } = await world.create();
    await world.pay(ref, amountSent);
    world.perfectMoney.script.push({ pays: true, hears: 'destination' });
    await world.run();
    expect([(await world.order(ref)).status, sentOut(ref)]).toEqual(['error', [`${ref}-1-1`]]);
    await operations().resolveError(LAN, { ref, decision: 'retry', note });
    return ref;
  }

  /** Writes the record past all code of ours, under an audit row that names the transfer of the first attempt. */
  async function record(ref: string): Promise<void> {
    const { id } = await world.order(ref);
    const run = (text: string, values: readonly unknown[] = []) => world.database.query(text, values, 'quydoi_operator');
    const reference = `batch-${ref}-1-1`;
    await run('begin');
    await run(
      `insert into audit (call_id, operator, verb, input, outcome, order_id, at)
       values (gen_random_uuid(), 'lan', 'recordManualPayout', $1, 'done', $2, now())`,
      [JSON.stringify({ ref, reference, note }), id],
    );
    await run(
      `insert into payout (id, version, obligation_kind, obligation_id, order_id, seq, part, parts, network, reserve, currency, amount, held, fee,
         destination, made_by, reference, state, tries, next_at, created_at)
       values (gen_random_uuid(), 1, 'order', $1, $1, 9, 2, 2, 'perfect-money', 'pm', 'pm', 10000, 0, 0, '', 'operator', $2, 'settled', 0, now(), now())`,
      [id, reference],
    );
    await run('commit');
  }

  test('does not have the order paid twice', async () => {
    const ref = await retried();
    await record(ref);
    await settle(world);
    expect(sentOut(ref)).toEqual([`${ref}-1-1`]);
    expect((await world.order(ref)).status).toBe('error');
    expect(world.errors.splice(0)).toHaveLength(1);
  });

  test('nor when it is written after the payout was validated', async () => {
    const ref = await retried();
    world.checkpoints.at('payout.prepared', () => record(ref));
    await settle(world);
    expect(sentOut(ref)).toEqual([`${ref}-1-1`]);
    expect((await world.order(ref)).status).toBe('error');
    expect(world.errors.splice(0)).toHaveLength(1);
  });
});
