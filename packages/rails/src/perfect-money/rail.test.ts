import { afterEach, describe, expect, test } from 'vitest';
import { ANSWER_TIMEOUT_MS, type Provider, serve } from '../../testing/serve.ts';
import type { PayoutRequest } from '../payout.ts';
import { createPerfectMoneyRail } from './index.ts';

/** Time of look-ups, which only WebMoney's depend on. */
const NOW = new Date('2026-01-05T10:00:00Z');

const REQUEST: PayoutRequest = {
  key: 'QD-1',
  currency: 'pm',
  amount: 10_005n,
  destination: ' u7654321 ',
  destinationBank: null,
  memo: 'm'.repeat(120),
};
const HEADER = 'Time,Type,Batch,Currency,Amount,Fee,Payer Account,Payee Account,Payment ID,Memo';
const LINE = '01/05/2026 08:03,Charge,700000001,USD,100.05,0.51,U1000001,U7654321,QD-1,memo';
const SENT_AT = new Date('2026-01-01T00:30:00Z');

let provider: Provider | undefined;
afterEach(async () => {
  await provider?.close();
  provider = undefined;
});

async function open(text: string, status = 200) {
  await provider?.close();
  provider = await serve((response) => response.writeHead(status).end(text));
  const options = { accountId: '42', passPhrase: 'p&w', payerAccount: 'u1000001', verified: false, timeoutMs: ANSWER_TIMEOUT_MS };
  return createPerfectMoneyRail({ ...options, baseUrl: provider.url });
}

const asked = () => Object.fromEntries(new URLSearchParams(provider?.asked[0]?.body));

test('the history is one list, by which payments are journalled and confirmed, and lists what was held back late', async () => {
  const { sources, firstHand } = await open('');
  expect(sources).toMatchObject([{ kind: 'list', name: 'pm-history', listsHeldLate: true }]);
  expect(firstHand.source).toBe(sources[0]);
});

describe('send', () => {
  test('makes one POST request with all parameters in the body', async () => {
    const rail = await open(`<input name='PAYMENT_BATCH_NUM' type='hidden' value='7'>`);
    expect(await rail.payouts.send(REQUEST, new Date())).toEqual({ state: 'accepted', reference: '7', fee: null });
    expect(provider?.asked).toHaveLength(1);
    expect(provider?.asked[0]).toMatchObject({ method: 'POST', path: '/acct/confirm.asp' });
    expect(asked()).toEqual({
      AccountID: '42',
      PassPhrase: 'p&w',
      Payer_Account: 'U1000001',
      Payee_Account: 'U7654321',
      Amount: '100.05',
      Memo: 'm'.repeat(100),
      PAY_IN: '1',
      PAYMENT_ID: 'QD-1',
    });
  });

  test('makes no request for an impossible payout', async () => {
    const rail = await open('');
    expect(await rail.payouts.send({ ...REQUEST, destination: 'E7654321' }, new Date())).toMatchObject({ state: 'refused', refusal: 'destination' });
    await expect(rail.payouts.send({ ...REQUEST, amount: 0n }, new Date())).rejects.toMatchObject({ outcome: 'not-done' });
    await expect(rail.payouts.send({ ...REQUEST, key: 'k'.repeat(51) }, new Date())).rejects.toMatchObject({ outcome: 'not-done' });
    expect(provider?.asked).toEqual([]);
  });
});

describe('find', () => {
  test('requests the days around the payout, in GMT, and reads the fee', async () => {
    const rail = await open(`${HEADER}\n${LINE}\n`);
    const record = await rail.payouts.find(REQUEST, SENT_AT, new Date('2026-01-05T23:00:00Z'));
    expect(record).toEqual({ state: 'paid', reference: '700000001', fee: 51n, at: new Date('2026-01-05T08:03:00Z') });
    const { AccountID, PassPhrase, ...fields } = asked();
    expect(fields).toEqual({
      startmonth: '12',
      startday: '31',
      startyear: '2025',
      endmonth: '1',
      endday: '6',
      endyear: '2026',
      paymentsmade: '1',
      payment_id: 'QD-1',
    });
  });

  test('requests at most thirty days', async () => {
    const rail = await open(`${HEADER}\n`);
    await rail.payouts.find(REQUEST, SENT_AT, new Date('2026-06-01T00:00:00Z'));
    expect(asked()).toMatchObject({ startmonth: '12', startday: '31', endmonth: '1', endday: '29' });
  });

  test.each([
    ['another payment id', LINE.replace('QD-1', 'QD-10')],
    ['money that came in', LINE.replace('Charge', 'Income')],
    ['another of our wallets', LINE.replace('U1000001', 'U1000002')],
  ])('ignores %s', async (_, line) => {
    const rail = await open(`${HEADER}\n${line}\n`);
    expect(await rail.payouts.find(REQUEST, SENT_AT, SENT_AT)).toEqual({ state: 'absent' });
  });

  test('accepts an amount that includes the fee; another amount or payee is an error', async () => {
    const withFee = await open(`${HEADER}\n${LINE.replace('100.05', '100.56')}\n`);
    expect(await withFee.payouts.find(REQUEST, SENT_AT, SENT_AT)).toMatchObject({ state: 'paid' });
    for (const line of [LINE.replace('100.05', '100.06'), LINE.replace('U7654321', 'U7654322')]) {
      const rail = await open(`${HEADER}\n${line}\n`);
      await expect(rail.payouts.find(REQUEST, SENT_AT, SENT_AT)).rejects.toMatchObject({ trouble: 'malformed' });
    }
  });

  test('reports further batches under one key; the same batch twice is one transfer', async () => {
    const again = LINE.replace('700000001', '700000002');
    const twice = await open(`${HEADER}\n${LINE}\n${again}\n`);
    expect(await twice.payouts.find(REQUEST, SENT_AT, SENT_AT)).toMatchObject({ reference: '700000001', duplicates: ['700000002'] });
    const once = await open(`${HEADER}\n${LINE}\n${LINE}\n`);
    expect(await once.payouts.find(REQUEST, SENT_AT, SENT_AT)).not.toHaveProperty('duplicates');
  });

  test.each([
    ['Error: Can not login with passed AccountID and PassPhrase', 200, 'credentials'],
    ['Error: too many requests', 200, 'busy'],
    ['Error: Period is wrong', 200, 'refused'],
    ['<html>captcha</html>', 200, 'malformed'],
    [`${HEADER}\n${LINE}\n`, 502, 'unreachable'],
  ])('%j with status %i throws a RailError "%s", never returns absent', async (text, status, trouble) => {
    const rail = await open(text, status);
    await expect(rail.payouts.find(REQUEST, SENT_AT, SENT_AT)).rejects.toMatchObject({ trouble, outcome: 'unknown' });
  });
});

describe('balance and fee', () => {
  test('reads the balance of our wallet among others', async () => {
    const rail = await open(`<input name='E1000001' value='1.00'><input name='U1000001' value='19895.95'>`);
    expect((await rail.payouts.balances(new Date())).get('pm')).toBe(1_989_595n);
  });

  test('rejects any other response', async () => {
    const rail = await open(`<input name='U1000002' value='5.00'>`);
    await expect(rail.payouts.balances(new Date())).rejects.toMatchObject({ trouble: 'malformed' });
  });

  test('an unverified wallet pays two percent, rounded up', async () => {
    const rail = await open('');
    expect([rail.payouts.maxFee(1n), rail.payouts.maxFee(100n), rail.payouts.maxFee(10_001n)]).toEqual([1n, 2n, 201n]);
  });
});

describe('lookup', () => {
  test.each([
    ['Sean O&#39;Brien', 200, { state: 'found', name: "Sean O'Brien" }],
    ['ERROR: Invalid Account', 200, { state: 'invalid' }],
    ['ERROR: something else', 200, { state: 'unavailable' }],
    ['<html>captcha</html>', 200, { state: 'unavailable' }],
    ['', 200, { state: 'unavailable' }],
    ['n'.repeat(201), 200, { state: 'unavailable' }],
    ['John Smith', 500, { state: 'unavailable' }],
    ['D&amp;B Trading Co., Ltd.', 200, { state: 'found', name: 'D&B Trading Co., Ltd.' }],
    ['Anna "Ann" Lê-Nguyễn (VN)', 200, { state: 'found', name: 'Anna "Ann" Lê-Nguyễn (VN)' }],
    ['Service temporarily unavailable. Please try again later.', 200, { state: 'unavailable' }],
    ['Internal Server Error', 200, { state: 'unavailable' }],
    ['502 Bad Gateway', 200, { state: 'unavailable' }],
    ['{"status":"down"}', 200, { state: 'unavailable' }],
    ['Too many requests, wait a minute!', 200, { state: 'unavailable' }],
  ])('%j with status %i', async (text, status, expected) => {
    const rail = await open(text, status);
    expect(await rail.lookup.find('u7654321', null, NOW)).toEqual(expected);
    expect(asked()).toMatchObject({ Account: 'U7654321' });
  });

  test('throws for refused credentials; wallets in other currencies are invalid without a request', async () => {
    const refused = await open('ERROR: API is disabled for this IP (1.2.3.4)');
    await expect(refused.lookup.find('U7654321', null, NOW)).rejects.toMatchObject({ trouble: 'credentials' });
    const rail = await open('name');
    for (const account of ['E1234567', 'U12', 'U1234567; drop', '1234567', '']) {
      expect(await rail.lookup.find(account, null, NOW)).toEqual({ state: 'invalid' });
    }
    expect(provider?.asked).toEqual([]);
  });
});
