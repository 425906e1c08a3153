import { createBankRail } from '@quydoi/rails/bank/index';
import type { PayoutRecord, PayoutRequest, SendOutcome } from '@quydoi/rails/payout';
import { RailError } from '@quydoi/rails/rail-error';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStage, PACE, type Stage } from '../testing/stage.ts';

const OPENING = 2_000_000_000n;
const ALL = 5_000_000_000n;
const ACCOUNT = '0011001234567';

let stage: Stage;
let n = 0;
beforeEach(async () => {
  stage = await openStage({ appotaPayOpening: Number(OPENING) });
});
afterEach(() => stage.close());

function payoutsWith(more: { secretKey?: string; apiKey?: string; timeoutMs?: number; transferMax?: bigint } = {}) {
  const { timeoutMs = 20_000, transferMax = 400_000_000n, ...keys } = more;
  const appotaPay = { ...stage.options.networks.bank.appotaPay, baseUrl: stage.sandbox.url, transferMax, ...keys };
  return createBankRail({ appotaPay, timeoutMs }).otherPayouts[0];
}

function request(more: Partial<PayoutRequest> = {}): PayoutRequest {
  n += 1;
  return { key: `K${n}-1-1`, currency: 'vnd', amount: 1_250_000n, destination: ACCOUNT, destinationBank: 'vcb', memo: 'EX24A7K9Q2', ...more };
}

const send = (asked: PayoutRequest): Promise<SendOutcome> => payoutsWith().send(asked, new Date());
const find = (asked: PayoutRequest): Promise<PayoutRecord> => payoutsWith().find(asked, new Date(), new Date());
const balance = async () => (await payoutsWith().balances(new Date())).get('vnd');

/** The error of a call, as far as the exchange acts on it. */
async function errorOf(call: Promise<unknown>): Promise<unknown> {
  const error: unknown = await call.then(
    () => 'no error',
    (caught: unknown) => caught,
  );
  return error instanceof RailError ? { trouble: error.trouble, outcome: error.outcome } : error;
}

describe('a transfer', () => {
  test('is paid once under its key, out of the wallet, and arrives', async () => {
    const asked = request({ memo: 'Chuyển-tiền EX24A7K9Q2' });
    const sent = await send(asked);
    expect(sent).toEqual({ state: 'accepted', reference: expect.stringMatching(/^AP\d+$/), fee: null });
    expect(await find(asked)).toMatchObject({ state: 'paid', reference: sent.state === 'accepted' && sent.reference, fee: 0n });
    expect([await balance(), await stage.received(ACCOUNT)]).toMatchObject([OPENING - 1_250_000n, [{ rail: 'bank', amount: 1_250_000 }]]);
    // The same key again: the answer says that it was used, and the records that it paid.
    expect(await send(asked)).toEqual(sent);
    expect(await balance()).toBe(OPENING - 1_250_000n);
  });

  test('under a key that another transfer has is no answer', async () => {
    const asked = request();
    await send(asked);
    expect(await errorOf(send({ ...asked, amount: 7n }))).toEqual({ trouble: 'malformed', outcome: 'unknown' });
    expect(await errorOf(find({ ...asked, destination: '0011001234568' }))).toEqual({ trouble: 'malformed', outcome: 'unknown' });
    expect(await balance()).toBe(OPENING - 1_250_000n);
  });

  test.each<[string, Partial<PayoutRequest>, string]>([
    ['to no account', { destination: '0011001230000' }, 'destination'],
    ['to an account that nobody has', { destination: 'x?' }, 'destination'],
    ['to a bank that AppotaPay does not know', { destinationBank: 'bochk' }, 'temporary'],
  ])('%s is refused', async (_, more, refusal) => {
    expect(await send(request(more))).toMatchObject({ state: 'refused', refusal });
    expect(await balance()).toBe(OPENING);
  });

  test('above the balance is refused for want of money, and above its limit not sent', async () => {
    for (let made = 0; made < 5; made += 1) await send(request({ amount: 399_999_999n }));
    expect(await send(request({ amount: 6n }))).toMatchObject({ state: 'refused', refusal: 'funds' });
    expect(await errorOf(send(request({ amount: 400_000_001n })))).toEqual({ trouble: 'refused', outcome: 'not-done' });
    expect(await balance()).toBe(5n);
  });

  test('is taken of those banks and sums that it makes', () => {
    const { takes } = payoutsWith();
    const of = (amount: bigint, destinationBank: string | null) => takes?.({ amount, destinationBank });
    expect([of(400_000_000n, 'vcb'), of(400_000_001n, 'vcb'), of(1n, 'bochk'), of(1n, null)]).toEqual([true, false, false, false]);
  });

  test('waits for the bank while it is pending', async () => {
    const advance = stage.stopClock();
    await stage.fault('appota-pay', 'payout-pending');
    const asked = request();
    expect(await send(asked)).toMatchObject({ state: 'accepted' });
    expect(await find(asked)).toEqual({ state: 'pending' });
    advance(2 * PACE.payoutStepMs);
    expect(await find(asked)).toMatchObject({ state: 'paid' });
  });

  test('that the bank turns down is refused, and its money comes back', async () => {
    const advance = stage.stopClock();
    await stage.fault('appota-pay', 'payout-failed');
    const asked = request();
    expect(await send(asked)).toMatchObject({ state: 'accepted' });
    advance(2 * PACE.payoutStepMs);
    expect(await find(asked)).toMatchObject({ state: 'refused' });
    expect([await balance(), await stage.received(ACCOUNT)]).toEqual([OPENING, []]);
  });

  test('that is given back later is called failed then', async () => {
    const advance = stage.stopClock();
    await stage.fault('appota-pay', 'payout-reversed');
    const asked = request();
    await send(asked);
    expect(await find(asked)).toMatchObject({ state: 'paid' });
    advance(PACE.reversalMs);
    expect(await find(asked)).toMatchObject({ state: 'refused' });
    expect([await balance(), await stage.received(ACCOUNT)]).toEqual([OPENING, []]);
  });
});

describe('an answer that proves nothing', () => {
  test.each<[kind: string, error: object, taken: boolean]>([
    ['payout-dropped', { trouble: 'unreachable', outcome: 'unknown' }, false],
    ['payout-applied-dropped', { trouble: 'unreachable', outcome: 'unknown' }, true],
    ['payout-applied-500', { trouble: 'unreachable', outcome: 'unknown' }, true],
    ['payout-applied-unknown', { trouble: 'refused', outcome: 'unknown' }, true],
    ['transfers-bad-signature', { trouble: 'signature', outcome: 'unknown' }, true],
    ['transfers-unsigned', { trouble: 'signature', outcome: 'unknown' }, true],
    ['transfers-unreachable', { trouble: 'unreachable', outcome: 'unknown' }, false],
    ['transfers-forbidden', { trouble: 'unreachable', outcome: 'unknown' }, false],
    ['credentials-refused', { trouble: 'credentials', outcome: 'unknown' }, false],
  ])('%s: only the records tell, and a second call under the key pays nothing twice', async (kind, error, taken) => {
    const asked = request();
    await stage.fault('appota-pay', kind);
    expect(await errorOf(send(asked))).toEqual(error);
    expect(await stage.hits('appota-pay', kind)).toBe(1);
    expect(await find(asked)).toMatchObject({ state: taken ? 'paid' : 'absent' });
    expect(await send(asked)).toMatchObject({ state: 'accepted' });
    expect(await balance()).toBe(OPENING - 1_250_000n);
  });

  test('an answer that comes too late', async () => {
    await stage.fault('appota-pay', 'payout-slow');
    const asked = request();
    expect(await errorOf(payoutsWith({ timeoutMs: 250 }).send(asked, new Date()))).toEqual({ trouble: 'unreachable', outcome: 'unknown' });
    expect(await find(asked)).toMatchObject({ state: 'paid' });
  });

  test.each(['unreachable', 'forbidden', 'unknown', 'bad-signature'])('%s, to the question of the name: nothing was sent', async (kind) => {
    await stage.fault('appota-pay', kind);
    expect(await errorOf(send(request()))).toEqual({ trouble: 'busy', outcome: 'not-done' });
    expect(await balance()).toBe(OPENING);
  });

  test('refused keys, met at the question of the name: nothing was sent', async () => {
    expect(await errorOf(payoutsWith({ secretKey: 'other' }).send(request(), new Date()))).toEqual({ trouble: 'credentials', outcome: 'not-done' });
    expect(await errorOf(payoutsWith({ apiKey: 'other' }).balances(new Date()))).toEqual({ trouble: 'credentials', outcome: 'unknown' });
  });

  test.each<[string, object]>([
    ['look-up-unavailable', { trouble: 'unreachable', outcome: 'unknown' }],
    ['transfers-forbidden', { trouble: 'unreachable', outcome: 'unknown' }],
    ['transfers-unsigned', { trouble: 'signature', outcome: 'unknown' }],
    ['transfers-bad-signature', { trouble: 'signature', outcome: 'unknown' }],
  ])('%s, to a look-up: the records could not be read', async (kind, error) => {
    const asked = request();
    await send(asked);
    await stage.fault('appota-pay', kind);
    expect(await errorOf(find(asked))).toEqual(error);
    expect(await find(asked)).toMatchObject({ state: 'paid' });
  });

  test('an unknown error, to a look-up: it may still be on its way', async () => {
    const asked = request();
    await send(asked);
    await stage.fault('appota-pay', 'look-up-unknown');
    expect(await find(asked)).toEqual({ state: 'pending' });
  });
});

test('both providers’ books are one reserve', async () => {
  await send(request());
  await stage.bank.payouts.send(request({ amount: 750_000n }), new Date());
  const payOs = (await stage.bank.payouts.balances(new Date())).get('vnd') ?? 0n;
  expect(payOs + ((await balance()) ?? 0n)).toBe(ALL - 2_000_000n);
});
