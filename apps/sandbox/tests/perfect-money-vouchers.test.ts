import type { KnownReferences, PayoutRequest } from '@quydoi/rails/payout';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStage, type Stage, until, WALLET } from '../testing/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

let keys = 0;
const request = (amount = 10_001n): PayoutRequest => ({
  key: `QD-${++keys}`,
  currency: 'e-voucher',
  amount,
  destination: 'evoucher',
  destinationBank: null,
  memo: '',
});
const known = (own: string | null = null, others: readonly string[] = []): KnownReferences => ({ own, others: new Set(others) });
const find = (asked: PayoutRequest, of = known(), sentAt = new Date()) => stage.pm.payouts.find(asked, sentAt, new Date(), of);
const created = () => stage.received('evoucher');
const balance = async () => (await stage.pm.payouts.balances(new Date())).get('pm');
const fault = (kind: string, count?: number) => stage.fault('perfect-money', kind, count);

async function create(amount?: bigint) {
  const outcome = await stage.pm.payouts.send(request(amount), new Date());
  if (outcome.state !== 'accepted' || !outcome.voucher) throw new Error(`not created: ${outcome.state}`);
  return { ...outcome, voucher: outcome.voucher };
}

/** A customer's voucher. */
async function customerVoucher(amount = 100.5) {
  const { json } = await stage.post('/vouchers', { amount });
  return { number: json.number ?? '', code: json.code ?? '' };
}

async function history() {
  const { facts } = await stage.pm.sources[0].read(null, new Date());
  return facts;
}

describe('creation', () => {
  test('gives number, code, batch and fee, and costs us both', async () => {
    const { reference, fee, voucher } = await create();
    expect(voucher).toEqual({ number: expect.stringMatching(/^\d{10}$/), code: expect.stringMatching(/^\d{16}$/) });
    expect(fee).toBe(51n);
    expect(stage.pm.payouts.maxFee(10_001n)).toBe(51n);
    expect(await balance()).toBe(2_000_000n - 10_001n - 51n);
    expect(await created()).toMatchObject([{ rail: 'perfect-money', currency: 'e-voucher', amount: 100.01, id: reference }]);
    expect(await find(request(), known(reference))).toMatchObject({ state: 'paid', reference, fee: 51n, voucher });
  });

  test('leading zeros survive in list and answer', async () => {
    const sentAt = new Date();
    const made = [];
    for (let n = 0; n < 20; n += 1) made.push(await create(BigInt(100 + n)));
    expect(made.some(({ voucher }) => voucher.number.startsWith('0') || voucher.code.startsWith('0'))).toBe(true);
    for (const [n, { reference, voucher }] of made.entries())
      expect(await find(request(BigInt(100 + n)), known(null), sentAt)).toMatchObject({ state: 'paid', reference, voucher });
  });

  test('refusals are told apart, and nothing is created', async () => {
    expect(await stage.pm.payouts.send(request(2_000_000n), new Date())).toMatchObject({ state: 'refused', refusal: 'funds' });
    await fault('not-enough-money');
    expect(await stage.pm.payouts.send(request(), new Date())).toMatchObject({ state: 'refused', refusal: 'funds' });
    await fault('credentials-refused');
    expect(await stage.pm.payouts.send(request(), new Date())).toMatchObject({ state: 'refused', refusal: 'credentials' });
    await fault('banned');
    expect(await stage.pm.payouts.send(request(), new Date())).toMatchObject({ state: 'refused', refusal: 'temporary' });
    expect(await created()).toEqual([]);
    expect(await balance()).toBe(2_000_000n);
  });

  test('our own vouchers can be read, unused and used', async () => {
    const { reference, voucher } = await create();
    const unused = await stage.pm.vouchers.read(voucher.number, new Date());
    expect(unused).toMatchObject({ number: voucher.number, reference, amount: 10_001n, activated: null });
    await stage.post('/vouchers/activate', { ...voucher, to: 'U7654321' });
    const used = await stage.pm.vouchers.read(voucher.number, new Date());
    expect(used?.activated?.account).toBe('U7654321');
    expect(await find(request(), known(reference))).toMatchObject({ state: 'paid', voucher });
    expect(await stage.pm.vouchers.read('0000000000', new Date())).toBeNull();
    const other = await customerVoucher();
    expect(await stage.pm.vouchers.read(other.number, new Date())).toBeNull();
  });
});

describe('what became of a creation', () => {
  test('voucher-create-dropped: unknown to us, nothing is created', async () => {
    await fault('voucher-create-dropped');
    const asked = request();
    await expect(stage.pm.payouts.send(asked, new Date())).rejects.toMatchObject({ outcome: 'unknown' });
    expect(await find(asked)).toEqual({ state: 'absent' });
    expect(await created()).toEqual([]);
  });

  test.each(['voucher-created-dropped', 'voucher-created-500', 'voucher-created-captcha', 'voucher-created-busy'])(
    '%s: found again with number and code',
    async (kind) => {
      await fault(kind);
      const sentAt = new Date();
      await expect(stage.pm.payouts.send(request(), new Date())).rejects.toMatchObject({ outcome: 'unknown' });
      const [only] = await created();
      const record = await find(request(), known(), sentAt);
      expect(record).toMatchObject({ state: 'paid', reference: only?.id, fee: 51n });
      if (record.state !== 'paid' || !record.voucher) throw new Error('no voucher');
      expect((await stage.post('/vouchers/activate', record.voucher)).json).toEqual({ amount: 100.01 });
      expect(await stage.hits('perfect-money', kind)).toBe(1);
    },
  );

  test('others of the same amount are not taken for it, further ones are told', async () => {
    const sentAt = new Date();
    const other = await create();
    expect(await find(request(), known(null, [other.reference]), sentAt)).toEqual({ state: 'absent' });
    const [first, second] = [await create(), await create()];
    await create(999n);
    const record = await find(request(), known(null, [other.reference]), sentAt);
    expect(record).toMatchObject({ state: 'paid', reference: first.reference, duplicates: [second.reference], voucher: first.voucher });
  });

  test('voucher-list-delayed: accepted, listed later', async () => {
    await fault('voucher-list-delayed');
    const { reference } = await create();
    expect(await find(request(), known(reference))).toEqual({ state: 'absent' });
    await until(async () => (await find(request(), known(reference))).state === 'paid');
  });

  test('voucher-list-unavailable and unreadable rows: an error, never absent', async () => {
    await fault('voucher-list-unavailable');
    await expect(find(request())).rejects.toMatchObject({ trouble: 'unreachable' });
    await fault('voucher-list-unreadable-row');
    await expect(find(request())).rejects.toMatchObject({ trouble: 'malformed', outcome: 'unknown' });
    await fault('forbidden');
    await expect(find(request())).rejects.toMatchObject({ trouble: 'unreachable' });
    expect(await find(request())).toEqual({ state: 'absent' });
  });
});

describe('activation', () => {
  test('takes the money once, and the history shows it as any other payment', async () => {
    const voucher = await customerVoucher();
    const activation = await stage.pm.vouchers.activate(voucher);
    expect(activation).toMatchObject({ state: 'activated', amount: 10_050n });
    expect(await stage.pm.vouchers.activate(voucher)).toMatchObject({ state: 'refused', refusal: 'code' });
    expect(await balance()).toBe(2_010_050n);
    const facts = await history();
    const reference = activation.state === 'activated' ? activation.reference : '';
    expect(facts).toMatchObject([{ account: WALLET, reference, sourceId: reference, unit: 'pm', amount: 10_050n, payer: null, confirmed: true }]);
    expect(facts[0]?.memo).not.toContain(voucher.number);
    expect(await stage.received(WALLET)).toMatchObject([{ currency: 'e-voucher', amount: 100.5, id: reference }]);
  });

  test('a voucher that we created comes back to us like any other', async () => {
    const { voucher } = await create();
    expect(await stage.pm.vouchers.activate(voucher)).toMatchObject({ state: 'activated', amount: 10_001n });
    expect(await balance()).toBe(2_000_000n - 51n);
    expect((await stage.pm.vouchers.read(voucher.number, new Date()))?.activated?.account).toBe(WALLET);
    expect(await history()).toHaveLength(1);
  });

  test('wrong numbers and codes are refused alike', async () => {
    const voucher = await customerVoucher();
    for (const wrong of [
      { ...voucher, code: '0000000000000000' },
      { ...voucher, number: '0000000000' },
      { ...voucher, number: '12345' },
      { ...voucher, code: '' },
    ])
      expect(await stage.pm.vouchers.activate(wrong)).toMatchObject({ state: 'refused', refusal: 'code' });
    expect(await history()).toEqual([]);
    expect(await stage.pm.vouchers.activate(voucher)).toMatchObject({ state: 'activated' });
  });

  test('voucher-activate-dropped: unknown to us, nothing is taken', async () => {
    await fault('voucher-activate-dropped');
    const voucher = await customerVoucher();
    await expect(stage.pm.vouchers.activate(voucher)).rejects.toMatchObject({ outcome: 'unknown' });
    expect(await history()).toEqual([]);
    expect(await stage.pm.vouchers.activate(voucher)).toMatchObject({ state: 'activated' });
  });

  test.each(['voucher-activated-dropped', 'voucher-activated-500', 'voucher-activated-captcha'])(
    '%s: unknown to us, taken once; only the history tells',
    async (kind) => {
      await fault(kind);
      const voucher = await customerVoucher();
      await expect(stage.pm.vouchers.activate(voucher)).rejects.toMatchObject({ outcome: 'unknown' });
      expect(await stage.pm.vouchers.activate(voucher)).toMatchObject({ state: 'refused', refusal: 'code' });
      expect(await history()).toMatchObject([{ amount: 10_050n }]);
    },
  );

  test('voucher-said-invalid: refused although unused', async () => {
    await fault('voucher-said-invalid');
    const voucher = await customerVoucher();
    expect(await stage.pm.vouchers.activate(voucher)).toMatchObject({ state: 'refused', refusal: 'code' });
    expect(await stage.pm.vouchers.activate(voucher)).toMatchObject({ state: 'activated' });
  });

  test.each(['voucher-used-elsewhere', 'voucher-removed'])('%s: refused, and no money comes', async (kind) => {
    await fault(kind);
    const voucher = await customerVoucher();
    expect(await stage.pm.vouchers.activate(voucher)).toMatchObject({ state: 'refused', refusal: 'code' });
    expect(await stage.pm.vouchers.activate(voucher)).toMatchObject({ state: 'refused', refusal: 'code' });
    expect(await history()).toEqual([]);
    expect(await stage.hits('perfect-money', kind)).toBe(1);
  });

  test('voucher-euro: never taken for dollars', async () => {
    await fault('voucher-euro');
    const voucher = await customerVoucher();
    expect(await stage.pm.vouchers.activate(voucher)).toMatchObject({ state: 'taken', detail: 'in another currency' });
    expect(await history()).toEqual([]);
    expect(await balance()).toBe(2_000_000n);
  });

  test('bans and refused logins are not the voucher’s fault', async () => {
    const voucher = await customerVoucher();
    await fault('banned');
    expect(await stage.pm.vouchers.activate(voucher)).toMatchObject({ state: 'refused', refusal: 'temporary' });
    await fault('credentials-refused');
    expect(await stage.pm.vouchers.activate(voucher)).toMatchObject({ state: 'refused', refusal: 'credentials' });
    expect(await stage.pm.vouchers.activate(voucher)).toMatchObject({ state: 'activated' });
  });
});

test('ev_remove.asp gives an unused voucher of ours back, once', async () => {
  const { accountId, passPhrase } = stage.options.networks['perfect-money'];
  const { voucher, reference } = await create();
  const remove = async () => {
    const body = new URLSearchParams({ AccountID: accountId, PassPhrase: passPhrase, ev_number: voucher.number });
    return (await fetch(`${stage.sandbox.url}/acct/ev_remove.asp`, { method: 'POST', body })).text();
  };
  expect(await remove()).toContain(`<input name='VOUCHER_AMOUNT' type='hidden' value='100.01'>`);
  expect(await remove()).toContain('Invalid ev_number');
  expect(await balance()).toBe(2_000_000n - 51n);
  expect(await find(request(), known(reference))).toEqual({ state: 'absent' });
});
