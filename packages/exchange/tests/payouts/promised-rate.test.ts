import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bindOperations } from '../../src/operations/operations.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { recordPayment } from '../../src/payments/record-payment.ts';
import { startPayouts } from '../../src/payouts/start-payouts.ts';
import { asWorker } from '../../testing/as-worker.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { readFirstHand, sendPayouts, settleAttempts } from '../../testing/network-jobs.ts';
import { bankTransfer } from '../../testing/payment-facts.ts';
import { OWN_READING } from '../../testing/rails.ts';
import { openWorld, type World } from '../../testing/world.ts';

/** Price of 100 pm at the rate that every order here is made at. */
const PRICE = 2_607_975n;
const OLD_RATE = '25950';
const NEW_RATE = '31140';

let world: World;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
beforeEach(async () => {
  world.errors.length = 0;
  await setRate(OLD_RATE);
});
afterAll(() => world.database.close());

async function setRate(value: string): Promise<void> {
  await bindOperations(world.operator).setRate(operatorCaller('lan'), { kind: 'buy', code: 'pm', value, force: true, note: 'test' });
}

/** Holds more for an order. */
function rehold(amount: number): string[] {
  const posting = 'md5($order::text)::uuid';
  return [
    `insert into posting (id, kind, order_id, at) select ${posting}, 'rehold', id, created_at from orders where id = $order`,
    `insert into entry (posting_id, account_id, amount) select ${posting}, id, case name when 'held:pm' then ${amount} else ${-amount} end
     from account where name in ('held:pm', 'rail:pm')`,
  ];
}

const HUNDRED = `quantity = 10000, amount_sent = ${PRICE}, amount_received = 10000, fee_exchange = 50, cash_amount = ${PRICE}, held = 10050, holding = 10050`;
const MATCHED = `update payment set version = version + 1, state = 'matched', case_code = null, order_id = $order
  where memo = (select ref from orders where id = $order)`;
const PAID = `version = version + 1, status = 'paid', reason = null, amount_paid = ${PRICE}, paid_at = created_at, final_at = null`;

async function payOut(ref: string): Promise<number> {
  const before = world.perfectMoney.paid.length;
  await startPayouts(world.worker);
  for (let round = 0; round < 3; round += 1) {
    await sendPayouts(world.signer);
    await settleAttempts(world.signer);
  }
  expect(world.perfectMoney.paid.slice(before).every(({ memo }) => memo === ref)).toBe(true);
  return world.perfectMoney.paid.length - before;
}

test('more than was ordered is not bought at a rate that has gone, whatever the worker writes', async () => {
  const { ref } = await world.create({ quantity: '1' });
  await setRate(NEW_RATE);
  world.clock.advance(10 * MINUTE_MS);
  await world.pay(ref, PRICE);
  await matchPayments(world.worker);
  expect(await world.order(ref)).toMatchObject({ status: 'verifying_transaction', reason: 'overpaid' });
  const { held } = await world.order(ref);
  await asWorker(world, ref, `update orders set ${PAID}, ${HUNDRED} where id = $order`, ...rehold(10_050 - Number(held)));
  expect(await payOut(ref)).toBe(0);
  expect(world.errors).toContainEqual(expect.objectContaining({ reason: 'the rate was not promised for this' }));
  // All that was paid goes back at no rate.
  const to = { destination: '0011001234567', destinationBank: 'vcb', note: 'not promised' };
  await bindOperations(world.operator).refundOrder(operatorCaller('lan'), { ref, ...to });
  await payOut(ref);
  expect(await world.order(ref)).toMatchObject({ status: 'cancelled', reason: 'refunded', amountRefunded: PRICE });
});

describe('a payment that the worker dates back to when a rate was in force', () => {
  /** The bank's list tells the true time; the worker's login journals another one. */
  async function payDated(ref: string, amount: bigint, paidAt: Date): Promise<void> {
    const told = { memo: ref, amount, reference: `FT${ref}`, sourceId: ref, source: OWN_READING, paidAt: world.clock.now() };
    const fact = bankTransfer(told);
    world.bank.received.push(fact);
    await recordPayment(world.worker, { ...fact, paidAt });
    await readFirstHand(world.signer, 'bank');
    await matchPayments(world.worker);
  }

  test('does not buy more than was ordered at the order’s own rate', async () => {
    const { ref } = await world.create({ quantity: '1' });
    const createdAt = world.clock.now();
    await setRate(NEW_RATE);
    world.clock.advance(10 * MINUTE_MS);
    await payDated(ref, PRICE, createdAt);
    const { held } = await world.order(ref);
    await asWorker(world, ref, `update orders set ${PAID}, ${HUNDRED} where id = $order`, ...rehold(10_050 - Number(held)));
    expect(await payOut(ref)).toBe(0);
    expect(world.errors).toContainEqual(expect.objectContaining({ reason: 'the rate was not promised for this' }));
  });

  test('does not buy the rest at a rate of months ago', async () => {
    const [cheap] = await world.database.query(`select max(version) as version from setting where kind = 'buy' and key = 'pm'`);
    const then = world.clock.now();
    world.clock.advance(HOUR_MS);
    await setRate(NEW_RATE);
    world.clock.advance(60 * DAY_MS);
    const { ref } = await world.create({ quantity: '1' });
    world.clock.advance(MINUTE_MS);
    const priceOf = (rate: string, cents: number) => Math.ceil((Number(rate) * cents) / 100);
    const sent = priceOf(NEW_RATE, 101) + priceOf(OLD_RATE, 25_125) - priceOf(OLD_RATE, 101);
    await payDated(ref, BigInt(sent), then);
    const { held } = await world.order(ref);
    const terms = `quantity = 25000, amount_sent = ${sent}, amount_received = 25000, fee_exchange = 125, cash_amount = ${sent}, held = 25125, holding = 25125`;
    const excess = `excess_quantity = 24900, excess_rate_version = ${String(cheap?.version)}`;
    const paid = PAID.replace(String(PRICE), String(sent));
    await asWorker(world, ref, `update orders set ${paid}, ${terms}, ${excess} where id = $order`, ...rehold(25_125 - Number(held)));
    expect(await payOut(ref)).toBe(0);
    expect(world.errors).toContainEqual(expect.objectContaining({ reason: 'rate is out of date' }));
  });
});

test('while the rate is in force, more than was ordered is bought at it', async () => {
  const { ref } = await world.create({ quantity: '1' });
  world.clock.advance(10 * MINUTE_MS);
  await world.pay(ref, PRICE);
  await setRate(NEW_RATE);
  await matchPayments(world.worker);
  const { held } = await world.order(ref);
  await asWorker(world, ref, `update orders set ${PAID}, ${HUNDRED} where id = $order`, ...rehold(10_050 - Number(held)));
  expect(await payOut(ref)).toBe(1);
});

test('an order that has expired is not revived at its old rate for money that came late', async () => {
  const { ref } = await world.create();
  await asWorker(
    world,
    ref,
    `update orders set version = version + 1, status = 'cancelled', reason = 'expired', final_at = created_at where id = $order`,
  );
  await setRate(NEW_RATE);
  world.clock.advance(40 * MINUTE_MS);
  await world.pay(ref, PRICE);
  await asWorker(world, ref, MATCHED, `update orders set ${PAID} where id = $order`);
  expect(await payOut(ref)).toBe(0);
  expect(world.errors).toContainEqual(expect.objectContaining({ reason: 'late money is priced at a rate of before' }));
});

test('one that expired although its money came in time is revived at its old rate', async () => {
  const { ref } = await world.create();
  await asWorker(
    world,
    ref,
    `update orders set version = version + 1, status = 'cancelled', reason = 'expired', final_at = created_at where id = $order`,
  );
  await setRate(NEW_RATE);
  world.clock.advance(20 * MINUTE_MS);
  await world.pay(ref, PRICE);
  await asWorker(world, ref, MATCHED, `update orders set ${PAID} where id = $order`);
  expect(await payOut(ref)).toBe(1);
});
