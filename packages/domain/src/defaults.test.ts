import { describe, expect, test } from 'vitest';
import { checkBankAccount } from './address/bank.ts';
import { checkDestination } from './address/check.ts';
import { BANKS, isOfferedByDefault } from './bank/banks.ts';
import { CURRENCIES, CURRENCY_CODES, type CurrencyCode, RESERVE_CODES, RESERVES, TRADED_CODES, type TradedCode } from './currencies.ts';
import { defaultSettings, type SettingDraft } from './defaults.ts';
import { parseDecimal } from './money.ts';
import { NETWORK_CODES } from './networks.ts';
import { parseFeeRule } from './price/fee.ts';
import { parseRate } from './price/rate.ts';
import { SANDBOX_RESERVES } from './sandbox-balances.ts';
import type { SettingKind } from './settings.ts';

const drafts = defaultSettings();
const of = <K extends SettingKind>(kind: K): SettingDraft<K>[] => drafts.filter((draft) => draft.kind === kind) as SettingDraft<K>[];
/** Currencies with default settings. */
const SET = of('currency').map((draft) => draft.key);
const OFF: readonly TradedCode[] = ['eth', 'btc'];
const ON = SET.filter((code) => !OFF.includes(code));

test('has unique keys per kind', () => {
  expect(new Set(drafts.map((draft) => `${draft.kind} ${draft.key}`)).size).toBe(drafts.length);
});

describe('currencies', () => {
  test('each that has defaults has switches and both rates', () => {
    expect(TRADED_CODES.filter((code) => SET.includes(code))).toEqual(SET);
    for (const kind of ['buy', 'sell'] as const) expect(of(kind).map((draft) => draft.key)).toEqual(SET);
  });

  test('all are on except eth and btc', () => {
    expect(
      of('currency')
        .filter((draft) => draft.value.on)
        .map((draft) => draft.key)
        .sort(),
    ).toEqual([...ON].sort());
  });

  test('limits parse at the currency’s scale, with the minimum below the maximum', () => {
    for (const { key, value } of of('currency')) {
      const [min, max] = [value.minOrder, value.maxBalance].map((text) => parseDecimal(text, CURRENCIES[key].scale) ?? -1n);
      expect(0n < (min as bigint) && (min as bigint) < (max as bigint)).toBe(true);
    }
  });

  test('no address example can be paid to', () => {
    const examples = of('currency').filter(({ key }) => !CURRENCIES[key].isVoucher);
    for (const { key, value } of examples) expect(checkDestination(key, value.addressExample), key).toHaveProperty('problem');
  });

  test('rates and fees parse, and the buy rate is above the sell rate', () => {
    for (const { key, value } of [...of('buy'), ...of('sell')]) {
      expect(parseRate(value.value)).not.toBeNull();
      expect(() => parseFeeRule(value, CURRENCIES[key].scale)).not.toThrow();
    }
    for (const code of SET) {
      const [buy, sell] = (['buy', 'sell'] as const).map((kind) => parseRate(of(kind).find((draft) => draft.key === code)?.value.value ?? '') ?? 0n);
      expect((buy as bigint) > (sell as bigint)).toBe(true);
    }
  });

  test.each([
    ['pm', '25950', '25350', '0.01', '0.5', null, '1', '5000'],
    ['e-voucher', '26050', '25250', '0.01', '0.5', null, '1', '1000'],
    ['wmz', '25900', '25200', '0.01', '0.8', '50', '1', '5000'],
    ['trc20', '26350', '26050', '0.8', '0', null, '10', '20000'],
    ['bep20', '26350', '26050', '0.29', '0', null, '5', '20000'],
    ['erc20', '26350', '26050', '3.2', '0', null, '20', '20000'],
    ['eth', '92000000', '90500000', '0.0005', '0', null, '0.01', '10'],
    ['btc', '2350000000', '2310000000', '0.00005', '0', null, '0.0005', '1'],
  ] as const)('%s has its default rates, fees and limits', (code, buy, sell, fee, percentFee, maxFee, minOrder, maxBalance) => {
    expect(of('buy').find((draft) => draft.key === code)?.value).toEqual({ value: buy, fee, percentFee, maxFee, minQuantity: null });
    expect(of('sell').find((draft) => draft.key === code)?.value).toEqual({
      value: sell,
      fee: '0',
      percentFee: '0',
      maxFee: null,
      minQuantity: null,
    });
    expect(of('currency').find((draft) => draft.key === code)?.value).toMatchObject({ minOrder, maxBalance });
  });
});

describe('swaps', () => {
  test('has all ordered pairs of the currencies, those of the ones that are on among them', () => {
    const pairs = SET.flatMap((from) => SET.filter((to) => to !== from).map((to) => `${from}:${to}`));
    const keys = of('pair').map((draft) => draft.key);
    expect(keys.toSorted()).toEqual(pairs.toSorted());
    expect(keys.filter((key) => key.split(':').every((code) => ON.some((one) => one === code)))).toHaveLength(ON.length * (ON.length - 1));
  });

  test('prices a pair at source sell ÷ target buy less 0.3 %, with the target’s fee', () => {
    expect(of('pair').find((draft) => draft.key === 'trc20:pm')?.value).toEqual({
      value: '1.000842',
      fee: '0.01',
      percentFee: '0.5',
      maxFee: null,
      minQuantity: null,
    });
    expect(of('pair').find((draft) => draft.key === 'pm:wmz')?.value).toMatchObject({
      value: '0.975828',
      fee: '0.01',
      percentFee: '0.8',
      maxFee: '50',
    });
  });

  test('a swap and its reverse gain nothing', () => {
    for (const { key, value } of of('pair')) {
      const [from, to] = key.split(':');
      const back = of('pair').find((draft) => draft.key === `${to}:${from}`)?.value.value ?? '';
      expect((parseRate(value.value) ?? 0n) * (parseRate(back) ?? 0n) < 10n ** 24n).toBe(true);
    }
  });
});

describe('banks', () => {
  test('lists all banks and shows only those offered by default', () => {
    expect(
      of('bank')
        .map((draft) => draft.key)
        .sort(),
    ).toEqual(BANKS.map((bank) => bank.slug).sort());
    const shown = of('bank').filter((draft) => draft.value.isShow);
    expect(shown.map((draft) => draft.key).sort()).toEqual(
      BANKS.filter(isOfferedByDefault)
        .map((bank) => bank.slug)
        .sort(),
    );
  });

  test('sorts popular banks first, with unique positions', () => {
    const ordered = of('bank')
      .toSorted((a, b) => a.value.orderBy - b.value.orderBy)
      .map((draft) => draft.key);
    expect(ordered.slice(0, 6)).toEqual(['vcb', 'tcb', 'mb', 'acb', 'bidv', 'vietin']);
    expect(new Set(of('bank').map((draft) => draft.value.orderBy)).size).toBe(BANKS.length);
  });

  test('exactly one bank charges a fee', () => {
    expect(
      of('bank')
        .filter((draft) => draft.value.payoutFee !== '0')
        .map((draft) => draft.value.payoutFee),
    ).toEqual(['5500']);
  });
});

const isImplemented = (code: CurrencyCode) => CURRENCIES[code].directions.length > 0;

test('each rail has a switch, on for implemented rails', () => {
  expect(of('rail').map((draft) => draft.key)).toEqual(NETWORK_CODES);
  expect(
    of('rail')
      .filter((draft) => draft.value.on)
      .map((draft) => draft.key),
  ).toEqual(NETWORK_CODES.filter((code) => CURRENCY_CODES.some((currency) => isImplemented(currency) && CURRENCIES[currency].network === code)));
  for (const { value } of of('rail')) expect(value.note).toBe(value.on ? '' : 'not available yet');
});

test('the collection account matches its bank’s pattern', () => {
  const [collection] = of('collection');
  const bank = of('bank').find((draft) => draft.key === collection?.value.bank);
  expect(checkBankAccount(collection?.value.accountNumber ?? '', bank?.value.accountPattern)).toEqual({ address: '0011004567890' });
});

test('site settings', () => {
  expect(of('site')[0]?.value).toMatchObject({
    timerSeconds: 1800,
    minOrderLogin: '100000000',
    minOrderKyc: '300000000',
    allowWithdraw: true,
    minWithdraw: '100000',
    requiredVerify: false,
    requiredLoginToBuySell: false,
    requiredLoginToExchange: false,
    pmVerified: true,
  });
});

test('every reserve has a sandbox balance at its scale', () => {
  expect(Object.keys(SANDBOX_RESERVES).sort()).toEqual([...RESERVE_CODES].sort());
  for (const code of RESERVE_CODES) expect((parseDecimal(SANDBOX_RESERVES[code], RESERVES[code].scale) ?? 0n) > 0n).toBe(true);
});
