import { createEsms } from '@quydoi/rails/sms/esms';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SMS_FAULTS } from '../src/sms/faults.ts';
import { openStage, SMS, type Stage } from '../testing/stage.ts';

const URL_PATH = '/MainService.svc/json/SendMultipleMessage_V4_post_json/';
const CODE = { id: 'c82cd356-bf49-4113-9466-65a7f6359c96', phone: '+84912345678', code: '042137' };
const TEXT = 'Ma (1 lan) cua ban la 042137.';
const RIGHT = {
  ApiKey: SMS.apiKey,
  SecretKey: SMS.secretKey,
  Brandname: SMS.brandName,
  SmsType: '2',
  Phone: '0912345678',
  Content: TEXT,
  IsUnicode: '0',
  RequestId: CODE.id,
};

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

/** The exchange's own client. */
const esmsOf = (more: Partial<Parameters<typeof createEsms>[0]> = {}) =>
  createEsms({
    baseUrl: stage.sandbox.url,
    apiKey: SMS.apiKey,
    secretKey: SMS.secretKey,
    brandName: SMS.brandName,
    text: SMS.text,
    timeoutMs: 5_000,
    ...more,
  });
const sent = async (to = '') =>
  ((await (await fetch(`${stage.sandbox.url}/sms?to=${to}`)).json()) as { readonly to: string; readonly text: string }[]).map(
    (one) => `${one.to} ${one.text}`,
  );
const call = async (body: object) => (await stage.post(URL_PATH, body)).json as { readonly CodeResult?: string };

test('the exchange’s client sends an SMS, which the page and the control API show', async () => {
  await esmsOf().sendCode(CODE);
  expect(await sent()).toEqual([`0912345678 ${TEXT}`]);
  expect(await sent('0912345678')).toHaveLength(1);
  expect(await sent('0999999999')).toEqual([]);
  expect(await (await fetch(stage.sandbox.url)).text()).toContain(TEXT);
});

test('one that comes twice under one RequestId is sent once, for a day', async () => {
  const advance = stage.stopClock();
  await esmsOf().sendCode(CODE);
  expect(await call(RIGHT)).toMatchObject({ CodeResult: '124' });
  // Taken is taken.
  await esmsOf().sendCode(CODE);
  expect(await sent()).toHaveLength(1);
  advance(86_400_001);
  expect(await call(RIGHT)).toMatchObject({ CodeResult: '100' });
});

test.each<[string, Partial<Record<keyof typeof RIGHT, unknown>>]>([
  ['101', { ApiKey: 'other' }],
  ['101', { SecretKey: 'other' }],
  ['101', { SecretKey: undefined }],
  ['104', { Brandname: 'Other' }],
  ['108', { Phone: '0212345678' }],
  ['108', { Phone: '+1 202 555 0100' }],
  ['118', { SmsType: '8' }],
  ['146', { Content: 'Mã của bạn là 042137' }],
  ['146', { Content: `${TEXT} Xem them: example.com` }],
  ['300', { SmsType: undefined }],
])('the answer is %s for %j', async (code, set) => {
  expect(await call({ ...RIGHT, ...set })).toMatchObject({ CodeResult: code, CountRegenerate: 0 });
  expect(await sent()).toEqual([]);
});

test('what is no request is answered without a result', async () => {
  const response = await fetch(`${stage.sandbox.url}${URL_PATH}`, { method: 'POST', body: 'no json' });
  expect(await response.json()).toEqual({ error: 'Invalid request' });
});

describe('a fault', () => {
  const timeoutOf = (kind: string) => (kind.includes('silence') ? 300 : 5_000);

  test.each<[keyof typeof SMS_FAULTS, object]>([
    ['out-of-money', { trouble: 'short', outcome: 'not-done' }],
    ['number-blocked', { trouble: 'refused', outcome: 'not-done' }],
    ['unavailable', { trouble: 'busy', outcome: 'not-done' }],
    ['forbidden-page', { trouble: 'credentials', outcome: 'not-done' }],
  ])('%s is what the exchange’s client says it is, and nothing is sent', async (kind, failure) => {
    await stage.fault('esms', kind);
    await expect(esmsOf().sendCode(CODE)).rejects.toMatchObject(failure);
    expect(await sent()).toEqual([]);
    expect(await stage.hits('esms', kind)).toBe(1);
    await esmsOf().sendCode({ ...CODE, id: 'another' });
    expect(await sent()).toHaveLength(1);
  });

  test.each<keyof typeof SMS_FAULTS>(['silence', 'taken-silence', 'taken-cut'])(
    '%s: the same SMS is asked for again, and sent once',
    async (kind) => {
      await stage.fault('esms', kind);
      await esmsOf({ timeoutMs: timeoutOf(kind) }).sendCode(CODE);
      expect(await sent()).toHaveLength(1);
      expect(await stage.hits('esms', kind)).toBe(1);
    },
  );

  test('silence twice leaves it open whether it is sent', async () => {
    await stage.fault('esms', 'silence', 2);
    await expect(esmsOf({ timeoutMs: timeoutOf('silence') }).sendCode(CODE)).rejects.toMatchObject({ trouble: 'unreachable', outcome: 'unknown' });
    expect(await stage.hits('esms', 'silence')).toBe(2);
  });

  test('each is tried here', () => {
    expect(Object.keys(SMS_FAULTS)).toHaveLength(7);
  });
});
