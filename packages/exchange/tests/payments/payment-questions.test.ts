import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import type { PaymentQuestion, WebhookSource } from '@quydoi/rails/source';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bindOperations } from '../../src/operations/operations.ts';
import { fitsOrder } from '../../src/payments/fits-order.ts';
import { receiveWebhook } from '../../src/payments/receive-webhook.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { OWN_WALLET } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterAll(() => world.database.close());

const questionOf = (ref: string, set: Partial<PaymentQuestion> = {}): PaymentQuestion => {
  return { ref, account: OWN_WALLET, unit: 'pm', amount: 100_00n, payer: 'U7654321', ...set };
};
const fits = (question: PaymentQuestion) => fitsOrder(world.web, world.deps, 'perfect-money', question);

describe('a payment that is asked about', () => {
  test('fits the open order that waits for just this one', async () => {
    const { ref } = await world.create(SELL_100_PM);
    expect(await fits(questionOf(ref))).toBe(true);
    expect(await fits(questionOf(ref, { payer: null }))).toBe(true);
    for (const set of [{ amount: 99_99n }, { account: 'U1000002' }, { unit: 'wmz' }, { payer: 'U7654322' }, { ref: 'ZZZZZZZZZZ' }] as const)
      expect([set, await fits(questionOf(ref, set))]).toEqual([set, false]);
  });

  test('fits no order on another network, or while the network is off', async () => {
    const { ref } = await world.create(SELL_100_PM);
    expect(await fitsOrder(world.web, world.deps, 'webmoney', questionOf(ref))).toBe(false);
    const { setRail } = bindOperations(world.operator);
    await setRail(operatorCaller('lan'), { network: 'perfect-money', on: false });
    expect(await fits(questionOf(ref))).toBe(false);
    await setRail(operatorCaller('lan'), { network: 'perfect-money', on: true });
  });

  test('fits no order whose timer is over', async () => {
    const { ref } = await world.create(SELL_100_PM);
    const { web } = world;
    const later = { ...web, clock: { ...web.clock, now: () => new Date(web.clock.now().getTime() + 1_800_000) } };
    expect(await fitsOrder(later, world.deps, 'perfect-money', questionOf(ref))).toBe(false);
  });
});

test.each(['question', 'unfit', 'probe'] as const)('a %s is answered and not stored', async (kind) => {
  const { ref } = await world.create(SELL_100_PM);
  const source: WebhookSource = {
    kind: 'webhook',
    name: 'asking',
    authenticate() {
      throw new Error('not a webhook');
    },
    questions: { read: () => (kind === 'question' ? questionOf(ref) : kind), yes: 'YES', no: 'no' },
  };
  const asked = { ...world.web, rails: new Map([['perfect-money', { code: 'perfect-money', sources: [source] }] as const]) };
  const answer = await receiveWebhook(asked, world.deps, { source: 'asking', headers: {}, body: '' });
  expect(answer).toBe({ question: 'YES', unfit: 'no', probe: null }[kind]);
  expect(await world.database.query('select 1 from webhook')).toEqual([]);
});

test.each([
  ['initial', 'WEBMONEY_NEEDS_FORMAL_PASSPORT', 'U7000001'],
  ['begin', 'WEBMONEY_NEW_ACCOUNT', 'U7000002'],
  ['limit', 'WEBMONEY_LIMIT_EXCEEDED', 'U7000003'],
])('no order is made for a wallet whose holder has the mark %s', async (mark, code, destination) => {
  world.perfectMoney.name = { state: 'found', name: `NGUYEN VAN A;${mark}` };
  await expect(world.create({ destination })).rejects.toMatchObject({ code });
});
