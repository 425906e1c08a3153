import type { ConfigView, LiveView } from '@quydoi/contract/config';
import { describe, expect, test } from 'vitest';
import type { Offer } from './buy-path.ts';
import { needOf, quoteBuy } from './check-buy.ts';

const OFFER: Offer = {
  code: 'pm',
  currency: {
    code: 'pm',
    name: 'Perfect Money',
    unit: 'USD',
    scale: 2,
    reserve: 'pm',
    isUsdt: false,
    isShow: true,
    allowBuy: true,
    allowSell: true,
    maintenance: false,
    needsHolderName: true,
    minOrder: '1',
    maxBalance: '5000',
    addressExample: 'U1234567',
  },
  rate: { code: 'pm', kind: 'buy', value: '25950', fee: '0.01', percentFee: '0.5', maxFee: null, minQuantity: null, version: 3 },
};
const SITE: ConfigView['site'] = {
  domain: 'quydoi.example',
  title: 'Quy Đổi',
  email: 'support@quydoi.example',
  notice: '',
  allowBuy: true,
  allowSell: true,
  allowExchange: true,
  requiredLoginToBuySell: false,
  requiredLoginToExchange: false,
  requiredVerify: false,
  minOrderLogin: '100000000',
  minOrderKyc: '300000000',
  timerSeconds: 1800,
  supportHours: '8:00-22:00',
};
const CONFIG: ConfigView = { version: '1', site: SITE, currencies: [OFFER.currency], rates: [OFFER.rate], pairs: [], banks: [] };

function live(available: string): LiveView {
  return { version: '1', reserves: [{ code: 'pm', available }], recentTrades: [], reviews: [] };
}

describe('quoteBuy', () => {
  test('prices as the server does', () => {
    const quote = quoteBuy(OFFER, CONFIG, live('20000'), '100');
    expect(quote.refusal).toBeNull();
    expect(quote.priced?.amountSent).toBe(2_607_975n);
  });

  test('an unfinished decimal counts as what stands before it', () => {
    expect(quoteBuy(OFFER, CONFIG, live('20000'), '100.').priced?.amountSent).toBe(2_607_975n);
  });

  test.each([
    ['', 'QUANTITY_INVALID', {}],
    ['0', 'QUANTITY_INVALID', {}],
    ['0.5', 'QUANTITY_TOO_SMALL', { n: '1', code: 'pm' }],
    ['5000.01', 'QUANTITY_TOO_LARGE', { n: '5000', code: 'pm' }],
  ] as const)('refuses %o with %s', (text, code, params) => {
    expect(quoteBuy(OFFER, CONFIG, live('20000'), text).refusal).toEqual({ code, params });
  });

  test('the reserve limits, less the provider’s fee', () => {
    expect(quoteBuy(OFFER, CONFIG, live('100'), '100').refusal).toEqual({ code: 'QUANTITY_TOO_LARGE', params: { n: '99.5', code: 'pm' } });
    expect(quoteBuy(OFFER, CONFIG, live('0'), '1').refusal?.params).toEqual({ n: '0', code: 'pm', maintenance: '1' });
  });

  test('maintenance comes before any number', () => {
    const closed = { ...OFFER, currency: { ...OFFER.currency, allowBuy: false } };
    expect(quoteBuy(closed, CONFIG, live('20000'), '').refusal?.code).toBe('MAINTENANCE');
    const closedSite = { ...CONFIG, site: { ...SITE, allowBuy: false } };
    expect(quoteBuy(OFFER, closedSite, live('20000'), '100').refusal?.code).toBe('MAINTENANCE');
  });
});

describe('needOf', () => {
  test.each([
    [{}, 99_999_999n, null],
    [{}, 100_000_000n, 'LOGIN_FOR_AMOUNT'],
    [{ minOrderLogin: '0' }, 1n, 'REQUIRED_LOGIN'],
    [{ requiredLoginToBuySell: true }, 1n, 'REQUIRED_LOGIN'],
  ] as const)('%o and %s đ need %s', (changes, dong, need) => {
    expect(needOf({ ...CONFIG, site: { ...SITE, ...changes } }, dong)).toBe(need);
  });
});
