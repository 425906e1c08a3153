import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { recordStatements } from '@quydoi/database/testing/statements';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { matchPayments } from '../src/payments/match-payments.ts';
import { recordPayment } from '../src/payments/record-payment.ts';
import { sendPayouts } from '../src/payouts/send-payouts.ts';
import { startPayouts } from '../src/payouts/start-payouts.ts';
import { readFirstHand } from '../testing/network-jobs.ts';
import { bankTransfer } from '../testing/payment-facts.ts';
import { openWorld, type World } from '../testing/world.ts';

const PRICE = 2_607_975n;
/** Looking for due payouts, and settings, which roles cache. */
const POLLED = /^payouts due$|^state of settings$|^select distinct on \(kind, key\)/;

let world: World;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterAll(() => world.database.close());

/** Transaction of a single reading, sent in its round trip. */
const BEGIN_READING = /^begin read only/;

/** Statements that a step of an order sends, `begin` and `commit` of several included: each is most of a round trip on a busy machine. */
async function statementsOf(step: () => Promise<unknown>): Promise<string[]> {
  const recorded = recordStatements();
  try {
    await step();
  } finally {
    recorded.stop();
  }
  const { sent } = recorded;
  const readings = sent.flatMap((statement, index) => (BEGIN_READING.test(statement) ? [index, sent.indexOf('commit', index)] : []));
  return sent.filter((statement, index) => !POLLED.test(statement) && !readings.includes(index));
}

function countOf(statements: readonly string[], name: string): number {
  return statements.filter((statement) => statement === name).length;
}

test('an order costs few statements from payment to delivery, all of them prepared', async () => {
  // The ORM asks whether the database exists when it is first used.
  await payOut();
  const { ref, record, confirm, match, start, send } = await payOut();
  expect(await world.order(ref)).toMatchObject({ status: 'delivered' });
  expect(record.length).toBeLessThanOrEqual(8);
  // One of them reads the stored rows' codes: a row counts only if this signer wrote it. Another looks whether a memo names an order of a thief, and a
  // third which deposits to balances wait.
  expect(confirm.length).toBeLessThanOrEqual(12);
  expect(match.length).toBeLessThanOrEqual(9);
  expect(start.length).toBeLessThanOrEqual(6);
  // One of them judges the limits once the database has counted the payout, another leaves the signer's code with the attempt.
  expect(send.length).toBeLessThanOrEqual(44);
  expect(countOf(start, 'order by id')).toBe(0);
  // Evidence before and after, then once each to send and to settle: what the signer decides next starts from what it wrote last.
  expect(countOf(send, 'order by id')).toBe(4);
  expect([...record, ...match, ...start, ...send].filter((statement) => /^(select|with) /.test(statement))).toEqual([]);
});

/** An order from its payment to its delivery, with the statements of each step. */
async function payOut() {
  const { ref } = await world.create();
  const fact = bankTransfer({ memo: ref, amount: PRICE, reference: `FT-${ref}`, paidAt: world.clock.now() });
  world.bank.received.push(fact);
  const record = await statementsOf(() => recordPayment(world.worker, fact));
  const confirm = await statementsOf(() => readFirstHand(world.signer, 'bank'));
  const match = await statementsOf(() => matchPayments(world.worker));
  const start = await statementsOf(() => startPayouts(world.worker));
  const send = await statementsOf(() => sendPayouts(world.signer, 'perfect-money'));
  return { ref, record, confirm, match, start, send };
}
