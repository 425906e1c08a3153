import { createBankRail } from '@quydoi/rails/bank/index';
import { signPayOs } from '@quydoi/rails/bank/pay-os-wire';
import type { PayoutRecord, PayoutRequest, SendOutcome } from '@quydoi/rails/payout';
import type { PayoutCapability } from '@quydoi/rails/rail';
import { ANSWER_TIMEOUT_MS } from '@quydoi/rails/testing/serve';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ListeningSandbox, startSandbox } from '../src/sandbox.ts';
import { openStage, type Stage, until } from '../testing/stage.ts';

const OPENING = 5_000_000_000n;
const TO = '0071000123456';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

let keys = 0;
const request = (more: Partial<PayoutRequest> = {}): PayoutRequest => ({
  key: `7KQ2M9XR4B-1-${++keys}`,
  currency: 'vnd',
  amount: 1_250_000n,
  destination: TO,
  destinationBank: 'vcb',
  memo: '7KQ2M9XR4B',
  ...more,
});
const send = (asked: PayoutRequest) => stage.bank.payouts.send(asked, new Date());
const find = (asked: PayoutRequest) => stage.bank.payouts.find(asked, new Date(), new Date());
const becomes = (asked: PayoutRequest, state: PayoutRecord['state']) => until(async () => (await find(asked)).state === state);
const received = () => stage.received(TO);
const balance = async (payouts: PayoutCapability = stage.bank.payouts) => (await payouts.balances(new Date())).get('vnd');

describe('a payout', () => {
  test('is taken, goes through its states, arrives once and costs us its amount', async () => {
    const asked = request();
    const advance = stage.stopClock();
    expect(await send(asked)).toMatchObject({ state: 'accepted', fee: null });
    expect(await balance()).toBe(OPENING - 1_250_000n);
    expect(await find(asked)).toEqual({ state: 'pending' });
    expect(await received()).toEqual([]);
    advance(10 * stage.options.networks.bank.pace.payoutStepMs);
    await becomes(asked, 'paid');
    const arrived = await received();
    expect(arrived).toMatchObject([{ rail: 'bank', currency: 'vnd', amount: 1_250_000 }]);
    expect(await find(asked)).toEqual({ state: 'paid', reference: arrived[0]?.id, fee: 0n, at: new Date(arrived[0]?.at ?? 0) });
    expect(await balance()).toBe(OPENING - 1_250_000n);
  });

  test('is the same one under the same key, one after the other and at once', async () => {
    const asked = request();
    const first = await send(asked);
    expect(await send(asked)).toEqual(first);
    expect(await Promise.all(Array.from({ length: 8 }, () => send(asked)))).toEqual(Array.from({ length: 8 }, () => first));
    const other = request();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => send(other)));
    expect(new Set(outcomes.map((one) => one.state === 'accepted' && one.reference)).size).toBe(1);
    await becomes(other, 'paid');
    await becomes(asked, 'paid');
    expect(await send(asked)).toEqual(first);
    expect(await received()).toHaveLength(2);
  });

  test('a key that was used for something else is not an answer for us', async () => {
    const asked = request();
    await send(asked);
    await expect(send({ ...asked, amount: 5n })).rejects.toMatchObject({ outcome: 'unknown' });
    await expect(find({ ...asked, amount: 5n })).rejects.toMatchObject({ trouble: 'malformed' });
    await becomes(asked, 'paid');
    expect(await received()).toHaveLength(1);
  });

  test('refusals are told apart, and nothing moves', async () => {
    expect(await send(request({ destination: '0071000000000' }))).toMatchObject({ state: 'refused', refusal: 'destination' });
    expect(await send(request({ destinationBank: 'nobank' }))).toMatchObject({ state: 'refused', refusal: 'destination' });
    for (let left = 10; left > 0; left -= 1) await send(request({ amount: 499_999_999n, destination: '0071000999999' }));
    const short = request({ amount: 1_000_000n });
    expect(await send(short)).toMatchObject({ state: 'refused', refusal: 'funds' });
    expect(await find(short)).toEqual({ state: 'absent' });
    expect(await received()).toEqual([]);
    expect(await balance()).toBe(10n);
  });

  test('what was never sent is absent', async () => {
    await send(request());
    expect(await find(request())).toEqual({ state: 'absent' });
  });

  test('nothing is sent when nobody listens', async () => {
    const { url } = stage.sandbox;
    await stage.sandbox.close();
    Object.assign(stage.sandbox, { close: async () => undefined });
    const { payouts } = createBankRail({ payOs: { ...stage.options.networks.bank.payOs, baseUrl: url }, timeoutMs: ANSWER_TIMEOUT_MS });
    await expect(payouts.send(request(), new Date())).rejects.toMatchObject({ outcome: 'not-done', trouble: 'unreachable' });
  });

  test.each([
    ['client', { clientId: 'x' }, 'credentials'],
    ['key', { apiKey: 'x' }, 'credentials'],
    ['checksum key', { checksumKey: 'x' }, 'refused'],
  ])('another %s is refused, and is never in the message', async (_, more, trouble) => {
    const secret = 'wr0ng-secret';
    const options = { ...stage.options.networks.bank.payOs, ...Object.fromEntries(Object.keys(more).map((name) => [name, secret])) };
    const { payouts } = createBankRail({ payOs: { ...options, baseUrl: stage.sandbox.url }, timeoutMs: ANSWER_TIMEOUT_MS });
    const error: unknown = await payouts.send(request(), new Date()).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ trouble, outcome: 'unknown' });
    expect(String((error as Error).stack)).not.toContain(secret);
    await expect(balance(payouts)).rejects.toMatchObject({ outcome: 'unknown' });
  });
});

describe('faults', () => {
  const unknown = { outcome: 'unknown' };

  test('payout-dropped: unknown to us, not taken; the same key later pays once', async () => {
    await stage.fault('pay-os', 'payout-dropped');
    const asked = request();
    await expect(send(asked)).rejects.toMatchObject(unknown);
    expect(await find(asked)).toEqual({ state: 'absent' });
    expect(await balance()).toBe(OPENING);
    await send(asked);
    await becomes(asked, 'paid');
    expect(await received()).toHaveLength(1);
    expect(await stage.hits('pay-os', 'payout-dropped')).toBe(1);
  });

  test.each(['payout-applied-dropped', 'payout-applied-500', 'bad-signature'] as const)(
    '%s: unknown to us, paid exactly once, sent again or not',
    async (kind) => {
      await stage.fault('pay-os', kind);
      const asked = request();
      await expect(send(asked)).rejects.toMatchObject(unknown);
      expect(await find(asked)).toEqual({ state: 'pending' });
      expect(await send(asked)).toMatchObject({ state: 'accepted' });
      await becomes(asked, 'paid');
      expect(await received()).toHaveLength(1);
      expect(await balance()).toBe(OPENING - asked.amount);
      expect(await stage.hits('pay-os', kind)).toBe(1);
    },
  );

  test('payout-slow: unknown to us when we wait less, paid once', async () => {
    const hasty = createBankRail({ payOs: { ...stage.options.networks.bank.payOs, baseUrl: stage.sandbox.url }, timeoutMs: 300 });
    await stage.fault('pay-os', 'payout-slow');
    const asked = request();
    await expect(hasty.payouts.send(asked, new Date())).rejects.toMatchObject({ ...unknown, trouble: 'unreachable' });
    expect(await send(asked)).toMatchObject({ state: 'accepted' });
    await becomes(asked, 'paid');
    expect(await received()).toHaveLength(1);
  });

  test('payout-otp: waits for its code, by key or by reference', async () => {
    await stage.fault('pay-os', 'payout-otp', 2);
    const [one, other] = [request(), request({ key: 'ABCDEFGHJK-1-1', memo: 'ABCDEFGHJK' })];
    for (const asked of [one, other]) {
      expect(await send(asked)).toMatchObject({ state: 'accepted' });
      expect(await find(asked)).toEqual({ state: 'waiting-otp' });
    }
    expect(await stage.post('/otp', { key: one.key, code: '000000' })).toMatchObject({ status: 422, json: { error: 'CODE_WRONG' } });
    expect(await stage.post('/otp', { ref: 'ZZZZZZZZZZ', code: '123456' })).toMatchObject({ status: 404, json: { error: 'NOTHING_WAITS' } });
    expect(await stage.post('/otp', { code: '123456' })).toMatchObject({ status: 404 });
    expect(await find(one)).toEqual({ state: 'waiting-otp' });
    expect(await stage.post('/otp', { key: one.key, code: '123456' })).toMatchObject({
      status: 200,
      json: { released: [{ key: one.key, amount: 1_250_000 }] },
    });
    expect(await find(other)).toEqual({ state: 'waiting-otp' });
    await stage.post('/otp', { ref: 'ABCDEFGHJK', code: '654321' });
    await Promise.all([becomes(one, 'paid'), becomes(other, 'paid')]);
    expect(await received()).toHaveLength(2);
  });

  test('payout-otp: without its code it is given up, and the money is ours again', async () => {
    const hasty = await openStage({ pace: { otpLifeMs: 300 } });
    try {
      await hasty.fault('pay-os', 'payout-otp');
      const asked = request();
      await hasty.bank.payouts.send(asked, new Date());
      expect(await balance(hasty.bank.payouts)).toBe(OPENING - asked.amount);
      await until(async () => (await hasty.bank.payouts.find(asked, new Date(), new Date())).state === 'refused');
      expect(await balance(hasty.bank.payouts)).toBe(OPENING);
      expect(await hasty.bank.payouts.send(asked, new Date())).toMatchObject({ state: 'refused', refusal: 'other' });
      expect(await hasty.post('/otp', { key: asked.key, code: '123456' })).toMatchObject({ status: 404 });
      expect(await hasty.received(TO)).toEqual([]);
    } finally {
      await hasty.close();
    }
  });

  test('payout-failed: taken, then turned down for good', async () => {
    await stage.fault('pay-os', 'payout-failed');
    const asked = request();
    expect(await send(asked)).toMatchObject({ state: 'accepted' });
    await becomes(asked, 'refused');
    expect(await find(asked)).toMatchObject({ detail: expect.stringContaining('BANK_REJECTED') });
    expect(await received()).toEqual([]);
    expect(await balance()).toBe(OPENING);
    expect(await send(asked)).toMatchObject({ state: 'refused' });
  });

  test('payout-reversed: paid, and given back later', async () => {
    await stage.fault('pay-os', 'payout-reversed');
    const asked = request();
    await send(asked);
    await becomes(asked, 'paid');
    const [arrived] = await received();
    await becomes(asked, 'reversed');
    expect(await find(asked)).toEqual({ state: 'reversed', reference: arrived?.id });
    expect(await received()).toEqual([]);
    expect(await balance()).toBe(OPENING);
  });

  test('bad-signature on the records and the balance: trouble, never absent', async () => {
    const asked = request();
    await send(asked);
    await stage.fault('pay-os', 'bad-signature', 2);
    await expect(find(asked)).rejects.toMatchObject({ trouble: 'signature' });
    await expect(balance()).rejects.toMatchObject({ trouble: 'signature' });
    expect(await find(asked)).toMatchObject({ state: expect.stringMatching(/pending|paid/) });
  });

  test('credentials-refused: told as such everywhere; nothing is taken', async () => {
    await stage.fault('pay-os', 'credentials-refused', 3);
    const asked = request();
    for (const call of [send, find, () => balance()]) await expect(call(asked)).rejects.toMatchObject({ trouble: 'credentials', outcome: 'unknown' });
    expect(await find(asked)).toEqual({ state: 'absent' });
    expect(await balance()).toBe(OPENING);
  });

  test('address-refused: told of with its remedy, not as refused keys; nothing is taken, and the same key pays once later', async () => {
    await stage.fault('pay-os', 'address-refused', 3);
    const asked = request();
    const refused = { trouble: 'unreachable', outcome: 'unknown', message: expect.stringContaining('allow-list') };
    for (const call of [send, find, () => balance()]) await expect(call(asked)).rejects.toMatchObject(refused);
    expect(await stage.hits('pay-os', 'address-refused')).toBe(3);
    expect(await find(asked)).toEqual({ state: 'absent' });
    expect(await balance()).toBe(OPENING);
    await send(asked);
    await becomes(asked, 'paid');
    expect(await received()).toHaveLength(1);
  });

  test('list-unavailable: an error, never absent', async () => {
    const asked = request();
    await stage.fault('pay-os', 'list-unavailable');
    await expect(find(asked)).rejects.toMatchObject({ trouble: 'unreachable' });
    expect(await find(asked)).toEqual({ state: 'absent' });
  });

  test('an explicit no while the list is away is unknown', async () => {
    await stage.fault('pay-os', 'list-unavailable');
    await expect(send(request({ destination: '0071000000000' }))).rejects.toMatchObject({ outcome: 'unknown', trouble: 'unreachable' });
  });
});

/**
 * A signer that is killed: it keeps only what it had written before. Each life sends the stored request and looks it up; dying between
 * any two acts leaves the next life the same request and nothing else.
 */
describe('killed and begun again with the same key', () => {
  const acts = ['before sending', 'while sending', 'after the answer', 'after looking'] as const;
  const faults = ['none', 'payout-dropped', 'payout-applied-dropped', 'payout-applied-500', 'bad-signature', 'payout-otp'] as const;

  const onTheWay: Promise<unknown>[] = [];
  afterEach(() => Promise.all(onTheWay.splice(0)));

  async function live(asked: PayoutRequest, dieAt: (typeof acts)[number] | null): Promise<PayoutRecord | SendOutcome | null> {
    if (dieAt === 'before sending') return null;
    const sending = send(asked).catch(() => null);
    onTheWay.push(sending);
    // The request is on its way and nobody waits for its answer.
    if (dieAt === 'while sending') return null;
    const outcome = await sending;
    if (dieAt === 'after the answer') return outcome;
    const record = await find(asked).catch(() => null);
    return dieAt === 'after looking' ? null : record;
  }

  test.each(faults.flatMap((kind) => acts.map((act) => [kind, act] as const)))('%s, %s: paid exactly once', async (kind, act) => {
    if (kind !== 'none') await stage.fault('pay-os', kind);
    const asked = request();
    await live(asked, act);
    await live(asked, act);
    await until(async () => {
      const record = await live(asked, null);
      if (record?.state === 'waiting-otp') await stage.post('/otp', { key: asked.key, code: '123456' });
      return record?.state === 'paid';
    });
    expect(await received()).toHaveLength(1);
    expect(await balance()).toBe(OPENING - asked.amount);
  });
});

test('a signer that makes a new key after a lost answer pays twice, and the books show it', async () => {
  await stage.fault('pay-os', 'payout-applied-dropped');
  const first = request();
  await send(first).catch(() => null);
  const second = request();
  await send(second);
  await Promise.all([becomes(first, 'paid'), becomes(second, 'paid')]);
  expect(await received()).toHaveLength(2);
});

test('what was taken happens even if the sandbox dies, under the same key', async () => {
  const asked = request();
  const first = await send(asked);
  const { options } = stage;
  await stage.sandbox.close();
  const again: ListeningSandbox = await startSandbox(options, 0);
  Object.assign(stage.sandbox, { close: again.close });
  const { payouts } = createBankRail({ payOs: { ...options.networks.bank.payOs, baseUrl: again.url }, timeoutMs: ANSWER_TIMEOUT_MS });
  expect(await payouts.send(asked, new Date())).toEqual(first);
  await until(async () => (await payouts.find(asked, new Date(), new Date())).state === 'paid');
  const arrived = (await (await fetch(`${again.url}/received?to=${TO}`)).json()) as unknown[];
  expect(arrived).toHaveLength(1);
});

test('a payout is also answered by its id; what is asked badly is refused', async () => {
  const { clientId, apiKey, checksumKey } = stage.options.networks.bank.payOs;
  const access = { 'x-client-id': clientId, 'x-api-key': apiKey, 'content-type': 'application/json' };
  const outcome = await send(request());
  const id = outcome.state === 'accepted' ? outcome.reference : '';
  const read = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${stage.sandbox.url}${path}`, { ...init, headers: { ...access, ...init.headers } });
    return {
      status: response.status,
      signature: response.headers.get('x-signature'),
      json: (await response.json()) as { code: string; data: unknown },
    };
  };
  const one = await read(`/v1/payouts/${id}`);
  expect(one).toMatchObject({ status: 200, json: { code: '00', data: { id, approvalState: 'PROCESSING' } } });
  expect(one.signature).toBe(signPayOs(checksumKey, one.json.data as Record<string, unknown>));
  expect(await read('/v1/payouts/none')).toMatchObject({ status: 404, json: { code: '404' } });
  expect(await read('/v1/payouts?limit=1000')).toMatchObject({ status: 400, json: { code: '20' } });
  expect(await read('/v1/payouts', { headers: { 'x-api-key': 'x' } })).toMatchObject({ status: 200, json: { code: '601' } });
  const body = { referenceId: 'r', amount: 1_000, description: 'd', toBin: '970436', toAccountNumber: TO };
  const post = (asked: object, headers: Record<string, string>) => read('/v1/payouts', { method: 'POST', body: JSON.stringify(asked), headers });
  expect(await post(body, { 'x-idempotency-key': 'k', 'x-signature': 'x' })).toMatchObject({ json: { code: '201' } });
  expect(await post(body, { 'x-signature': signPayOs(checksumKey, body) })).toMatchObject({ json: { code: '20' } });
  const wrong = [{ amount: 1.5 }, { amount: 500_000_000 }, { description: 'rút tiền' }, { description: 'x'.repeat(26) }, { toAccountNumber: 'a b' }];
  for (const more of wrong) {
    const asked = { ...body, ...more };
    expect(await post(asked, { 'x-idempotency-key': 'k', 'x-signature': signPayOs(checksumKey, asked) })).toMatchObject({ json: { code: '20' } });
  }
  expect(await balance()).toBe(OPENING - 1_250_000n);
});
