import { describe, expect, test } from 'vitest';
import { FAST_TRANSFER_MIN_VND, PAYOUT_RETRY_DELAYS_MS } from './constants.ts';
import {
  CURRENCIES,
  CURRENCY_CODES,
  isCurrencyCode,
  isTradedCode,
  isUsdt,
  RESERVE_CODES,
  RESERVES,
  smallestTransfer,
  TRADED_CODES,
} from './currencies.ts';
import { COLLECTION_ACCOUNTS, feeUnitOf } from './ledger/accounts.ts';
import { DEFAULT_LOCALE, isLocale, LOCALE_CODES, LOCALES, negotiateLocale } from './locales.ts';
import { explorerUrl, FEE_UNITS, isNetworkCode, NETWORK_CODES, NETWORKS } from './networks.ts';
import { ORDER_STATUS_CODES, ORDER_STATUSES } from './order-status.ts';

describe('currencies', () => {
  test('lists dong last and not traded', () => {
    expect(CURRENCY_CODES.at(-1)).toBe('vnd');
    expect(TRADED_CODES).toEqual(CURRENCY_CODES.slice(0, -1));
    expect([isCurrencyCode('vnd'), isTradedCode('vnd'), isTradedCode('pm'), isCurrencyCode('toString')]).toEqual([true, false, true, false]);
    expect(TRADED_CODES.filter(isUsdt)).toEqual(TRADED_CODES.filter((code) => CURRENCIES[code].name.startsWith('USDT (')));
  });

  test('each has a network and a swap scale within its scale', () => {
    for (const code of CURRENCY_CODES) {
      expect(isNetworkCode(CURRENCIES[code].network)).toBe(true);
      expect(CURRENCIES[code].swapScale).toBeLessThanOrEqual(CURRENCIES[code].scale);
    }
    expect(new Set(CURRENCY_CODES.map((code) => CURRENCIES[code].network))).toEqual(new Set(NETWORK_CODES));
  });

  test('currencies that share a reserve share its scale', () => {
    expect(new Set(RESERVE_CODES)).toEqual(new Set(CURRENCY_CODES.map((code) => CURRENCIES[code].reserve)));
    for (const code of CURRENCY_CODES) expect(RESERVES[CURRENCIES[code].reserve].scale).toBe(CURRENCIES[code].scale);
  });
});

describe('networks', () => {
  const [id, evmId] = ['ab'.repeat(32), `0x${'ab'.repeat(32)}`];

  test('each has a currency, and transfer limits that parts can satisfy', () => {
    for (const code of NETWORK_CODES) {
      expect(CURRENCY_CODES.some((currency) => CURRENCIES[currency].network === code)).toBe(true);
      const { transferLimits } = NETWORKS[code];
      if (transferLimits) expect(transferLimits.max >= 2n * transferLimits.min).toBe(true);
    }
    expect([smallestTransfer('vnd'), smallestTransfer('btc'), smallestTransfer('pm')]).toEqual([FAST_TRANSFER_MIN_VND, 10_000n, 0n]);
  });

  test('a fee coin that is also traded has the same decimals', () => {
    for (const code of RESERVE_CODES) if (Object.hasOwn(FEE_UNITS, code)) expect(FEE_UNITS).toHaveProperty(code, { scale: RESERVES[code].scale });
  });

  test('tokens pay fees in the network’s coin, all others out of the reserve', () => {
    expect(Object.fromEntries(RESERVE_CODES.map((code) => [code, feeUnitOf(code)]))).toMatchObject({
      pm: null,
      wmz: null,
      'usdt-tron': 'trx',
      'usdt-bsc': 'bnb',
      'usdt-eth': 'eth',
      eth: null,
      btc: null,
      vnd: null,
    });
  });

  test('dong and leased addresses have collection accounts; Bitcoin deposits are spent in place', () => {
    expect(COLLECTION_ACCOUNTS).toMatchObject({
      'rail:vnd-collection': 'vnd',
      'rail:usdt-tron-deposits': 'usdt-tron',
      'rail:usdt-bsc-deposits': 'usdt-bsc',
      'rail:usdt-eth-deposits': 'usdt-eth',
      'rail:eth-deposits': 'eth',
    });
    expect(Object.values(COLLECTION_ACCOUNTS)).not.toContain('btc');
  });

  test.each([
    ['tron', `${id}:1`, `https://tronscan.org/#/transaction/${id}`],
    ['ethereum', evmId, `https://etherscan.io/tx/${evmId}`],
    ['bitcoin', id, `https://mempool.space/tx/${id}`],
    ['tron', '7KQ2M9XR4B', null],
    ['bank', id, null],
  ] as const)('explorer URL on %s of transaction %s is %s', (code, reference, url) => expect(explorerUrl(code, reference)).toBe(url));
});

test('three statuses are terminal', () => {
  expect(ORDER_STATUS_CODES).toHaveLength(12);
  expect(ORDER_STATUS_CODES.filter((code) => ORDER_STATUSES[code].final)).toEqual(['delivered', 'cancelled', 'forged']);
});

test('payouts are retried after 30 s, 2 min, 10 min, 30 min, 2 h', () => {
  expect(PAYOUT_RETRY_DELAYS_MS.map((delayMs) => delayMs / 60_000)).toEqual([0.5, 2, 10, 30, 120]);
});

describe('locales', () => {
  test('has seven languages with BCP 47 tags, Vietnamese first', () => {
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
  ] as const)('negotiates lang %j with Accept-Language %j to %s', (lang, header, locale) => expect(negotiateLocale(lang, header)).toBe(locale));
});
