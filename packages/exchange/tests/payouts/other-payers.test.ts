import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bindOperations } from '../../src/operations/operations.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { startPayouts } from '../../src/payouts/start-payouts.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { act, refundsOf, settle } from '../../testing/mismatch.ts';
import { sendPayouts, settleAttempts } from '../../testing/network-jobs.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { walletTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

const LAN = operatorCaller('lan');
/** The wallet that orders declare, and one that they do not. */
const OWN = SELL_100_PM.sender ?? '';
const OTHER = 'U9999991';
const note = 'tests';

let world: World;
let n = 0;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterEach(() => {
  expect(world.errors.splice(0)).toEqual([]);
});
afterAll(() => world.database.close());

const operations = () => bindOperations(world.operator);

async function pay(memo: string, payer: string, amount: bigint): Promise<void> {
  n += 1;
  const facts = { reference: `91${n}`, sourceId: `91${n}`, paidAt: world.clock.now() };
  await world.record(world.signer, walletTransfer({ memo, payer, amount, ...facts }));
  await matchPayments(world.worker);
}

/** An order that is held as a risk, because another than its declared sender has paid. */
async function paidByOther(quantity = '100', amount = 100_00n) {
  const created = await world.create({ ...SELL_100_PM, quantity });
  await pay(created.ref, OTHER, amount);
  expect(await world.order(created.ref)).toMatchObject({ status: 'verifying_transaction', reason: 'risk' });
  return created;
}

async function asWorker(ref: string, ...statements: string[]): Promise<void> {
  const { id } = await world.order(ref);
  for (const statement of ['begin', ...statements, 'commit'])
    await world.database.query(statement.replaceAll('$order', `'${id}'`), [], 'quydoi_worker');
}

const PAID = `update orders set version = version + 1, status = 'paid', reason = null, paid_at = created_at where id = $order`;

/** A refund of all of 100 pm, at the operators' fee, that whoever has the worker's login writes. */
async function writeRefund(ref: string, destination: string): Promise<void> {
  const { holding } = await world.order(ref);
  const entries = (posting: string, sums: Record<string, bigint>) =>
    Object.entries(sums).map(([name, sum]) => `(md5($order::text || '${posting}')::uuid, (select id from account where name = '${name}'), ${sum})`);
  const sums = { 'suspense:perfect-money:pm': 100_00n, 'refund:pm': -100_00n, 'rail:pm': -100_00n, 'held:pm': 100_00n };
  await asWorker(
    ref,
    `update orders set version = version + 1, reason = 'refunding', amount_refunded = amount_paid, holding = 0 where id = $order`,
    `insert into posting (id, kind, order_id, at) select md5(id::text || 'a')::uuid, 'release', id, created_at from orders where id = $order`,
    `insert into posting (id, kind, order_id, at) select md5(id::text || 'b')::uuid, 'refund', id, created_at from orders where id = $order`,
    `insert into entry (posting_id, account_id, amount) values ${entries('a', { 'held:vnd': -holding, 'rail:vnd': holding }).join(', ')}`,
    `insert into entry (posting_id, account_id, amount) values ${entries('b', sums).join(', ')}`,
    `insert into payout (id, version, obligation_kind, obligation_id, order_id, seq, part, parts, network, reserve, currency, amount, held, fee,
       destination, made_by, state, tries, next_at, created_at)
     select md5(id::text || 'p')::uuid, 1, 'refund', id, id, 1, 1, 1, 'perfect-money', 'pm', 'pm', 9950, 10000, 50,
       '${destination}', 'system', 'queued', 0, created_at, created_at from orders where id = $order`,
  );
}

async function send(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await sendPayouts(world.signer);
    await settleAttempts(world.signer);
  }
}

const dongFor = (ref: string) => world.payOs.paid.filter(({ memo }) => memo === ref).map(({ amount }) => amount);
const pmFor = (ref: string) => world.perfectMoney.paid.filter(({ memo }) => memo === ref).map(({ amount, destination }) => [destination, amount]);
const payoutsOf = (ref: string) =>
  world.database.query('select p.id, p.waits_for from payout p join orders o on o.id = p.order_id where o.ref = $1', [ref]);

describe('an order that another than its declared sender has paid, and that the worker’s login calls paid,', () => {
  test('is not paid out until an operator approves it', async () => {
    const { ref } = await paidByOther();
    await asWorker(ref, PAID);
    await startPayouts(world.worker);
    await send();
    expect(dongFor(ref)).toEqual([]);
    const [payout] = await payoutsOf(ref);
    expect(payout).toMatchObject({ waits_for: 'approval' });
    await operations().approvePayout(LAN, { payout: String(payout?.id), note });
    await settle(world);
    expect(dongFor(ref)).toEqual([2_535_000n]);
  });

  test('is not paid out either if that was the smaller part, which nobody gave to the order', async () => {
    const { ref } = await world.create(SELL_100_PM);
    await pay(ref, OTHER, 40_00n);
    await pay(ref, OWN, 60_00n);
    await asWorker(
      ref,
      `update payment set version = version + 1, state = 'matched', case_code = null where order_id = $order and state = 'case'`,
      `update orders set version = version + 1, amount_paid = 10000 where id = $order`,
      PAID,
    );
    await startPayouts(world.worker);
    await send();
    expect(dongFor(ref)).toEqual([]);
    expect(await payoutsOf(ref)).toMatchObject([{ waits_for: 'approval' }]);
  });
});

describe('what another than the declared sender has paid', () => {
  test.each([
    ['the declared sender', OWN],
    ['the payer', OTHER],
  ])('is not refunded to %s because the worker’s login says so, but by an operator', async (_, destination) => {
    const { ref } = await paidByOther();
    await writeRefund(ref, destination);
    await send();
    expect(pmFor(ref)).toEqual([]);
    const [refund] = await refundsOf(world, ref);
    expect(refund).toMatchObject({ state: 'queued', waitsFor: 'approval' });
    await operations().refusePayout(LAN, { payout: refund?.id ?? '', note });
    await operations().refundOrder(LAN, { ref, destination: OTHER, note });
    await settle(world);
    expect(pmFor(ref)).toEqual([[OTHER, 99_50n]]);
  });

  test('is refunded to its payer once an operator has cleared it; the declared sender, who has not paid, is another’s account', async () => {
    const [toPayer, toSender] = [await paidByOther('1000', 900_00n), await paidByOther('1000', 900_00n)];
    for (const { ref } of [toPayer, toSender]) await operations().clearRisk(LAN, { ref, note });
    await act(world, toPayer, { action: 'requestRefund', destination: OTHER });
    await act(world, toSender, { action: 'requestRefund', destination: OWN });
    await settle(world);
    expect(pmFor(toPayer.ref)).toEqual([[OTHER, 895_50n]]);
    expect(pmFor(toSender.ref)).toEqual([]);
    expect(await refundsOf(world, toSender.ref)).toMatchObject([{ state: 'queued', waitsFor: 'approval' }]);
  });
});
