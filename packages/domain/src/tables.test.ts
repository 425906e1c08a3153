import { describe, expect, test } from 'vitest';
import { PAYOUT_RETRY_DELAYS_MS } from './constants.ts';
import { CURRENCIES, CURRENCY_CODES, isCurrencyCode, isTradedCode, isUsdt, RESERVE_CODES, RESERVES, TRADED_CODES } from './currencies.ts';
import { DEFAULT_LOCALE, isLocale, LOCALE_CODES, LOCALES, negotiateLocale } from './locales.ts';
import { isNetworkCode, NETWORK_CODES } from './networks.ts';
import { ORDER_STATUS_CODES, ORDER_STATUSES } from './order-status.ts';

describe('currencies', () => {
  test('every currency is listed, dong last and not traded', () => {
    expect(CURRENCY_CODES).toEqual(['pm', 'e-voucher', 'wmz', 'trc20', 'bep20', 'erc20', 'eth', 'btc', 'vnd']);
    expect(TRADED_CODES).toEqual(CURRENCY_CODES.slice(0, -1));
    expect([isCurrencyCode('vnd'), isTradedCode('vnd'), isTradedCode('pm'), isCurrencyCode('toString')]).toEqual([true, false, true, false]);
    expect(TRADED_CODES.filter(isUsdt)).toEqual(['trc20', 'bep20', 'erc20']);
  });

  test('each has a rail that exists and a swap scale within its scale', () => {
    for (const code of CURRENCY_CODES) {
      expect(isNetworkCode(CURRENCIES[code].rail)).toBe(true);
      expect(CURRENCIES[code].swapScale).toBeLessThanOrEqual(CURRENCIES[code].scale);
    }
    expect(new Set(CURRENCY_CODES.map((code) => CURRENCIES[code].rail))).toEqual(new Set(NETWORK_CODES));
  });

  test('reserves derive from them; currencies that share one share its scale', () => {
    expect(new Set(RESERVE_CODES)).toEqual(new Set(CURRENCY_CODES.map((code) => CURRENCIES[code].reserve)));
    for (const code of CURRENCY_CODES) expect(RESERVES[CURRENCIES[code].reserve].scale).toBe(CURRENCIES[code].scale);
  });
});

test('every status is listed; three are final', () => {
  expect(ORDER_STATUS_CODES).toHaveLength(12);
  expect(ORDER_STATUS_CODES.filter((code) => ORDER_STATUSES[code].final)).toEqual(['delivered', 'cancelled', 'forged']);
});

test('payouts are retried after 30 s, 2 min, 10 min, 30 min, 2 h', () => {
  expect(PAYOUT_RETRY_DELAYS_MS.map((delayMs) => delayMs / 60_000)).toEqual([0.5, 2, 10, 30, 120]);
});

describe('locales', () => {
  test('seven, Vietnamese first, with their BCP 47 tags', () => {
    expect(LOCALE_CODES).toEqual(['vi', 'en', 'zh', 'ko', 'ger', 'tur', 'jp']);
    expect(LOCALE_CODES[0]).toBe(DEFAULT_LOCALE);
    expect(LOCALE_CODES.map((code) => LOCALES[code].tag)).toEqual(['vi', 'en', 'zh-Hans', 'ko', 'de', 'tr', 'ja']);
    expect(isLocale('de')).toBe(false);
  });

  test.each([
    ['jp', 'vi', 'jp'],
    ['de-AT', null, 'ger'],
    [null, 'xx, tr;q=0.8, en;q=0.5', 'tur'],
    ['zh-TW', null, 'zh'],
    ['', '', 'vi'],
    [undefined, undefined, 'vi'],
    ['klingon', 'en-GB', 'en'],
  ] as const)('lang %j with Accept-Language %j gives %s', (lang, header, locale) => expect(negotiateLocale(lang, header)).toBe(locale));
});
