import { randomUUID } from 'node:crypto';
import type { Order } from '@quydoi/domain/order/order';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Orm } from '../src/orm.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { addOrder, START } from './fixture.ts';

const PRICE = 2_607_975;

let database: TestDatabase;
let web: Orm;

beforeAll(async () => {
  database = await createTestDatabase(postgresUrl(), START);
  web = await database.open('quydoi_web');
});
afterAll(() => database.close());

async function asWorker(text: string): Promise<string> {
  return database.query(text, [], 'quydoi_worker').then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  );
}

async function addPayment(state: string, orderId: string | null): Promise<string> {
  const id = randomUUID();
  await database.query(
    `insert into payment (id, version, network, account, reference, unit, amount, memo, paid_at, confirmed, state, order_id, recorded_at)
     values ($1::uuid, 1, 'bank', '0011004567890', $1::uuid::text, 'vnd', ${PRICE}, '', now(), true, $2, $3, now())`,
    [id, state, orderId],
  );
  return id;
}

async function addRefund(order: Order, state: string): Promise<void> {
  await database.query(
    `insert into payout (id, version, obligation_kind, obligation_id, order_id, seq, part, parts, network, reserve, currency, amount, held, fee, destination, made_by, state, tries, next_at, created_at)
     values ($1, 1, 'refund', $2, $2, 1, 1, 1, 'bank', 'vnd', 'vnd', ${PRICE}, 0, 0, '0011001234567', 'system', $3, 0, now(), now())`,
    [randomUUID(), order.id, state],
  );
}

describe('the worker, about payments:', () => {
  const set = (id: string, columns: string) => asWorker(`update payment set ${columns} where id = '${id}'`);

  test.each(['matched', 'returned', 'forged'])('one that is %s keeps its order and its state', async (state) => {
    const [order, other] = [await addOrder(web), await addOrder(web)];
    const id = await addPayment(state, order.id);
    expect(await set(id, `order_id = '${other.id}'`)).toBe('QD014');
    expect(await set(id, `order_id = null, state = 'case'`)).toBe('QD014');
    for (const next of ['unconfirmed', 'unmatched', 'case', 'returned', 'matched', 'forged']) {
      const isProvenForged = state === 'matched' && next === 'forged';
      if (next !== state && !isProvenForged) expect(await set(id, `state = '${next}'`)).toBe('QD014');
    }
  });

  test('a case goes to an order, once, and is given back by operators alone', async () => {
    const [order, other] = [await addOrder(web), await addOrder(web)];
    const id = await addPayment('case', order.id);
    expect(await set(id, `state = 'returned', order_id = '${other.id}'`)).toBe('QD014');
    expect(await set(id, 'confirmed = false')).toBe('QD014');
    expect(await set(id, `state = 'matched', order_id = '${other.id}'`)).toBe('done');
    expect(await set(id, `state = 'returned'`)).toBe('QD014');
    const second = await addPayment('case', order.id);
    expect(await set(second, `state = 'returned'`)).toBe('QD051');
  });
});

describe('the worker, about orders:', () => {
  const move = (order: Order, set: string) => asWorker(`update orders set version = version + 1, ${set} where id = '${order.id}'`);

  test('an order that has been paid is not paid or repriced again by way of a reversal', async () => {
    const order = await addOrder(web);
    expect(await move(order, `status = 'paid'`)).toBe('QD015');
    for (const status of ['delivering', 'delivered', 'error', 'cancelled']) {
      if (status === 'delivering') expect(await move(order, `status = 'paid', amount_paid = ${PRICE}, paid_at = now()`)).toBe('done');
      expect(await move(order, `status = '${status}'`)).toBe('done');
    }
    for (const set of [`status = 'paid'`, `status = 'paid', amount_sent = 1`, `status = 'paid', paid_at = now()`, `status = 'verifying_transaction'`])
      expect(await move(order, set)).toBe('QD015');
    expect(await move(order, 'paid_at = null')).toBe('QD015');
  });

  test('an order that expired unpaid is still paid by a late payment', async () => {
    const order = await addOrder(web);
    expect(await move(order, `status = 'cancelled', reason = 'expired'`)).toBe('done');
    expect(await move(order, `status = 'error', reason = 'refunding'`)).toBe('QD015');
    expect(await move(order, `status = 'paid', amount_paid = ${PRICE}, paid_at = now()`)).toBe('done');
  });

  test.each(['abandoned', 'superseded'])('an order that was %s stays so', async (reason) => {
    const order = await addOrder(web);
    expect(await move(order, `status = 'cancelled', reason = '${reason}'`)).toBe('done');
    for (const set of [
      `status = 'paid', amount_paid = ${PRICE}, paid_at = now()`,
      `status = 'verifying_transaction', reason = 'late'`,
      `reason = 'expired'`,
      'reason = null',
    ])
      expect(await move(order, set)).toBe('QD025');
    expect(await move(order, `origin = ''`)).toBe('done');
  });

  test('what was agreed is never changed, by the owner neither', async () => {
    const order = await addOrder(web);
    const sets = [
      'ordered_quantity = ordered_quantity + 1',
      `destination = 'U1111111'`,
      `destination_name = 'TRAN VAN B'`,
      `sender = '0071001'`,
      `sender_bank = 'vcb'`,
      `pay_in_account = '0071001'`,
      `pay_in_name = 'TRAN VAN B'`,
      `reserve = 'wmz'`,
      `subject = 'device:1'`,
      `created_at = created_at + interval '1 second'`,
      `from_currency = 'wmz', kind = 'ex'`,
      `to_currency = 'wmz'`,
      `ref = '7KQ2M9XR4B'`,
    ];
    for (const set of sets) {
      expect(await move(order, set)).toBe('42501');
      const asOwner = database.query(`update orders set version = version + 1, ${set} where id = '${order.id}'`);
      await expect(asOwner).rejects.toMatchObject({ code: 'QD024' });
    }
    expect(await move(order, 'quantity = 1')).toBe('QD009');
    expect(await move(order, `status = 'paid', amount_paid = ${PRICE}, paid_at = now(), quantity = 1`)).toBe('done');
  });

  test('what refunds carry stays given back; what failed can be kept again', async () => {
    const [order, other] = [await addOrder(web), await addOrder(web)];
    for (const [each, state] of [
      [order, 'settled'],
      [other, 'failed'],
    ] as const) {
      const set = `status = 'verifying_transaction', amount_paid = ${PRICE}, amount_refunded = ${PRICE}`;
      expect(await move(each, set)).toBe('done');
      await addRefund(each, state);
    }
    expect(await move(order, 'amount_refunded = 1')).toBe('QD015');
    expect(await move(order, `status = 'paid', paid_at = now(), amount_refunded = 0`)).toBe('QD015');
    expect(await move(other, 'amount_refunded = 0')).toBe('done');
  });

  test('a delivered order keeps the reference of its payout, and every order its timer', async () => {
    const order = await addOrder(web);
    expect(await move(order, `expires_at = expires_at + interval '1 second'`)).toBe('QD020');
    expect(await move(order, `expires_at = 'infinity'`)).toBe('QD020');
    expect(await move(order, `payout_reference = 'FT1'`)).toBe('QD023');
    for (const status of ['paid', 'delivering'])
      expect(await move(order, `status = '${status}', amount_paid = ${PRICE}, paid_at = created_at`)).toBe('done');
    expect(await move(order, `payout_reference = 'FT1'`)).toBe('QD023');
    expect(await move(order, `status = 'delivered', payout_reference = 'FT1'`)).toBe('done');
    for (const reference of [`'FT2'`, 'null']) expect(await move(order, `payout_reference = ${reference}`)).toBe('QD023');
    expect(await move(order, `origin = ''`)).toBe('done');
    expect(await move(order, `status = 'error', payout_reference = null`)).toBe('done');
  });
});
