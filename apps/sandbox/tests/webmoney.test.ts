import type { PayoutRequest } from '@quydoi/rails/payout';
import { merchantHash } from '@quydoi/rails/webmoney/merchant';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_PURSE } from '../src/webmoney/options.ts';
import { openStage, type Stage, until } from '../testing/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  stage.exchange.orders.set('7KQ2M9XR4B', {
    Ref: '7KQ2M9XR4B',
    FromBank: 'wmz',
    AmountSent: 100.5,
    ReceivingAddress: DEFAULT_PURSE,
    AccountIdSent: 'Z200000900123',
  });
});
afterEach(() => stage.close());

const PAYEE = 'Z200000700001';
let keys = 0;
const request = (more: Partial<PayoutRequest> = {}): PayoutRequest => ({
  key: `7KQ2M9XR4B-1-${++keys}`,
  currency: 'wmz',
  amount: 10_050n,
  destination: PAYEE,
  destinationBank: null,
  memo: '7KQ2M9XR4B',
  ...more,
});
const find = (asked: PayoutRequest) => stage.wm.payouts.find(asked, new Date(), new Date());
const list = (cursor: string | null = null, now = new Date()) => stage.wm.sources[0].read(cursor, now);
const arrived = () => stage.received(PAYEE);

describe('a payout', () => {
  test('is accepted, listed with its fee, and costs us both', async () => {
    const asked = request();
    const outcome = await stage.wm.payouts.send(asked, new Date());
    expect(outcome).toMatchObject({ state: 'accepted', fee: 81n });
    expect(await find(asked)).toMatchObject({ state: 'paid', reference: outcome.state === 'accepted' && outcome.reference, fee: 81n });
    expect(stage.wm.payouts.maxFee(10_050n)).toBe(81n);
    expect((await stage.wm.payouts.balances(new Date())).get('wmz')).toBe(1_200_000n - 10_050n - 81n);
    expect(await arrived()).toMatchObject([{ rail: 'webmoney', currency: 'wmz', amount: 100.5 }]);
  });

  test('costs at most 50 WMZ, and a hundredth at least', async () => {
    await stage.wm.payouts.send(request({ amount: 700_000n }), new Date());
    expect((await stage.wm.payouts.balances(new Date())).get('wmz')).toBe(1_200_000n - 700_000n - 5_000n);
    expect(await stage.wm.payouts.send(request({ amount: 1n }), new Date())).toMatchObject({ state: 'accepted', fee: 1n });
  });

  test('sent twice under its key moves money once, and both sends name one transfer', async () => {
    const asked = request();
    const [first, second] = [await stage.wm.payouts.send(asked, new Date()), await stage.wm.payouts.send(asked, new Date())];
    expect(second).toEqual(first);
    expect(await arrived()).toHaveLength(1);
  });

  test('refusals are told apart, and move nothing', async () => {
    const refusalOf = async (more: Partial<PayoutRequest>) => stage.wm.payouts.send(request(more), new Date());
    expect(await refusalOf({ destination: 'Z200000700000' })).toMatchObject({ state: 'refused', refusal: 'destination', detail: '7 no such purse' });
    expect(await refusalOf({ destination: 'Z200000700444' })).toMatchObject({ state: 'refused', refusal: 'destination' });
    expect(await refusalOf({ destination: DEFAULT_PURSE })).toMatchObject({ state: 'refused', refusal: 'destination' });
    expect(await refusalOf({ amount: 1_200_000n })).toMatchObject({ state: 'refused', refusal: 'funds' });
    await stage.fault('webmoney', 'recipient-limit');
    expect(await refusalOf({})).toMatchObject({ state: 'refused', refusal: 'destination' });
    expect((await stage.wm.payouts.balances(new Date())).get('wmz')).toBe(1_200_000n);
  });

  test.each(['transfer-applied-dropped', 'transfer-applied-500', 'transfer-applied-unclear'])('%s: unknown, then found as paid', async (fault) => {
    const asked = request();
    await stage.fault('webmoney', fault);
    await expect(stage.wm.payouts.send(asked, new Date())).rejects.toMatchObject({ outcome: 'unknown' });
    expect(await find(asked)).toMatchObject({ state: 'paid' });
    expect(await stage.wm.payouts.send(asked, new Date())).toMatchObject({ state: 'accepted' });
    expect(await arrived()).toHaveLength(1);
  });

  test.each(['transfer-dropped', 'transfer-unclear'])('%s: unknown, then absent, and paid when it is sent again', async (fault) => {
    const asked = request();
    await stage.fault('webmoney', fault);
    await expect(stage.wm.payouts.send(asked, new Date())).rejects.toMatchObject({ outcome: 'unknown' });
    expect(await find(asked)).toEqual({ state: 'absent' });
    expect(await stage.wm.payouts.send(asked, new Date())).toMatchObject({ state: 'accepted' });
    expect(await arrived()).toHaveLength(1);
  });

  test('one that is listed late is not taken for unpaid when its number is known', async () => {
    const asked = request();
    const pass = stage.stopClock();
    await stage.fault('webmoney', 'operations-delayed');
    await stage.wm.payouts.send(asked, new Date());
    expect(await find(asked)).toEqual({ state: 'absent' });
    await expect(stage.wm.payouts.send(asked, new Date())).rejects.toMatchObject({ trouble: 'malformed', outcome: 'unknown' });
    pass(1_000);
    expect(await find(asked)).toMatchObject({ state: 'paid' });
    expect(await arrived()).toHaveLength(1);
  });

  test.each([
    ['token-expired', 'credentials'],
    ['forbidden', 'unreachable'],
    ['unauthorized-page', 'unreachable'],
    ['operations-unavailable', 'unreachable'],
    ['operations-partial', 'malformed'],
  ])('%s is trouble of kind %s, never an absent payout', async (fault, trouble) => {
    await stage.wm.payouts.send(request(), new Date());
    await stage.fault('webmoney', fault);
    await expect(find(request())).rejects.toMatchObject({ trouble, outcome: 'unknown' });
  });
});

describe('a payment to us', () => {
  test('is listed as it was made', async () => {
    const { json } = await stage.post('/pay', { ref: '7KQ2M9XR4B' });
    const { facts, unreadable, more } = await list();
    expect(facts).toMatchObject([
      { network: 'webmoney', account: DEFAULT_PURSE, unit: 'wmz', amount: 10_050n, memo: '7KQ2M9XR4B', payer: 'Z200000900123', confirmed: true },
    ]);
    expect(facts[0]).toMatchObject({ reference: json.paid?.[0]?.id, sourceId: json.paid?.[0]?.id, source: 'webmoney-operations' });
    expect([unreadable, more]).toEqual([[], false]);
  });

  test('our own payouts are no payments to us', async () => {
    await stage.wm.payouts.send(request(), new Date());
    expect((await list()).facts).toEqual([]);
  });

  test('a list that breaks off is not believed, and read again whole', async () => {
    await stage.post('/pay', { ref: '7KQ2M9XR4B', times: 2 });
    await stage.fault('webmoney', 'operations-partial');
    await expect(list()).rejects.toMatchObject({ trouble: 'malformed' });
    expect((await list()).facts).toHaveLength(2);
  });

  test('one that is listed late is found by the next read, and a row that cannot be read costs itself only', async () => {
    const pass = stage.stopClock();
    const now = () => stage.options.now?.() ?? new Date();
    await stage.fault('webmoney', 'payment-delayed');
    await stage.post('/pay', { ref: '7KQ2M9XR4B' });
    const first = await list(null, now());
    expect(first.facts).toEqual([]);
    pass(1_000);
    await stage.fault('webmoney', 'operations-unreadable-row');
    const second = await list(first.cursor, now());
    expect([second.facts.length, second.unreadable]).toEqual([1, ['1999999999']]);
  });

  test('one under protection is named and no payment, until its payer completes it: it was made then', async () => {
    const pass = stage.stopClock();
    const now = () => stage.options.now?.() ?? new Date();
    await stage.fault('webmoney', 'payment-protected');
    const { json } = await stage.post('/pay', { ref: '7KQ2M9XR4B' });
    const held = await list(null, now());
    expect([held.facts, held.unreadable]).toEqual([[], [json.paid?.[0]?.id]]);
    expect((await stage.wm.payouts.balances(now())).get('wmz')).toBe(1_200_000n);
    pass(3_600_000);
    const done = await list(held.cursor, now());
    expect(done.facts).toMatchObject([{ reference: json.paid?.[0]?.id, amount: 10_050n, paidAt: now() }]);
    expect((await stage.wm.payouts.balances(now())).get('wmz')).toBe(1_200_000n + 10_050n);
  });

  test('payment-returned: paid, and told as returned a minute later', async () => {
    const pass = stage.stopClock();
    const now = () => stage.options.now?.() ?? new Date();
    await stage.fault('webmoney', 'payment-returned');
    const { json } = await stage.post('/pay', { ref: '7KQ2M9XR4B' });
    const id = json.paid?.[0]?.id;
    const paid = await list(null, now());
    expect([paid.facts.map(({ reference }) => reference), paid.returned]).toEqual([[id], []]);
    pass(3_600_000);
    const gone = await list(paid.cursor, now());
    expect([gone.facts, gone.returned]).toEqual([[], [id]]);
    expect((await stage.wm.payouts.balances(now())).get('wmz')).toBe(1_200_000n);
  });

  test.each([
    ['payment-wrong-sender', { payer: 'Z200000900002' }],
    ['payment-memo-lost', { memo: '' }],
  ])('%s', async (fault, expected) => {
    await stage.fault('webmoney', fault);
    await stage.post('/pay', { ref: '7KQ2M9XR4B' });
    expect((await list()).facts).toMatchObject([expected]);
  });
});

describe('the holder of a purse', () => {
  const lookup = (account: string) => stage.wm.lookup.find(account, null, new Date());

  test.each([
    ['Z200000700001', 'found', /^[^;]+$/],
    ['Z200000700111', 'found', /;initial$/],
    ['Z200000700222', 'found', /;begin$/],
    ['Z200000700555', 'found', /;limit$/],
  ] as const)('%s is %s with a name like %s', async (account, state, name) => {
    expect(await lookup(account)).toEqual({ state, name: expect.stringMatching(name) });
  });

  test.each(['Z200000700000', 'Z200000700333', 'Z200000700444', 'Z200000700666', 'E200000700001', 'Z1'])('%s cannot be paid', async (account) => {
    expect(await lookup(account)).toEqual({ state: 'invalid' });
  });

  test('is asked for by many at once', async () => {
    const accounts = Array.from({ length: 8 }, (_, n) => `Z20000070001${n}`);
    const found = await Promise.all(accounts.map(lookup));
    expect(new Set(found.map(({ state }) => state))).toEqual(new Set(['found']));
  });

  test('an interface that is away says nothing of the purse', async () => {
    await stage.fault('webmoney', 'lookup-unavailable');
    expect(await lookup('Z200000700001')).toEqual({ state: 'unavailable' });
  });
});

describe('the merchant interface', () => {
  const FORM = {
    LMI_PAYEE_PURSE: DEFAULT_PURSE,
    LMI_PAYMENT_AMOUNT: '100.5',
    LMI_PAYMENT_NO: '24001',
    LMI_PAYMENT_DESC: '7KQ2M9XR4B',
    ref: '7KQ2M9XR4B',
    payer: 'Z200000900123',
  };
  const confirm = async () => {
    const response = await fetch(`${stage.sandbox.url}/lmi/confirm.asp`, { method: 'POST', body: new URLSearchParams(FORM) });
    return { status: response.status, text: await response.text() };
  };
  const notifications = () => stage.exchange.merchantCalls.filter((call) => call.LMI_PREREQUEST === undefined);

  test('asks first, then pays and notifies with a hash of the secret', async () => {
    expect((await confirm()).status).toBe(200);
    await until(() => notifications().length === 1);
    const [question, notification = {}] = stage.exchange.merchantCalls;
    expect(question).toMatchObject({ LMI_PREREQUEST: '1', LMI_PAYMENT_NO: '24001', LMI_PAYER_PURSE: 'Z200000900123', ref: '7KQ2M9XR4B' });
    expect(question).not.toHaveProperty('LMI_HASH');
    expect(notification.LMI_HASH).toBe(merchantHash(notification, 'wm-s3cret'));
    const [fact] = (await list()).facts;
    expect(fact).toMatchObject({ memo: '7KQ2M9XR4B', payer: 'Z200000900123', amount: 10_050n, reference: notification.LMI_SYS_TRANS_NO });
  });

  test('any other answer stops the payment and is shown to the payer', async () => {
    stage.exchange.merchantAnswer = 'YES!';
    expect(await confirm()).toMatchObject({ status: 409, text: expect.stringContaining('YES!') });
    expect((await list()).facts).toEqual([]);
  });

  test.each([
    ['notification-twice', 2],
    ['notification-forged', 2],
    ['notification-late', 1],
  ])('%s', async (fault, count) => {
    await stage.fault('webmoney-merchant', fault);
    await confirm();
    await until(() => notifications().length === count);
    const genuine = notifications().filter((call) => call.LMI_HASH === merchantHash(call, 'wm-s3cret'));
    expect(genuine).toHaveLength(fault === 'notification-forged' ? 1 : count);
  });
});
