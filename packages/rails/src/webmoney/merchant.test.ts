import { paymentNumberOf } from '@quydoi/domain/order/payment-number';
import { describe, expect, test } from 'vitest';
import { createCheckout, createResultUrl, merchantHash } from './merchant.ts';

const OURS = 'Z111111111111';
const REF = '7KQ2M9XR4B';
const settings = { ourPurse: OURS, secrets: ['older secret', 'topsecret'] };
const resultUrl = createResultUrl(settings);

/** The vector of the rail's description. */
const PAID = {
  LMI_PAYEE_PURSE: OURS,
  LMI_PAYMENT_AMOUNT: '25.50',
  LMI_PAYMENT_NO: '24001',
  LMI_MODE: '0',
  LMI_SYS_INVS_NO: '501',
  LMI_SYS_TRANS_NO: '601',
  LMI_SYS_TRANS_DATE: '20260105 10:20:30',
  LMI_PAYER_PURSE: 'Z222222222222',
  LMI_PAYER_WM: '333333333333',
};
const HASH = '269FA4F079CC44453015D055D43A70C6B6E0C4E90183203D60F8BBB004487DEE';

const webhook = (fields: Record<string, string>) => ({
  source: 'webmoney',
  headers: {},
  body: new URLSearchParams(fields).toString(),
  receivedAt: new Date('2026-01-05T07:20:31Z'),
});
const signed = (set: Record<string, string> = {}, secret = 'topsecret') => {
  const fields = { ...PAID, ref: REF, ...set };
  return webhook({ ...fields, LMI_HASH: merchantHash(fields, secret) });
};

describe('a notification', () => {
  test('has the published hash', () => {
    expect(merchantHash(PAID, 'topsecret')).toBe(HASH);
    expect(() => resultUrl.authenticate(webhook({ ...PAID, LMI_HASH: HASH }))).not.toThrow();
    expect(() => resultUrl.authenticate(webhook({ ...PAID, LMI_HASH: HASH.toLowerCase() }))).not.toThrow();
  });

  test('counts by either secret key', () => {
    for (const secret of settings.secrets) expect(() => resultUrl.authenticate(signed({}, secret))).not.toThrow();
  });

  test.each([
    ['another secret', signed({}, 'guessed')],
    ['no secret', signed({}, '')],
    ['no hash', webhook(PAID)],
    ['another amount', webhook({ ...PAID, LMI_PAYMENT_AMOUNT: '255.0', LMI_HASH: HASH })],
    ['another payer', webhook({ ...PAID, LMI_PAYER_PURSE: 'Z222222222223', LMI_HASH: HASH })],
    ['the test mode', signed({ LMI_MODE: '1' })],
    ['another purse', signed({ LMI_PAYEE_PURSE: 'Z111111111112' })],
  ])('is refused with %s', (_, given) => {
    expect(() => resultUrl.authenticate(given)).toThrow(expect.objectContaining({ trouble: 'signature' }));
  });

  test('tells the payment that the operations list, by Moscow time', () => {
    expect(resultUrl.read?.(signed())).toEqual([
      {
        network: 'webmoney',
        account: OURS,
        reference: '601',
        unit: 'wmz',
        amount: 2_550n,
        exactAmount: null,
        memo: REF,
        payer: 'Z222222222222',
        payerName: null,
        paidAt: new Date('2026-01-05T07:20:30Z'),
        confirmed: true,
        source: 'webmoney',
        sourceId: '601',
      },
    ]);
  });

  test.each([{ LMI_PAYMENT_AMOUNT: '1.234' }, { LMI_SYS_TRANS_DATE: 'today' }, { LMI_SYS_TRANS_NO: '' }])('with %j cannot be read', (set) => {
    expect(() => resultUrl.read?.(signed(set))).toThrow(expect.objectContaining({ trouble: 'malformed' }));
  });

  test('is no question', () => expect(resultUrl.questions?.read(signed())).toBeNull());
});

describe('a question', () => {
  const asked = {
    ...createCheckout('https://merchant/pay').fieldsOf({ ref: REF, account: OURS, amount: 2_550n }),
    LMI_PREREQUEST: '1',
    LMI_MODE: '0',
  };
  const read = (set: Record<string, string> = {}) => resultUrl.questions?.read(webhook({ ...asked, ...set }));

  test('brings back what the form sent, and may name the payer', () => {
    expect(asked).toMatchObject({ LMI_PAYMENT_AMOUNT: '25.5', LMI_PAYMENT_DESC: REF, LMI_PAYMENT_NO: String(paymentNumberOf(REF)) });
    expect(read()).toEqual({ ref: REF, account: OURS, unit: 'wmz', amount: 2_550n, payer: null });
    expect(read({ LMI_PAYER_PURSE: 'z222222222222' })).toMatchObject({ payer: 'Z222222222222' });
  });

  test.each([
    { ref: '' },
    { ref: REF.toLowerCase() },
    { LMI_PAYMENT_NO: '1' },
    { LMI_PAYMENT_AMOUNT: '25.501' },
    { LMI_PAYMENT_AMOUNT: '-1' },
    { LMI_MODE: '1' },
    { LMI_PAYEE_PURSE: 'Z111111111112' },
  ])('with %j fits no order', (set) => expect(read(set)).toBe('unfit'));

  test('is answered with YES and nothing else', () => expect(resultUrl.questions?.yes).toBe('YES'));

  test.each([{}, { LMI_PAYMENT_NO: '1' }])('a call with %j only tries the address', (fields) => {
    expect(resultUrl.questions?.read(webhook(fields))).toBe('probe');
  });
});
