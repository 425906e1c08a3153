import { refused } from '@quydoi/client/testing/refused';
import { formatDecimal } from '@quydoi/domain/money';
import { describe, expect, test } from 'vitest';
import { CONFIG, live, offer, VCB } from '../../../testing/samples.ts';
import { quoteTrade, refusedThresholdOf, shownRefusal, thresholdOf } from './quote-trade.ts';

const PLENTY = live({ pm: '20000', 'usdt-tron': '50000', vnd: '5000000000' });

test('a coupon lowers what is paid; fee, and the value that decides what it is for, are those without it', () => {
  const buy = offer('buy', 'vnd', 'pm');
  const plain = quoteTrade(buy, CONFIG, live({ pm: '20000' }), VCB, '100');
  const worths: bigint[] = [];
  const off = quoteTrade(buy, CONFIG, live({ pm: '20000' }), VCB, '100', false, (_terms, listed, cash) => {
    worths.push(cash);
    return { ...listed, amountSent: listed.amountSent - 5_000n };
  });
  expect(off.priced?.amountSent).toBe((plain.priced?.amountSent ?? 0n) - 5_000n);
  expect([off.feeDong, off.cash]).toEqual([plain.feeDong, plain.cash]);
  expect(worths).toEqual([plain.cash]);
});

describe('a buy', () => {
  test('is priced like on the server', () => {
    const quote = quoteTrade(offer('buy', 'vnd', 'pm'), CONFIG, PLENTY, undefined, '100');
    expect(quote.refusal).toBeNull();
    expect(quote.priced?.amountSent).toBe(2_607_975n);
    expect(quote.cash).toBe(2_607_975n);
  });

  test('tells how much of its dong the fee is: with the rate times the quantity it is the whole', () => {
    const quoteOf = (quantity: string, config = CONFIG) => quoteTrade(offer('buy', 'vnd', 'trc20', config), config, PLENTY, undefined, quantity);
    expect(quoteOf('20').priced?.amountSent).toBe(20n * 26_350n + 21_080n);
    expect(quoteOf('20').feeDong).toBe(21_080n);
    const free = { ...CONFIG, rates: CONFIG.rates.map((rate) => ({ ...rate, fee: '0', percentFee: '0' })) };
    expect(quoteOf('20', free).feeDong).toBeNull();
    expect(quoteOf('').feeDong).toBeNull();
    for (const other of [offer('sell', 'trc20', 'vnd'), offer('ex', 'trc20', 'pm')])
      expect(quoteTrade(other, CONFIG, PLENTY, VCB, '20').feeDong).toBeNull();
  });

  test.each([
    ['', 'QUANTITY_INVALID', {}],
    ['0', 'QUANTITY_INVALID', {}],
    ['?1.234', 'QUANTITY_INVALID', {}],
    ['0.5', 'QUANTITY_TOO_SMALL', { n: '1', code: 'pm' }],
    ['5000.01', 'QUANTITY_TOO_LARGE', { n: '5000', code: 'pm' }],
  ] as const)('refuses %o with %s', (text, code, params) => {
    expect(quoteTrade(offer('buy', 'vnd', 'pm'), CONFIG, PLENTY, undefined, text).refusal).toEqual({ code, params });
  });

  test('is limited by the reserve less the provider’s fee', () => {
    const refusal = (available: string, text: string) =>
      quoteTrade(offer('buy', 'vnd', 'pm'), CONFIG, live({ pm: available }), undefined, text).refusal;
    expect(refusal('100', '100')).toEqual({ code: 'QUANTITY_TOO_LARGE', params: { n: '99.5', code: 'pm' } });
    expect(refusal('0', '1')?.params).toEqual({ n: '0', code: 'pm', maintenance: '1' });
  });

  test('offers to tap no more than unpaid orders may hold of the reserve', () => {
    const most = (available: string) => quoteTrade(offer('buy', 'vnd', 'pm'), CONFIG, live({ pm: available }), undefined, '').most;
    // Half of it, less the provider's fee for all of it.
    expect(most('1000')).toBe(495_00n);
    expect(most('100000')).toBe(quoteTrade(offer('buy', 'vnd', 'pm'), CONFIG, PLENTY, undefined, '').most);
    // What is left is less than an order may be.
    expect(most('1.5')).toBe(1_49n);
  });

  test('applies only the currency’s own limits until the reserves are known', () => {
    const quote = quoteTrade(offer('buy', 'vnd', 'pm'), CONFIG, undefined, undefined, '5000');
    expect(quote.refusal).toBeNull();
    expect(quote.reserve).toBeNull();
  });
});

describe('a sell', () => {
  test('pays the rate, rounded up, less the bank’s fee', () => {
    expect(quoteTrade(offer('sell', 'pm', 'vnd'), CONFIG, PLENTY, VCB, '100').priced?.amountReceived).toBe(2_535_000n);
    const dear = { ...VCB, payoutFee: '5500' };
    const quote = quoteTrade(offer('sell', 'pm', 'vnd'), CONFIG, PLENTY, dear, '100');
    expect(quote.priced).toMatchObject({ amountReceived: 2_529_500n, cashFee: 5_500n });
    expect(quote.cash).toBe(2_529_500n);
  });

  test('is at least the bank’s minimum transfer: 50 000 đ', () => {
    const quote = quoteTrade(offer('sell', 'pm', 'vnd'), CONFIG, PLENTY, VCB, '1');
    expect(quote.refusal).toEqual({ code: 'QUANTITY_TOO_SMALL', params: { n: '1.98', code: 'pm' } });
    expect(quoteTrade(offer('sell', 'pm', 'vnd'), CONFIG, PLENTY, VCB, '1.98').priced?.amountReceived).toBe(50_193n);
  });

  test('is limited by the dong reserve', () => {
    const quote = quoteTrade(offer('sell', 'pm', 'vnd'), CONFIG, live({ vnd: '1000000' }), VCB, '40');
    expect(quote.refusal).toEqual({ code: 'QUANTITY_TOO_LARGE', params: { n: '39.44', code: 'pm' } });
    expect(quote.reserve).toBe(1_000_000n);
  });
});

describe('a swap', () => {
  test('is priced like on the server', () => {
    const quote = quoteTrade(offer('ex', 'trc20', 'pm'), CONFIG, PLENTY, undefined, '60');
    expect(quote.refusal).toBeNull();
    expect(quote.priced?.amountReceived).toBe(5_975n);
    expect(quote.cash).toBe(1_563_000n);
  });

  test('is worth what its target costs where its source is not sold', () => {
    const unsold = { ...CONFIG, rates: CONFIG.rates.filter(({ code, kind }) => code !== 'trc20' || kind !== 'sell') };
    const quoteOf = (quantity: string, config = unsold) => quoteTrade(offer('ex', 'trc20', 'pm', config), config, PLENTY, undefined, quantity);
    // 59.75 USD at 25 950 đ, with the fee of 0.5 %.
    expect(quoteOf('60').cash).toBe(1_558_266n);
    const { most, isMoreForMembers } = quoteOf('');
    expect(isMoreForMembers).toBe(true);
    expect(thresholdOf(unsold, 'ex', quoteOf(formatDecimal(most, 6)).cash, false)).toBeNull();
    expect(thresholdOf(unsold, 'ex', quoteOf(formatDecimal(most + 20_000n, 6)).cash, false)).toBe(100_000_000n);
  });

  test('is limited by the target’s reserve and the source’s maximum', () => {
    const swap = offer('ex', 'trc20', 'pm');
    expect(quoteTrade(swap, CONFIG, live({ pm: '10' }), undefined, '60').refusal?.code).toBe('QUANTITY_TOO_LARGE');
    expect(quoteTrade(swap, CONFIG, PLENTY, undefined, '20000.000001').refusal?.code).toBe('QUANTITY_TOO_LARGE');
    expect(quoteTrade(swap, CONFIG, PLENTY, undefined, '9').refusal).toEqual({ code: 'QUANTITY_TOO_SMALL', params: { n: '10', code: 'trc20' } });
  });
});

test('a member is offered the whole limit, of which a visitor is told that it takes a login', () => {
  const quoteOf = (isMember: boolean) => quoteTrade(offer('buy', 'vnd', 'pm'), CONFIG, live({ pm: '1000000' }), undefined, '', isMember);
  expect([quoteOf(false).isMoreForMembers, quoteOf(true).isMoreForMembers]).toEqual([true, false]);
  expect(quoteOf(true).most).toBeGreaterThan(quoteOf(false).most);
});

test.each([
  [false, 99_999_999n, null],
  [false, 100_000_000n, 100_000_000n],
  [true, 299_999_999n, null],
  [true, 300_000_000n, 300_000_000n],
] as const)('logged in (%s): an order of %s đ reaches the threshold %s', (isLoggedIn, dong, threshold) => {
  expect(thresholdOf(CONFIG, 'buy', dong, isLoggedIn)).toBe(threshold);
  const site = { ...CONFIG.site, requiredVerify: true };
  expect(thresholdOf({ ...CONFIG, site }, 'ex', dong, isLoggedIn)).toBe(0n);
});

test('what the server refuses by is a threshold too, though the sum of the browser was below', () => {
  expect(refusedThresholdOf(refused('LOGIN_FOR_AMOUNT', { params: { amount: '500000' } }))).toBe(500_000n);
  expect(refusedThresholdOf(refused('LOGIN_FOR_AMOUNT', { params: { amount: '0' } }))).toBe(0n);
  for (const other of [refused('KYC_TO_CONTINUE', { params: { amount: '500000' } }), new TypeError('Failed to fetch'), null])
    expect(refusedThresholdOf(other)).toBeNull();
});

describe('the most that can be ordered without an account', () => {
  const cashOf = (kind: 'buy' | 'sell' | 'ex', from: string, to: string, quantity: string) =>
    quoteTrade(offer(kind, from, to), CONFIG, PLENTY, VCB, quantity).cash;

  test.each([
    ['buy', 'vnd', 'pm', 2, 1n],
    ['sell', 'trc20', 'vnd', 6, 10_000n],
    ['ex', 'trc20', 'pm', 6, 10_000n],
  ] as const)('ends just below the value from which an account is needed: %s %s %s', (kind, from, to, scale, step) => {
    const { most, isMoreForMembers, limits } = quoteTrade(offer(kind, from, to), CONFIG, PLENTY, VCB, '');
    expect(most).toBeLessThan(limits.max);
    expect(isMoreForMembers).toBe(true);
    expect(thresholdOf(CONFIG, kind, cashOf(kind, from, to, formatDecimal(most, scale)), false)).toBeNull();
    expect(thresholdOf(CONFIG, kind, cashOf(kind, from, to, formatDecimal(most + step, scale)), false)).toBe(100_000_000n);
  });

  test('has at most two decimals from 100 on, and is never below the least', () => {
    const quoteOf = (available: string, config = CONFIG) =>
      quoteTrade(offer('buy', 'vnd', 'trc20', config), config, live({ 'usdt-tron': available }), undefined, '');
    // Half of a reserve is offered.
    const half = quoteOf('1234.567891').limits.max;
    expect(half % 10_000n).not.toBe(0n);
    expect(quoteOf('2469.135782')).toMatchObject({ most: half - (half % 10_000n), isMoreForMembers: false });
    expect(quoteOf('181.135782').most).toBe(quoteOf('90.567891').limits.max);
    const leastIs = (minOrder: string) => ({
      ...CONFIG,
      currencies: CONFIG.currencies.map((currency) => (currency.code === 'trc20' ? { ...currency, minOrder } : currency)),
    });
    expect(quoteOf('2469.135782', leastIs(formatDecimal(half - 1n, 6))).most).toBe(half);
  });

  test('is the maximum that a refusal names, too', () => {
    const buy = offer('buy', 'vnd', 'pm');
    const shownFor = (quantity: string, isMember: boolean) => {
      const quote = quoteTrade(buy, CONFIG, PLENTY, undefined, quantity, isMember);
      return [shownRefusal(quote, buy), formatDecimal(quote.most, 2)] as const;
    };
    const [refusal, most] = shownFor('5000.01', false);
    expect(most).not.toBe('5000');
    expect(refusal).toEqual({ code: 'QUANTITY_TOO_LARGE', params: { n: most, code: 'pm' } });
    expect(shownFor('5000.01', true)[0]?.params).toEqual({ n: '5000', code: 'pm' });
    expect(shownFor('0.5', false)[0]?.params).toEqual({ n: '1', code: 'pm' });
    expect(shownFor('100', false)[0]).toBeNull();
  });

  test('is the limit where it is lower, or where every order needs an account', () => {
    const little = quoteTrade(offer('buy', 'vnd', 'pm'), CONFIG, live({ pm: '100' }), undefined, '');
    expect(little).toMatchObject({ most: 49_50n, isMoreForMembers: false });
    const always = { ...CONFIG, site: { ...CONFIG.site, minOrderLogin: '0' } };
    const quote = quoteTrade(offer('buy', 'vnd', 'pm', always), always, PLENTY, undefined, '');
    expect(quote).toMatchObject({ most: quote.limits.max, isMoreForMembers: false });
  });
});
