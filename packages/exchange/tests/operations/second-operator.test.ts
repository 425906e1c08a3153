import { readOrderVerbs } from '@quydoi/database/repositories/audit';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bindOperations } from '../../src/operations/operations.ts';
import { expectBooksInOrder, reserveOf } from '../../testing/books.ts';
import { operatorCaller, testCaller } from '../../testing/callers.ts';
import { openWorld, type World } from '../../testing/world.ts';

const LAN = operatorCaller('lan');
const MINH = operatorCaller('minh');
const HOUR_MS = 3_600_000;
const FORCED = { force: true, note: 'a test' };
/** 200 000 000 đ at 26 050 đ (the e-voucher's price, the dearer of the reserve's two) is 7 677.54… pm. */
const ALONE = '7677.54';
const BEYOND = '7677.55';

let world: World;
let operations: ReturnType<typeof bindOperations>;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  operations = bindOperations(world.operator);
  await setLimits('200000000');
});
afterEach(async () => {
  for (const { id } of (await operations.listProposals(LAN, {})).items) await operations.rejectAct(LAN, { id, note: 'end of test' });
  await passDay();
  expect(world.errors.splice(0)).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

const available = async () => (await reserveOf(world, 'pm')).available;
const adjust = (amount: string, who = LAN) => operations.adjustReserve(who, { reserve: 'pm', amount, note: 'moved by hand' });

async function setLimits(worth: string): Promise<void> {
  const value = JSON.stringify({ worth, rateChange: '5' });
  await world.database.query(`insert into setting (kind, key, value, author, at) values ('secondOperator', 'secondOperator', $1, 'tests', now())`, [
    value,
  ]);
}

/** Makes every act a day old by the database's clock, which counts. */
async function passDay(): Promise<void> {
  await world.database.query('alter table audit disable trigger user');
  await world.database.query(`update audit set recorded_at = recorded_at - interval '24 hours'`);
  await world.database.query('alter table audit enable trigger user');
}

async function proposed(answer: Promise<{ done: boolean; proposal?: string | undefined }>): Promise<string> {
  const { done, proposal } = await answer;
  expect(done).toBe(false);
  return proposal as string;
}

async function auditOf(id: string): Promise<Record<string, unknown>[]> {
  return world.database.query('select operator, verb, input, outcome, proposal_id from audit where call_id = $1 or proposal_id = $1 order by id', [
    id,
  ]);
}

describe('money', () => {
  test('up to the limit is moved at once; beyond it, in or out, only proposed', async () => {
    const before = await available();
    expect(await adjust(ALONE)).toEqual({ done: true });
    expect(await adjust(`-${ALONE}`, MINH)).toEqual({ done: true });
    await passDay();
    await proposed(adjust(BEYOND));
    await proposed(adjust(`-${BEYOND}`));
    expect(await available()).toBe(before);
  });

  test('that one operator moves within a day adds up, whatever the direction; that of another counts apart', async () => {
    expect(await adjust('7000')).toEqual({ done: true });
    await proposed(adjust('677.55'));
    await proposed(adjust('-677.55'));
    expect(await adjust('-677.54')).toEqual({ done: true });
    await proposed(adjust('0.01'));
    expect(await adjust('-6322.46', MINH)).toEqual({ done: true });
    await passDay();
    expect(await adjust(ALONE)).toEqual({ done: true });
    await passDay();
    expect(await adjust(`-${ALONE}`)).toEqual({ done: true });
  });

  test('that was not moved, or that two operators moved, does not count', async () => {
    await expect(adjust('not an amount')).rejects.toThrow('VALIDATION_FAILED');
    await setLimits('999999999999');
    await expect(adjust('-1000000')).rejects.toThrow('VALIDATION_FAILED');
    await setLimits('200000000');
    await operations.confirmAct(LAN, { id: await proposed(adjust(BEYOND, MINH)) });
    await operations.confirmAct(MINH, { id: await proposed(adjust(`-${BEYOND}`)) });
    for (const amount of [ALONE, `-${ALONE}`]) {
      expect(await adjust(amount)).toEqual({ done: true });
      await passDay();
    }
  });

  test('that one operator moves in several calls at the same time adds up too', async () => {
    const before = await available();
    const answers = await Promise.all(Array.from({ length: 8 }, () => adjust('1919.38')));
    expect(answers.filter(({ done }) => done)).toHaveLength(4);
    expect((await operations.listProposals(LAN, {})).items).toHaveLength(4);
    expect(await available()).toBe(before + 4n * 191_938n);
  });

  test('is moved once when another operator confirms, and the audit log names both', async () => {
    const before = await available();
    const id = await proposed(adjust(BEYOND));
    expect((await operations.listProposals(MINH, {})).items).toMatchObject([
      { id, operator: 'lan', verb: 'adjustReserve', input: { reserve: 'pm', amount: BEYOND, note: 'moved by hand' } },
    ]);
    expect(await operations.confirmAct(MINH, { id })).toEqual({ done: true });
    expect(await available()).toBe(before + 767_755n);
    const input = { reserve: 'pm', amount: BEYOND, note: 'moved by hand' };
    expect(await auditOf(id)).toEqual([
      { operator: 'lan', verb: 'adjustReserve', input, outcome: 'proposed', proposal_id: null },
      { operator: 'minh', verb: 'adjustReserve', input, outcome: 'done', proposal_id: id },
    ]);
    await expect(operations.confirmAct(MINH, { id })).rejects.toThrow('NOT_FOUND');
    expect([await available(), (await operations.listProposals(LAN, {})).items]).toEqual([before + 767_755n, []]);
  });

  test('is moved once although several confirm at the same time', async () => {
    const before = await available();
    const id = await proposed(adjust(BEYOND));
    const outcomes = await Promise.allSettled(['minh', 'hoa', 'tuan', 'minh'].map((name) => operations.confirmAct(operatorCaller(name), { id })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'NOT_FOUND' });
    expect(await available()).toBe(before + 767_755n);
  });

  test('of an order counts by what was asked or paid for it', async () => {
    const buy = async (quantity: string) => {
      const { ref } = await world.create({ quantity });
      const { amountSent } = await world.order(ref);
      await world.pay(ref, amountSent - 1n);
      await world.run();
      return ref;
    };
    const refund = (ref: string) => operations.refundOrder(LAN, { ref, destination: '', reference: `FT-${ref}`, note: 'by hand' });
    await setLimits('5000000');
    expect(await refund(await buy('100'))).toEqual({ done: true });
    const ref = await buy('300');
    const id = await proposed(refund(ref));
    expect(await world.order(ref)).toMatchObject({ status: 'verifying_transaction' });
    expect(await readOrderVerbs(world.operator.orm, (await world.order(ref)).id)).toEqual([]);
    await operations.confirmAct(MINH, { id });
    expect(await world.order(ref)).toMatchObject({ status: 'cancelled', reason: 'refunded' });
    // What the signer takes for a person's decision is the act that was carried out.
    expect(await readOrderVerbs(world.operator.orm, (await world.order(ref)).id)).toMatchObject([{ verb: 'refundOrder', input: { ref } }]);
    const limits = await proposed(operations.setSecondOperator(LAN, { worth: '200000000', rateChange: '5' }));
    await operations.confirmAct(MINH, { id: limits });
  });
});

describe('a proposal', () => {
  test('is not confirmed by who made it', async () => {
    const before = await available();
    const id = await proposed(adjust(BEYOND));
    await expect(operations.confirmAct(LAN, { id })).rejects.toThrow('FORBIDDEN');
    expect([await available(), (await operations.listProposals(LAN, {})).items.length]).toEqual([before, 1]);
  });

  test('is ended by a rejection, also of who made it', async () => {
    const id = await proposed(adjust(BEYOND));
    await operations.rejectAct(LAN, { id, note: 'a mistake' });
    await expect(operations.confirmAct(MINH, { id })).rejects.toThrow('NOT_FOUND');
    expect((await auditOf(id)).map(({ verb, outcome }) => `${verb} ${outcome}`)).toEqual(['adjustReserve proposed', 'rejectAct done']);
  });

  test('lapses after a day', async () => {
    const id = await proposed(adjust(BEYOND));
    world.clock.advance(24 * HOUR_MS);
    await expect(operations.confirmAct(MINH, { id })).rejects.toThrow('NOT_FOUND');
    expect((await operations.listProposals(LAN, {})).items).toEqual([]);
  });

  test('whose act is refused can be confirmed again', async () => {
    const before = await available();
    const id = await proposed(adjust('-1000000'));
    await expect(operations.confirmAct(MINH, { id })).rejects.toThrow('VALIDATION_FAILED');
    expect((await operations.listProposals(LAN, {})).items.map((item) => item.id)).toEqual([id]);
    expect(await available()).toBe(before);
  });

  test('is nothing that a customer could confirm', async () => {
    const id = await proposed(adjust(BEYOND));
    const customer = testCaller({ principal: { kind: 'customer', customerId: '7KQ2M9XR', sessionId: 's1' } });
    await expect(operations.confirmAct(customer, { id })).rejects.toThrow('FORBIDDEN');
  });
});

describe('rates and accounts', () => {
  const rateOf = async () => (await world.operator.settings()).buy.get('trc20')?.value.value;

  test('a rate is changed alone by up to five percent, beyond it by two', async () => {
    const set = (value: string) => operations.setRate(LAN, { kind: 'buy', code: 'trc20', value });
    expect(await set('27000')).toEqual({ done: true });
    const id = await proposed(set('28351'));
    expect(await rateOf()).toBe('27000');
    await operations.confirmAct(MINH, { id });
    expect(await rateOf()).toBe('28351');
  });

  test('so is the rate of a pair', async () => {
    await proposed(operations.setPair(LAN, { from: 'trc20', to: 'pm', value: '0.5' }));
  });

  test('small changes by one operator add up for a day', async () => {
    const set = (value: string, who = LAN) => operations.setRate(who, { kind: 'sell', code: 'wmz', value });
    expect(await set('24200')).toEqual({ done: true });
    await proposed(set('23300'));
    expect(await set('24190', MINH)).toEqual({ done: true });
    expect(await set('23300')).toEqual({ done: true });
    await proposed(set('22400'));
    world.clock.advance(24 * HOUR_MS);
    expect(await set('22400')).toEqual({ done: true });
  });

  test('a rate counts by what it does to the pairs that are derived from it', async () => {
    // Five percent less to buy wmz for are 5.26 % more wmz for every other currency.
    const id = await proposed(operations.setRate(LAN, { kind: 'buy', code: 'wmz', value: '24605', ...FORCED }));
    await operations.rejectAct(LAN, { id, note: '' });
    expect(await operations.setRate(LAN, { kind: 'buy', code: 'wmz', value: '24673', ...FORCED })).toEqual({ done: true });
  });

  test('a pair that is derived again counts by how far its price moves', async () => {
    const value = (await world.operator.settings()).pairs.get('wmz:e-voucher')?.value.value ?? '';
    const lower = (Number(value) * 0.952).toFixed(6);
    expect(await operations.setPair(MINH, { from: 'wmz', to: 'e-voucher', value: lower })).toEqual({ done: true });
    const id = await proposed(operations.derivePair(LAN, { from: 'wmz', to: 'e-voucher' }));
    expect(await operations.confirmAct(MINH, { id })).toEqual({ done: true });
    expect((await world.operator.settings()).pairs.get('wmz:e-voucher')?.value.value).toBe(value);
  });

  test('a fee counts by what it adds to the smallest order', async () => {
    const set = (fee: string) => operations.setRate(LAN, { kind: 'buy', code: 'bep20', value: '26350', fee, ...FORCED });
    // The changes of rates before are a day old.
    world.clock.advance(24 * HOUR_MS);
    expect(await set('0.33')).toEqual({ done: true });
    await proposed(set('3'));
  });

  test('the account that customers pay into, and these limits, are always changed by two', async () => {
    const before = (await world.operator.settings()).collection;
    const account = { bank: 'vcb', accountNumber: '0011009999999', accountName: 'CONG TY QUY DOI', branch: '' };
    const id = await proposed(operations.setCollectionAccount(LAN, account));
    expect((await world.operator.settings()).collection).toEqual(before);
    await operations.confirmAct(MINH, { id });
    expect((await world.operator.settings()).collection).toEqual(account);
    await proposed(operations.setSecondOperator(LAN, { worth: '999999999999', rateChange: '99' }));
    expect((await world.operator.settings()).secondOperator).toEqual({ worth: '200000000', rateChange: '5' });
  });
});
