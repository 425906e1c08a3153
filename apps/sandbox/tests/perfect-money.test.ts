import type { PayoutRequest } from '@quydoi/rails/payout';
import { createPerfectMoneyRail } from '@quydoi/rails/perfect-money/index';
import { ANSWER_TIMEOUT_MS } from '@quydoi/rails/testing/serve';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { walletHolderOf } from '../src/perfect-money/holder-name.ts';
import { openStage, type Stage, until, WALLET } from '../testing/stage.ts';

/** Time of look-ups, which only WebMoney's depend on. */
const NOW = new Date('2026-01-05T10:00:00Z');

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

let keys = 0;
const request = (more: Partial<PayoutRequest> = {}): PayoutRequest => ({
  key: `QD-${++keys}`,
  currency: 'pm',
  amount: 10_000n,
  destination: 'U7654321',
  destinationBank: null,
  memo: 'EX24A7K9Q2, with a comma',
  ...more,
});
const find = (asked: PayoutRequest) => stage.pm.payouts.find(asked, new Date(), new Date());
const received = () => stage.received('U7654321');

describe('transfer', () => {
  test('is accepted, confirmed by the history with its fee, and costs us both', async () => {
    const asked = request({ amount: 10_001n });
    const outcome = await stage.pm.payouts.send(asked, new Date());
    expect(outcome).toMatchObject({ state: 'accepted', fee: null });
    const record = await find(asked);
    expect(record).toMatchObject({ state: 'paid', reference: outcome.state === 'accepted' && outcome.reference, fee: 51n });
    expect(stage.pm.payouts.maxFee(10_001n)).toBe(51n);
    expect((await stage.pm.payouts.balances(new Date())).get('pm')).toBe(2_000_000n - 10_001n - 51n);
    expect(await received()).toMatchObject([{ rail: 'perfect-money', currency: 'pm', amount: 100.01 }]);
  });

  test('the provider has no idempotence: one PAYMENT_ID sent twice is paid twice', async () => {
    const asked = request();
    await stage.pm.payouts.send(asked, new Date());
    await stage.pm.payouts.send(asked, new Date());
    expect(await received()).toHaveLength(2);
  });

  test('refusals are told apart', async () => {
    expect(await stage.pm.payouts.send(request({ destination: 'U1234000' }), new Date())).toMatchObject({ state: 'refused', refusal: 'destination' });
    expect(await stage.pm.payouts.send(request({ destination: 'E1234567' }), new Date())).toMatchObject({ state: 'refused', refusal: 'destination' });
    expect(await stage.pm.payouts.send(request({ amount: 2_000_000n }), new Date())).toMatchObject({ state: 'refused', refusal: 'funds' });
    await stage.fault('perfect-money', 'not-enough-money');
    expect(await stage.pm.payouts.send(request(), new Date())).toMatchObject({ state: 'refused', refusal: 'funds' });
    expect(await received()).toEqual([]);
    expect((await stage.pm.payouts.balances(new Date())).get('pm')).toBe(2_000_000n);
  });

  test('what was never sent is absent', async () => {
    await stage.pm.payouts.send(request(), new Date());
    expect(await find(request())).toEqual({ state: 'absent' });
  });

  test('nothing is sent when nobody listens', async () => {
    const { url } = stage.sandbox;
    await stage.sandbox.close();
    Object.assign(stage.sandbox, { close: async () => undefined });
    const pm = createPerfectMoneyRail({
      ...stage.options.networks['perfect-money'],
      baseUrl: url,
      payerAccount: WALLET,
      verified: true,
      timeoutMs: ANSWER_TIMEOUT_MS,
    });
    await expect(pm.payouts.send(request(), new Date())).rejects.toMatchObject({ outcome: 'not-done', trouble: 'unreachable' });
  });
});

describe('faults of the transfer', () => {
  const nothingBooked = ['confirm-dropped', 'confirm-captcha'];
  const booked = ['confirm-applied-dropped', 'confirm-applied-500', 'confirm-applied-captcha', 'confirm-applied-busy'];

  test.each(nothingBooked)('%s: unknown to us, nothing is booked', async (kind) => {
    await stage.fault('perfect-money', kind);
    const asked = request();
    await expect(stage.pm.payouts.send(asked, new Date())).rejects.toMatchObject({ outcome: 'unknown' });
    expect(await find(asked)).toEqual({ state: 'absent' });
    expect(await received()).toEqual([]);
    expect(await stage.hits('perfect-money', kind)).toBe(1);
  });

  test.each(booked)('%s: unknown to us, booked exactly once', async (kind) => {
    await stage.fault('perfect-money', kind);
    const asked = request();
    await expect(stage.pm.payouts.send(asked, new Date())).rejects.toMatchObject({ outcome: 'unknown' });
    expect(await find(asked)).toMatchObject({ state: 'paid', fee: 50n });
    expect(await received()).toHaveLength(1);
    expect(await stage.hits('perfect-money', kind)).toBe(1);
  });

  test('confirm-applied-late: absent first, booked later', async () => {
    await stage.fault('perfect-money', 'confirm-applied-late');
    const asked = request();
    await expect(stage.pm.payouts.send(asked, new Date())).rejects.toMatchObject({ outcome: 'unknown' });
    expect(await find(asked)).toEqual({ state: 'absent' });
    expect(await received()).toEqual([]);
    expect((await stage.pm.payouts.balances(new Date())).get('pm')).toBe(2_000_000n);
    await until(async () => (await find(asked)).state === 'paid');
    expect(await received()).toHaveLength(1);
  });

  test('history-delayed: accepted, shown later', async () => {
    await stage.fault('perfect-money', 'history-delayed');
    const asked = request();
    expect(await stage.pm.payouts.send(asked, new Date())).toMatchObject({ state: 'accepted' });
    expect(await find(asked)).toEqual({ state: 'absent' });
    await until(async () => (await find(asked)).state === 'paid');
  });

  test('history-unavailable: an error, never absent', async () => {
    await stage.fault('perfect-money', 'history-unavailable');
    await expect(find(request())).rejects.toMatchObject({ trouble: 'unreachable' });
  });

  test('credentials-refused: refused as such, and trouble "credentials" elsewhere', async () => {
    await stage.fault('perfect-money', 'credentials-refused', 4);
    expect(await stage.pm.payouts.send(request(), new Date())).toMatchObject({ state: 'refused', refusal: 'credentials' });
    await expect(find(request())).rejects.toMatchObject({ trouble: 'credentials' });
    await expect(stage.pm.payouts.balances(new Date())).rejects.toMatchObject({ trouble: 'credentials' });
    await expect(stage.pm.lookup.find('U7654321', null, NOW)).rejects.toMatchObject({ trouble: 'credentials' });
    expect(await received()).toEqual([]);
  });

  test('a wrong passphrase is the same, and is never in the message', async () => {
    const pm = createPerfectMoneyRail({
      baseUrl: stage.sandbox.url,
      accountId: '7654321',
      passPhrase: 'wr0ng-secret',
      payerAccount: WALLET,
      verified: true,
      timeoutMs: ANSWER_TIMEOUT_MS,
    });
    const error = await pm.payouts.balances(new Date()).catch((caught: Error) => caught);
    expect(error).toMatchObject({ trouble: 'credentials' });
    expect(String((error as Error).stack)).not.toContain('wr0ng-secret');
  });
});

describe('lookup', () => {
  test('finds names with all their signs', async () => {
    const wallets = Array.from({ length: 40 }, (_, index) => `U${3_000_001 + index}`);
    for (const account of wallets) expect(await stage.pm.lookup.find(account, null, NOW)).toEqual({ state: 'found', name: walletHolderOf(account) });
    expect(new Set(wallets.map(walletHolderOf)).size).toBeGreaterThan(6);
  });

  test('invalid and unavailable are told apart', async () => {
    expect(await stage.pm.lookup.find(' u7654321 ', null, NOW)).toMatchObject({ state: 'found' });
    expect(await stage.pm.lookup.find('U1234000', null, NOW)).toEqual({ state: 'invalid' });
    expect(await stage.pm.lookup.find('E1234567', null, NOW)).toEqual({ state: 'invalid' });
    await stage.fault('perfect-money', 'lookup-unavailable');
    expect(await stage.pm.lookup.find('U7654321', null, NOW)).toEqual({ state: 'unavailable' });
  });
});

test('pages answer GET too, and verify.asp moves nothing', async () => {
  const { accountId, passPhrase } = stage.options.networks['perfect-money'];
  const query = new URLSearchParams({
    AccountID: accountId,
    PassPhrase: passPhrase,
    Payer_Account: WALLET,
    Payee_Account: 'U7654321',
    Amount: '1.5',
    PAYMENT_ID: "a'b",
  });
  const page = await (await fetch(`${stage.sandbox.url}/acct/verify.asp?${query}`)).text();
  expect(page).toContain(`<input name='PAYMENT_AMOUNT' type='hidden' value='1.50'>`);
  expect(page).not.toContain('PAYMENT_BATCH_NUM');
  expect(await received()).toEqual([]);
});
