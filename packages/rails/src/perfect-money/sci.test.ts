import { describe, expect, test } from 'vitest';
import { createCheckout, createStatusUrl, statusHash } from './sci.ts';

const OURS = 'U1111111';
const REF = 'EX24A7K9Q2';
const settings = { ourWallet: OURS, alternatePassphrases: ['older one', 'altpass'] };
const statusUrl = createStatusUrl(settings);

/** The vector of the rail's description. */
const PAID = {
  PAYMENT_ID: REF,
  PAYEE_ACCOUNT: OURS,
  PAYMENT_AMOUNT: '25.50',
  PAYMENT_UNITS: 'USD',
  PAYMENT_BATCH_NUM: '700000001',
  PAYER_ACCOUNT: 'U2222222',
  TIMESTAMPGMT: '1767600000',
};
const HASH = '3CF14DDFBEB084BD987EBE9B308E3AE1';

const webhook = (fields: Record<string, string>) => ({
  source: 'perfect-money',
  headers: {},
  body: new URLSearchParams(fields).toString(),
  receivedAt: new Date('2026-01-05T08:00:01Z'),
});
const signed = (set: Record<string, string> = {}, passphrase = 'altpass') => {
  const fields = { ...PAID, ...set };
  return webhook({ ...fields, V2_HASH: statusHash(fields, passphrase) });
};
const refused = expect.objectContaining({ trouble: 'signature' });

describe('a status call', () => {
  test('has the published hash', () => {
    expect(statusHash(PAID, 'altpass')).toBe(HASH);
    expect(() => statusUrl.authenticate(webhook({ ...PAID, V2_HASH: HASH }))).not.toThrow();
    expect(() => statusUrl.authenticate(webhook({ ...PAID, V2_HASH: HASH.toLowerCase() }))).not.toThrow();
  });

  test('counts by either passphrase, and with fields that the hash does not cover', () => {
    for (const passphrase of settings.alternatePassphrases) expect(() => statusUrl.authenticate(signed({}, passphrase))).not.toThrow();
    expect(() => statusUrl.authenticate(webhook({ ...PAID, V2_HASH: HASH, PAYEE_NAME: 'anything' }))).not.toThrow();
  });

  test.each([
    ['another passphrase', signed({}, 'guessed')],
    ['no passphrase', signed({}, '')],
    ['no hash', webhook(PAID)],
    ['another amount', webhook({ ...PAID, PAYMENT_AMOUNT: '125.50', V2_HASH: HASH })],
    ['the same amount written differently', webhook({ ...PAID, PAYMENT_AMOUNT: '25.5', V2_HASH: HASH })],
    ['another payer', webhook({ ...PAID, PAYER_ACCOUNT: 'U2222223', V2_HASH: HASH })],
    ['another wallet', signed({ PAYEE_ACCOUNT: 'U1111112' })],
    ['euros', signed({ PAYMENT_UNITS: 'EUR' })],
  ])('is refused with %s', (_, given) => {
    expect(() => statusUrl.authenticate(given)).toThrow(refused);
  });

  test('is refused when a genuine hash is spread over other fields', () => {
    // A form of 0.01 dollars whose payer chose this id: the browser that comes back shows the hash.
    const chosen = { ...PAID, PAYMENT_ID: `${REF}:${OURS}:900.00:USD`, PAYMENT_AMOUNT: '0.01' };
    const hash = statusHash(chosen, 'altpass');
    const spread = {
      PAYMENT_ID: REF,
      PAYEE_ACCOUNT: OURS,
      PAYMENT_AMOUNT: '900.00',
      PAYMENT_UNITS: 'USD',
      PAYMENT_BATCH_NUM: `${OURS}:0.01:USD:700000001`,
      PAYER_ACCOUNT: 'U2222222',
      TIMESTAMPGMT: '1767600000',
      V2_HASH: hash,
    };
    expect(statusHash(spread, 'altpass')).toBe(hash);
    expect(() => statusUrl.authenticate(webhook(spread))).toThrow(refused);
  });

  test('tells the payment that the history lists', () => {
    expect(statusUrl.read?.(signed())).toEqual([
      {
        network: 'perfect-money',
        account: OURS,
        reference: '700000001',
        unit: 'pm',
        amount: 2_550n,
        exactAmount: null,
        memo: REF,
        payer: 'U2222222',
        payerName: null,
        paidAt: new Date('2026-01-05T08:00:00Z'),
        confirmed: true,
        source: 'perfect-money',
        sourceId: '700000001',
      },
    ]);
  });

  test.each(['', 'my own words'])('of a payment with the id “%s” names no order', (PAYMENT_ID) => {
    const given = signed({ PAYMENT_ID });
    expect(() => statusUrl.authenticate(given)).not.toThrow();
    expect(statusUrl.read?.(given)).toMatchObject([{ memo: '' }]);
  });

  test.each([
    { PAYMENT_AMOUNT: '0' },
    { PAYMENT_AMOUNT: '1.234' },
    { PAYMENT_BATCH_NUM: '0' },
    { PAYMENT_BATCH_NUM: '' },
    { PAYER_ACCOUNT: 'E2222222' },
    { TIMESTAMPGMT: 'today' },
    { TIMESTAMPGMT: '1e99' },
  ])('with %j is refused, and cannot be read', (set) => {
    expect(() => statusUrl.authenticate(signed(set))).toThrow(refused);
    expect(() => statusUrl.read?.(signed(set))).toThrow(expect.objectContaining({ trouble: 'malformed' }));
  });
});

test('the form pays the order from a wallet, with a memo that stays, and leads back to the order', () => {
  const { url, fieldsOf } = createCheckout({ url: 'https://pm.example/api/step1.asp', publicUrl: 'https://quydoi.example', shopName: 'Quy Đổi' });
  expect(url).toBe('https://pm.example/api/step1.asp');
  expect(fieldsOf({ ref: REF, account: OURS, amount: 2_550n })).toEqual({
    PAYEE_ACCOUNT: OURS,
    PAYEE_NAME: 'Quy Đổi',
    PAYMENT_ID: REF,
    PAYMENT_AMOUNT: '25.50',
    PAYMENT_UNITS: 'USD',
    STATUS_URL: 'https://quydoi.example/webhooks/perfect-money',
    PAYMENT_URL: `https://quydoi.example/order/${REF}`,
    PAYMENT_URL_METHOD: 'LINK',
    NOPAYMENT_URL: `https://quydoi.example/order/${REF}`,
    NOPAYMENT_URL_METHOD: 'LINK',
    SUGGESTED_MEMO: REF,
    SUGGESTED_MEMO_NOCHANGE: '1',
    AVAILABLE_PAYMENT_METHODS: 'account',
  });
});
