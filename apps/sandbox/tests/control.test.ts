import { afterEach, beforeEach, expect, test } from 'vitest';
import { MAIL_FAULTS } from '../src/mail/faults.ts';
import { FAULTS } from '../src/networks.ts';
import { PRICE_FAULTS } from '../src/prices/index.ts';
import { SMS_FAULTS } from '../src/sms/faults.ts';
import { ACCOUNT, at, openStage, type Stage, until, WALLET } from '../testing/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

const bankOrder = { Ref: '7KQ2M9XR4B', FromBank: 'vcb', AmountSent: 1_338_580, ReceivingAddress: ACCOUNT, BankName: 'Vietcombank' };

test('a bank order is paid as it says, once or several times', async () => {
  stage.exchange.orders.set('7KQ2M9XR4B', bankOrder);
  const once = await stage.post('/pay', { ref: '7KQ2M9XR4B' });
  expect(once).toMatchObject({ status: 200, json: { paid: [{ rail: 'bank', currency: 'vnd', amount: 1_338_580 }] } });
  const twice = await stage.post('/pay', { ref: '7KQ2M9XR4B', amount: 500_000, times: 2, delayMs: 20 });
  expect(twice.json.paid).toHaveLength(2);
  await until(() => stage.exchange.caught.length === 3);
  expect(stage.exchange.caught.map(({ body }) => JSON.parse(body).content)).toEqual(['7KQ2M9XR4B', '7KQ2M9XR4B', '7KQ2M9XR4B']);
  const arrived = await stage.received(ACCOUNT);
  expect(arrived.map((payment) => payment.amount)).toEqual([1_338_580, 500_000, 500_000]);
  expect(new Set(arrived.map((payment) => payment.id)).size).toBe(3);
});

test('deposits dong by a customer’s memo', async () => {
  const paid = await stage.post('/pay', { ref: 'DEPCVJ36N8C77', amount: 300_000 });
  expect(paid).toMatchObject({ status: 200, json: { paid: [{ rail: 'bank', currency: 'vnd', amount: 300_000 }] } });
  expect(await stage.post('/pay', { ref: 'DEPCVJ36N8C77' })).toMatchObject({ status: 422, json: { error: 'AMOUNT_MISSING' } });
});

test('a pm order is paid into our wallet from the wallet that it expects', async () => {
  stage.exchange.orders.set('PM', { Ref: 'PM', FromBank: 'pm', AmountSent: 100.5, ReceivingAddress: WALLET, AccountIdSent: 'U2345678' });
  expect(await stage.post('/pay', { ref: 'PM' })).toMatchObject({
    status: 200,
    json: { paid: [{ rail: 'perfect-money', currency: 'pm', amount: 100.5 }] },
  });
  expect(await stage.received(WALLET)).toMatchObject([{ amount: 100.5 }]);
  expect((await stage.pm.payouts.balances(new Date())).get('pm')).toBe(2_010_050n);
  const books = (await (await fetch(`${stage.sandbox.url}/books`)).json()) as { 'perfect-money': { transfers: unknown[] } };
  expect(books['perfect-money'].transfers).toMatchObject([{ from: 'U2345678', memo: 'PM', amount: '10050', fee: '51' }]);
});

test('an e-voucher order is paid by a new voucher that is submitted, once or several times', async () => {
  stage.exchange.orders.set('EV', { Ref: 'EV', FromBank: 'e-voucher', AmountSent: 100.5 });
  const once = await stage.post('/pay', { ref: 'EV' });
  expect(once).toMatchObject({ status: 200, json: { paid: [{ rail: 'perfect-money', currency: 'e-voucher', amount: 100.5 }] } });
  const [first] = stage.exchange.submitted;
  expect(first).toEqual({
    evoucher_number: expect.stringMatching(/^\d{10}$/),
    evoucher_code: expect.stringMatching(/^\d{16}$/),
    order_ref: 'EV',
  });
  expect(await stage.post('/pay', { ref: 'EV', amount: 5, times: 2 })).toMatchObject({ status: 200, json: { paid: [{ amount: 5 }] } });
  expect(stage.exchange.submitted[1]).toEqual(stage.exchange.submitted[2]);
  expect(stage.exchange.submitted).toHaveLength(3);
  const activated = await stage.pm.vouchers.activate({ number: first?.evoucher_number ?? '', code: first?.evoucher_code ?? '' });
  expect(activated).toMatchObject({ state: 'activated', amount: 10_050n });
});

test('a customer makes a voucher and can use it elsewhere, once', async () => {
  const { json } = await stage.post('/vouchers', { amount: 12.5 });
  expect(json).toEqual({ number: expect.stringMatching(/^\d{10}$/), code: expect.stringMatching(/^\d{16}$/) });
  expect(await stage.post('/vouchers/activate', json)).toEqual({ status: 200, json: { amount: 12.5 } });
  expect(await stage.post('/vouchers/activate', json)).toMatchObject({ status: 422, json: { error: 'VOUCHER_INVALID' } });
  expect(await stage.post('/vouchers', { amount: 0 })).toMatchObject({ status: 400 });
  expect(await stage.post('/vouchers', { amount: 1.005 })).toMatchObject({ status: 422, json: { error: 'AMOUNT_INVALID' } });
  expect(await stage.post('/transfer', { rail: 'perfect-money', currency: 'e-voucher', to: 'U7654321', amount: 1 })).toMatchObject({
    status: 422,
    json: { error: 'NO_TRANSFER' },
  });
});

test('what cannot be paid is refused with a reason', async () => {
  stage.exchange.orders.set('DONE', { ...bankOrder, Ref: 'DONE', ReceivingAddress: null });
  stage.exchange.orders.set('XYZ', { ...bankOrder, Ref: 'XYZ', FromBank: 'pm', AmountSent: 'much' });
  expect(await stage.post('/pay', { ref: 'NONE' })).toMatchObject({ status: 404, json: { error: 'ORDER_NOT_FOUND' } });
  expect(await stage.post('/pay', { ref: 'DONE' })).toMatchObject({ status: 409, json: { error: 'NOT_PAYABLE' } });
  expect(await stage.post('/pay', { ref: 'XYZ' })).toMatchObject({ status: 422 });
  expect(await stage.post('/pay', {})).toMatchObject({ status: 400, json: { error: 'BODY_INVALID' } });
  expect(await stage.post('/transfer', { to: ACCOUNT, amount: 1.5, memo: '' })).toMatchObject({ status: 422, json: { error: 'AMOUNT_INVALID' } });
  expect(await stage.post('/faults', { rail: 'bank', kind: 'nothing' })).toMatchObject({ status: 422, json: { error: 'FAULT_UNKNOWN' } });
  expect(await stage.post('/transfer', { rail: 'tron', to: ACCOUNT, amount: 1, way: 'fake-token' })).toMatchObject({
    status: 422,
    json: { error: 'WAY_NOT_POSSIBLE' },
  });
  expect(await stage.post('/reorganise', { rail: 'bank', depth: 1 })).toMatchObject({ status: 422, json: { error: 'NO_BLOCKS' } });
  expect((await fetch(`${stage.sandbox.url}/received`)).status).toBe(400);
  expect(await stage.received(ACCOUNT)).toEqual([]);
});

test('a transfer may be dated back', async () => {
  await stage.post('/transfer', { rail: 'bank', from: '0123456789', to: ACCOUNT, amount: 70_000, memo: 'EARLY', at: '2026-01-05T08:00:00Z' });
  await until(() => stage.exchange.caught.length > 0);
  expect(JSON.parse(at(stage.exchange.caught, 0).body).transactionDate).toBe('2026-01-05 15:00:00');
});

test.each(['ethereum', 'bsc', 'bitcoin'])('the newest blocks of %s are replaced, by a branch without or with their transactions', async (rail) => {
  for (const branch of ['empty', 'full']) {
    expect(await stage.post('/reorganise', { rail, depth: 2, branch })).toEqual({ status: 200, json: { rail, depth: 2, branch } });
  }
});

test('switches of faults are listed with what remains and what was hit', async () => {
  await stage.fault('perfect-money', 'credentials-refused', 2);
  await stage.pm.payouts.balances(new Date()).catch(() => undefined);
  const faults = await stage.faults();
  expect(faults).toContainEqual(expect.objectContaining({ rail: 'perfect-money', kind: 'credentials-refused', remaining: 1, hits: 1 }));
  expect(faults).toHaveLength(FAULTS.length + PRICE_FAULTS.length + Object.keys(MAIL_FAULTS).length + Object.keys(SMS_FAULTS).length);
});
