import { describe, expect, test } from 'vitest';
import type { Http, HttpAnswer } from '../http.ts';
import type { PayoutRequest } from '../payout.ts';
import { RailError } from '../rail-error.ts';
import { createAppotaPayPayouts } from './appota-pay-payouts.ts';
import { appotaPayTimeToDate, isAppotaPaySignature, signAppotaPay } from './appota-pay-wire.ts';

const KEYS = { partnerCode: 'QUYDOI', apiKey: 'api-key', secretKey: 'appota-secret' };
const NOW = new Date('2026-01-05T08:00:00Z');
const ACCOUNT = '0011001234567';
const REQUEST: PayoutRequest = {
  key: '7KQ2M9XR4B-1-1',
  currency: 'vnd',
  amount: 1_250_000n,
  destination: ACCOUNT,
  destinationBank: 'vcb',
  memo: '7KQ2M9XR4B',
};
const INFO = 'api/v1/service/transfer/bank/account/info';
const MAKE = 'api/v1/service/transfer/make';
const LOOK_UP = `api/v1/service/transfer/transaction/${REQUEST.key}`;
const BALANCE = 'api/v1/service/accounts/balance';

type Answers = Readonly<Record<string, HttpAnswer | readonly HttpAnswer[]>>;

/** An AppotaPay that gives these answers, one after the other, and keeps what it was asked. */
function open(answers: Answers, transferMax = 400_000_000n) {
  const asked: { readonly path: string; readonly body: unknown }[] = [];
  const answer = async (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
    expect(headers['X-APPOTAPAY-AUTH']).toMatch(/^Bearer ey/);
    const given = answers[path];
    const found = Array.isArray(given) ? given[asked.filter((one) => one.path === path).length] : given;
    asked.push({ path, body });
    if (!found) throw new Error(`not scripted: ${path}`);
    return found as HttpAnswer;
  };
  const unused = () => Promise.reject(new Error('not used'));
  const http: Http = { get: (path, _query, headers) => answer(path, null, headers), postJson: answer, postForm: unused, postXml: unused };
  const payouts = createAppotaPayPayouts({ ...KEYS, transferMax, codeOf: (bank) => (bank === 'vcb' ? 'VCB' : null) }, http);
  return { payouts, asked };
}

const json = (body: object, status = 200): HttpAnswer => ({ status, text: JSON.stringify(body) });
const failed = (errorCode: number, status = 200) => json({ errorCode, message: 'x' }, status);

function named(accountName = 'NGUYEN VAN A'): HttpAnswer {
  const signature = signAppotaPay(KEYS.secretKey, { accountName, accountNo: ACCOUNT, errorCode: 0 });
  return json({ errorCode: 0, accountInfo: { accountNo: ACCOUNT, accountName }, signature });
}

/** A transfer as AppotaPay tells it, with its signature unless another is given. */
function told(errorCode = 0, set: object = {}, signature?: string | null): HttpAnswer {
  const transaction = { amount: 1_250_000, transferAmount: 1_250_000, appotapayTransId: 'AP1', time: 1_767_600_000, ...set };
  const { amount, transferAmount, appotapayTransId, time } = transaction;
  const ours = signAppotaPay(KEYS.secretKey, { amount, appotapayTransId, errorCode, time, transferAmount });
  return json({ errorCode, message: 'x', transaction, ...(signature === null ? {} : { signature: signature ?? ours }) });
}

async function errorOf(call: Promise<unknown>): Promise<unknown> {
  const error: unknown = await call.then(
    (value) => value,
    (caught: unknown) => caught,
  );
  return error instanceof RailError ? { trouble: error.trouble, outcome: error.outcome } : error;
}
const UNKNOWN = { outcome: 'unknown' };

describe('sending', () => {
  test('asks the holder’s name, then makes the transfer with it, signed', async () => {
    const { payouts, asked } = open({ [INFO]: named('Nguyễn Văn Đông (A)'), [MAKE]: told() });
    expect(await payouts.send({ ...REQUEST, memo: 'Chuyển-tiền: 7KQ2M9XR4B và nữa' }, NOW)).toEqual({
      state: 'accepted',
      reference: 'AP1',
      fee: null,
    });
    const { signature, ...fields } = (asked[1]?.body ?? {}) as Record<string, string | number>;
    expect(asked.map(({ path }) => path)).toEqual([INFO, MAKE]);
    expect(fields).toEqual({
      accountName: 'Nguyen Van Dong A',
      accountNo: ACCOUNT,
      accountType: 'account',
      amount: 1_250_000,
      bankCode: 'VCB',
      feeType: 'payer',
      message: 'Chuyen tien 7KQ2M9XR4B va',
      partnerRefId: REQUEST.key,
    });
    expect(isAppotaPaySignature(KEYS.secretKey, fields, String(signature))).toBe(true);
  });

  test.each([34, 35])('a transfer that waits for the bank (%i) is accepted by AppotaPay’s signature alone', async (code) => {
    expect(await open({ [INFO]: named(), [MAKE]: told(code) }).payouts.send(REQUEST, NOW)).toMatchObject({ state: 'accepted' });
    expect(await errorOf(open({ [INFO]: named(), [MAKE]: told(code, {}, null) }).payouts.send(REQUEST, NOW))).toEqual({
      trouble: 'signature',
      ...UNKNOWN,
    });
    expect(await errorOf(open({ [INFO]: named(), [MAKE]: failed(code) }).payouts.send(REQUEST, NOW))).toEqual({ trouble: 'refused', ...UNKNOWN });
  });

  test.each<[number, string]>([
    [12, 'funds'],
    [200, 'destination'],
    [190, 'temporary'],
  ])('an explicit refusal (%i) counts once the records know no transfer', async (code, refusal) => {
    const sendWith = (known: HttpAnswer) => open({ [INFO]: named(), [MAKE]: failed(code), [LOOK_UP]: known }).payouts.send(REQUEST, NOW);
    expect(await sendWith(failed(36))).toEqual({ state: 'refused', refusal, detail: `${code} x` });
    expect(await sendWith(told())).toMatchObject({ state: 'accepted', reference: 'AP1' });
    for (const unclear of [failed(99), failed(35), told(33), failed(33)]) expect(await errorOf(sendWith(unclear))).toMatchObject(UNKNOWN);
    for (const away of [failed(0), failed(40), failed(36, 503), told(0, {}, null)]) expect(await errorOf(sendWith(away))).toMatchObject(UNKNOWN);
  });

  test.each([31, 201])('a key that was used before (%i) is no refusal: the records tell', async (code) => {
    const sendWith = (known: HttpAnswer) => open({ [INFO]: named(), [MAKE]: failed(code), [LOOK_UP]: known }).payouts.send(REQUEST, NOW);
    expect(await sendWith(told())).toMatchObject({ state: 'accepted' });
    expect(await errorOf(sendWith(failed(36)))).toMatchObject(UNKNOWN);
  });

  test.each<[string, HttpAnswer, string]>([
    ['an unknown error', failed(99), 'refused'],
    ['a code of no meaning', failed(7777), 'refused'],
    ['maintenance', failed(40), 'unreachable'],
    ['blocked keys', failed(15, 401), 'credentials'],
    ['an address that is not allowed', failed(92, 403), 'unreachable'],
    ['a page of 403', { status: 403, text: '<html>' }, 'unreachable'],
    ['a page of 401', { status: 401, text: '<html>' }, 'unreachable'],
    ['a page of 200', { status: 200, text: '<html>' }, 'malformed'],
    ['an outage', failed(0, 502), 'unreachable'],
    ['too many calls', failed(0, 429), 'busy'],
    ['success without a transfer', failed(0), 'malformed'],
    ['success of another amount', told(0, { amount: 5, transferAmount: 5 }), 'malformed'],
    ['success that reaches the receiver in part', told(0, { transferAmount: 1_200_000 }), 'malformed'],
    ['success to another account', told(0, { accountNo: '999' }), 'malformed'],
    ['success that nobody signed', told(0, {}, null), 'signature'],
    ['success that somebody else signed', told(0, {}, signAppotaPay('other', { errorCode: 0 })), 'signature'],
  ])('%s leaves the outcome unknown', async (_, answer, trouble) => {
    expect(await errorOf(open({ [INFO]: named(), [MAKE]: answer }).payouts.send(REQUEST, NOW))).toEqual({ trouble, ...UNKNOWN });
  });

  test.each<[string, HttpAnswer, HttpAnswer, string]>([
    ['is away', { status: 503, text: '' }, { status: 503, text: '' }, 'unreachable'],
    ['refuses our keys', failed(14, 401), failed(14, 401), 'credentials'],
    ['tells no names', failed(99), json({ errorCode: 0, account: { balance: 5 } }), 'busy'],
  ])('nothing is sent while it %s', async (_, info, balance, trouble) => {
    const { payouts, asked } = open({ [INFO]: info, [BALANCE]: balance });
    expect(await errorOf(payouts.send(REQUEST, NOW))).toEqual({ trouble, outcome: 'not-done' });
    expect(asked.map(({ path }) => path)).toEqual([INFO, BALANCE]);
  });

  test('refuses what it cannot send', async () => {
    const { payouts, asked } = open({ [INFO]: failed(200) });
    expect(await payouts.send(REQUEST, NOW)).toMatchObject({ state: 'refused', refusal: 'destination' });
    expect(await payouts.send({ ...REQUEST, destination: '12' }, NOW)).toMatchObject({ state: 'refused', refusal: 'destination' });
    expect(await payouts.send({ ...REQUEST, destinationBank: 'acb' }, NOW)).toMatchObject({ state: 'refused', refusal: 'temporary' });
    for (const more of [{ amount: 0n }, { amount: 400_000_001n }, { key: 'k'.repeat(51) }])
      expect(await errorOf(payouts.send({ ...REQUEST, ...more }, NOW))).toEqual({ trouble: 'refused', outcome: 'not-done' });
    expect(asked).toHaveLength(1);
  });
});

describe('the records', () => {
  test.each<[string, HttpAnswer, object]>([
    ['paid', told(), { state: 'paid', reference: 'AP1', fee: 0n, at: NOW }],
    ['paid, by the other version', told(0, { time: '05-01-2026 15:00:00', accountNo: 11_001_234_567 }), { state: 'paid', at: NOW }],
    ['pending', told(35), { state: 'pending' }],
    ['unknown', failed(99), { state: 'pending' }],
    ['failed', told(33), { state: 'refused', detail: '33 x' }],
    ['not found', failed(36), { state: 'absent' }],
  ])('%s', async (_, answer, record) => {
    expect(await open({ [LOOK_UP]: answer }).payouts.find(REQUEST, NOW, NOW)).toMatchObject(record);
  });

  test.each<[string, HttpAnswer, string]>([
    ['paid, unsigned', told(0, {}, null), 'signature'],
    ['failed, unsigned', told(33, {}, null), 'signature'],
    ['failed, without a transfer', failed(33), 'malformed'],
    ['paid, another amount', told(0, { amount: 7, transferAmount: 7 }), 'malformed'],
    ['refused keys', failed(14, 401), 'credentials'],
    ['an outage', { status: 500, text: '' }, 'unreachable'],
  ])('%s, cannot be read', async (_, answer, trouble) => {
    expect(await errorOf(open({ [LOOK_UP]: answer }).payouts.find(REQUEST, NOW, NOW))).toEqual({ trouble, ...UNKNOWN });
  });
});

test('the balance is that of its wallet', async () => {
  for (const balance of [77, '77'])
    expect(await open({ [BALANCE]: json({ errorCode: 0, account: { balance } }) }).payouts.balances(NOW)).toEqual(new Map([['vnd', 77n]]));
  expect(await errorOf(open({ [BALANCE]: json({ errorCode: 0, account: { balance: '7.7' } }) }).payouts.balances(NOW))).toMatchObject({
    trouble: 'malformed',
  });
  expect(await errorOf(open({ [BALANCE]: json({ errorCode: 0 }) }).payouts.balances(NOW))).toEqual({ trouble: 'refused', ...UNKNOWN });
});

test('tells times of either version', () => {
  expect(appotaPayTimeToDate(1_767_600_000)).toEqual(NOW);
  expect(appotaPayTimeToDate('1767600000')).toEqual(NOW);
  expect(appotaPayTimeToDate('05-01-2026 15:00:00')).toEqual(NOW);
  for (const text of ['2026-01-05', '', '35-01-2026 15:00:00']) expect(appotaPayTimeToDate(text)).toBeNull();
});
