import { randomUUID } from 'node:crypto';
import { CURRENCIES, CURRENCY_CODES, type CurrencyCode, TRADED_CODES } from '@quydoi/domain/currencies';
import { formatDecimal, parseDecimal } from '@quydoi/domain/money';
import { NO_FEE, parseFeeRule } from '@quydoi/domain/price/fee';
import { derivedPair } from '@quydoi/domain/price/pair-rates';
import { isPriceMovedMore, type PriceRange } from '@quydoi/domain/price/price-move';
import { price } from '@quydoi/domain/price/quote';
import { formatRate, parseRate } from '@quydoi/domain/price/rate';
import { type Conversion, findProfitableCircle } from '@quydoi/domain/price/rate-circle';
import { atFeeBounds, isReadableRate } from '@quydoi/domain/price/rate-settings';
import type { RateSettings } from '@quydoi/domain/settings';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { START } from './fixture.ts';

const MOVED = 'QD035';
const CIRCLE = 'QD040';
const OTHER = 'QD034';
const UNREADABLE = 'QD038';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(postgresUrl(), START);
});
afterAll(() => database.close());

interface Setting {
  readonly kind: string;
  readonly key: string;
  readonly value: object;
  /** By default now. */
  readonly at?: Date;
}

const as = (text: string, values: readonly unknown[] = []) => database.query(text, values, 'quydoi_operator');

async function propose(verb: string, input: object, operator = 'minh'): Promise<string> {
  const id = randomUUID();
  const write = `insert into audit (call_id, operator, verb, input, outcome, at) values ($1, $2, $3, $4, 'proposed', now())`;
  await as(write, [id, operator, verb, input]);
  return id;
}

/** A call of an operator. */
interface Call {
  readonly verb: string;
  readonly input: object;
}

/** What the database says to settings that lan writes by plain SQL, alone or confirming a proposal: the error's code, or `done`. */
async function answer(verb: string, input: object, settings: readonly Setting[], proposal: string | null = null, end = 'rollback'): Promise<string> {
  return answerTo([{ verb, input }], settings, proposal, end);
}

async function answerTo(calls: readonly Call[], settings: readonly Setting[], proposal: string | null = null, end = 'rollback'): Promise<string> {
  await as('begin');
  try {
    const write = `insert into audit (call_id, operator, verb, input, outcome, proposal_id, at) values (gen_random_uuid(), 'lan', $1, $2, 'done', $3, now())`;
    for (const { verb, input } of calls) await as(write, [verb, input, proposal]);
    const rows = settings.map(({ kind, key, value, at }) => ({ kind, key, value, at: at ?? new Date() }));
    await as(
      `insert into setting (kind, key, value, author, at)
       select kind, key, value, 'lan', at from jsonb_to_recordset($1) as s (kind text, key text, value jsonb, at timestamptz)`,
      [JSON.stringify(rows)],
    );
    await as(end);
    return 'done';
  } catch (error) {
    await as('rollback');
    return (error as { code?: string }).code ?? String(error);
  }
}

const COUPON = {
  code: 'TET2027',
  percent: '50',
  amount: '50000',
  minOrder: '0',
  kinds: ['buy'],
  currencies: null,
  from: null,
  until: null,
  uses: 10,
  usesPerCustomer: null,
  note: 'new year',
};
const { code: _, ...COUPON_RULES } = COUPON;
const COUPON_VALUE = { ...COUPON_RULES, on: true };

describe('what two operators always set is what was proposed:', () => {
  const account = { bank: 'vcb', accountNumber: ' 0011 00999999a', accountName: 'CONG TY QUY DOI', branch: '' };
  const caps = { reserve: 'pm', single: '1', hour: '2', day: '3' };
  const limits = { worth: '5', rateChange: '5' };
  const accepted = { reserve: 'pm', difference: '-5.50', note: 'stolen' };
  const stopped = 'quydoi_signer perfect-money shortfall out pm';
  const shortfall = { network: 'perfect-money', cause: 'shortfall', direction: 'out', subject: 'pm', suspended: false, detail: '' };

  test.each<[string, object, Setting]>([
    ['setCollectionAccount', account, { kind: 'collection', key: 'collection', value: { ...account, accountNumber: '001100999999A' } }],
    ['setPayoutCap', caps, { kind: 'payout-cap', key: 'pm', value: { single: '1', hour: '2', day: '3' } }],
    ['setSecondOperator', limits, { kind: 'secondOperator', key: 'secondOperator', value: limits }],
    ['setCoupon', COUPON, { kind: 'coupon', key: 'TET2027', value: COUPON_VALUE }],
    ['acceptDifference', accepted, { kind: 'accepted-difference', key: 'pm', value: { difference: '-5.50', note: 'stolen' } }],
    ['acceptDifference', accepted, { kind: 'suspension', key: stopped, value: shortfall }],
  ])('%s %j: %j', async (verb, input, setting) => {
    const proposal = await propose(verb, input);
    expect(await answer(verb, input, [setting], proposal)).toBe('done');
    expect(await answer(verb, input, [{ ...setting, value: { ...setting.value, more: 1 } }], proposal)).toBe(
      setting.kind === 'suspension' ? 'done' : OTHER,
    );
    for (const field of Object.keys(setting.value).filter((name) => setting.kind !== 'suspension' || name !== 'detail'))
      expect(await answer(verb, input, [{ ...setting, value: { ...setting.value, [field]: '9' } }], proposal)).toBe(OTHER);
    for (const key of ['other', stopped.replace('pm', 'wmz')]) expect(await answer(verb, input, [{ ...setting, key }], proposal)).toBe(OTHER);
  });

  test('a network that is switched on does not end what missing money stopped', async () => {
    const input = { network: 'perfect-money', on: true };
    const end = (key: string, value: object) => answer('setRail', input, [{ kind: 'suspension', key: `quydoi_signer ${key}`, value }]);
    const low = { ...shortfall, cause: 'low' };
    expect(await end('perfect-money low out pm', low)).toBe('done');
    expect(await end('perfect-money low out pm', { ...low, suspended: true })).toBe(OTHER);
    expect(await end('bank low out pm', { ...low, network: 'bank' })).toBe(OTHER);
    const switchedOff = { network: 'perfect-money', on: false };
    const ended = { kind: 'suspension', key: 'quydoi_signer perfect-money low out pm', value: low };
    expect(await answer('setRail', switchedOff, [ended])).toBe(OTHER);
    expect(await end('perfect-money shortfall out pm', shortfall)).toBe(OTHER);
    // What ends is what the key names.
    expect(await end('perfect-money shortfall out pm', low)).toBe(OTHER);
    expect(await end('perfect-money shortfall out p m', { ...low, cause: 'shortfall out', direction: 'p', subject: 'm' })).toBe(OTHER);
    expect(await end('perfect-money low out pm', { ...low, subject: null })).toBe(OTHER);
    const ofNoRole = [{ kind: 'suspension', key: 'quydoi_operator perfect-money low out pm', value: low }];
    expect(await answer('setRail', input, ofNoRole)).toBe(OTHER);
  });
});

test('a network is switched as the call says, and no other', async () => {
  const input = { network: 'tron', on: false, note: 'x' };
  const set = (key: string, value: object) => answer('setRail', input, [{ kind: 'rail', key, value }]);
  expect(await set('tron', { on: false, note: 'x' })).toBe('done');
  expect(await set('tron', { on: true, note: 'x' })).toBe(OTHER);
  expect(await set('bank', { on: false, note: 'x' })).toBe(OTHER);
});

test('the site is set as two operators agreed, and nothing of it besides', async () => {
  const [stored] = await database.query(`select value from setting where kind = 'site' order by version desc limit 1`);
  const old = stored?.value as object;
  const input = { notice: 'Bảo trì lúc 23:00', allowBuy: false };
  const proposal = await propose('setSite', input);
  const set = (value: object, key = 'site') => answer('setSite', input, [{ kind: 'site', key, value }], proposal);
  expect(await set({ ...old, ...input })).toBe('done');
  expect(await set({ ...old, ...input, email: 'thief@example.com' })).toBe(OTHER);
  expect(await set({ ...old, notice: input.notice })).toBe(OTHER);
  expect(await set(input)).toBe(OTHER);
  expect(await set({ ...old, ...input }, 'other')).toBe(OTHER);
  expect(await answer('setSite', input, [{ kind: 'site', key: 'site', value: { ...old, ...input } }])).not.toBe('done');
});

test('no operator gives a coupon alone; to end one takes no other, and ends only the one that the call names, as it is', async () => {
  const set = [{ kind: 'coupon', key: 'TET2027', value: COUPON_VALUE }];
  expect(await answer('setCoupon', COUPON, set)).toBe('QD028');
  const ended = { ...COUPON_VALUE, on: false };
  const end = (value: object, key = 'TET2027', code = key) => answer('endCoupon', { code, note: 'x' }, [{ kind: 'coupon', key, value }]);
  expect(await end(ended)).toBe(OTHER);
  expect(await answer('setCoupon', COUPON, set, await propose('setCoupon', COUPON), 'commit')).toBe('done');
  expect(await end(ended)).toBe('done');
  expect(await end(COUPON_VALUE)).toBe(OTHER);
  expect(await end({ ...ended, uses: 1_000 })).toBe(OTHER);
  expect(await end(ended, 'TET2027', 'TET2028')).toBe(OTHER);
  expect(await end(ended, 'TET2028')).toBe(OTHER);
});

test('an IP network is blocked as the call says, and no other', async () => {
  const input = { network: '203.0.113.7', on: true, until: null, note: 'spam' };
  const { network, ...value } = input;
  const set = (key: string, set: object) => answer('setIpBlock', input, [{ kind: 'ip-block', key, value: set }]);
  expect(await set(network, value)).toBe('done');
  expect(await set(network, { ...value, on: false })).toBe(OTHER);
  expect(await set('203.0.113.0/24', value)).toBe(OTHER);
});

test('a currency is switched as the call says, and no other, and none of its limits with it', async () => {
  const [stored] = await database.query(`select value from setting where kind = 'currency' and key = 'btc' order by version desc limit 1`);
  const old = stored?.value as object;
  const set = (key: string, value: object) => answer('switchCurrency', { code: 'btc', on: true }, [{ kind: 'currency', key, value }]);
  const on = { ...old, on: true, isShow: true };
  expect(await set('btc', on)).toBe('done');
  expect(await set('btc', { ...on, maxBalance: '1000' })).toBe(OTHER);
  expect(await set('btc', { ...on, minOrder: '0' })).toBe(OTHER);
  expect(await set('btc', { ...on, on: false })).toBe(OTHER);
  expect(await set('eth', on)).toBe(OTHER);
  expect(await set('doge', on)).toBe(OTHER);
});

describe('a price', () => {
  const rate = (kind: string, key: string, value: string, set: object = {}): Setting => ({
    kind,
    key,
    value: { value, fee: '0.01', percentFee: '0.5', maxFee: null, minQuantity: null, ...set },
  });
  /** The call that sets a rate to just these values. */
  const callOf = ({ kind, key, value }: Setting): Call => {
    const [from, to] = key.split(':');
    return kind === 'pair' ? { verb: 'setPair', input: { from, to, ...value } } : { verb: 'setRate', input: { kind, code: key, ...value } };
  };
  const alone = (...settings: Setting[]) => answerTo(settings.map(callOf), settings);

  test.each<[Setting, string]>([
    [rate('buy', 'pm', '27247.5'), 'done'],
    [rate('buy', 'pm', '27247.6'), MOVED],
    [rate('buy', 'pm', '24652.4'), MOVED],
    [rate('buy', 'pm', '1'), MOVED],
    [rate('buy', 'pm', '25950', { fee: '1' }), MOVED],
    [rate('buy', 'pm', '25950', { percentFee: '6' }), MOVED],
    [rate('sell', 'pm', '24082.5'), 'done'],
    [rate('sell', 'pm', '24082.4'), MOVED],
    [rate('buy', 'xyz', '25950'), MOVED],
    // Nobody could read these: the currency would have no rate.
    [rate('buy', 'pm', 'NaN'), UNREADABLE],
    [{ kind: 'buy', key: 'pm', value: {} }, UNREADABLE],
    [rate('buy', 'pm', '25950', { percentFee: '-5' }), UNREADABLE],
    [rate('buy', 'pm', '25950', { percentFee: 0.5 }), UNREADABLE],
    [rate('buy', 'pm', '25950', { percentFee: null }), UNREADABLE],
    [rate('buy', 'pm', '25950', { fee: '1e-2' }), UNREADABLE],
    [rate('buy', 'pm', '25950', { maxFee: '1e9' }), UNREADABLE],
    [rate('buy', 'pm', '25950', { minQuantity: '1.' }), UNREADABLE],
    [rate('buy', 'pm', '25950\n'), UNREADABLE],
    [rate('buy', 'pm', '25950.0000000000001'), UNREADABLE],
    [rate('buy', 'pm', '0.0'), UNREADABLE],
    [rate('buy', 'pm', '25950', { fee: '0.0000000000001' }), UNREADABLE],
    [rate('buy', 'pm', '25950', { fee: '0.001' }), UNREADABLE],
    [rate('buy', 'pm', '25950', { minQuantity: '0.001' }), UNREADABLE],
    [rate('buy', 'pm', '0'), UNREADABLE],
    [rate('buy', 'pm', '25950', { maxFee: '1000', minQuantity: '1' }), 'done'],
  ])('that one operator sets by plain SQL moves by five percent at most: %j', async (setting, code) => {
    expect(await alone(setting)).toBe(code);
  });

  test('pays nobody who buys and sells again more than was paid, unless two operators want it', async () => {
    // 25 950 and 0.5 % on top is what a customer pays.
    expect(await alone(rate('sell', 'pm', '26079'))).toBe('done');
    expect(await alone(rate('sell', 'pm', '26080'))).toBe(CIRCLE);
    expect(await alone(rate('buy', 'pm', '25200'))).toBe(CIRCLE);
    expect(await alone(rate('buy', 'pm', '27000'), rate('sell', 'pm', '26400'))).toBe('done');
    expect(await alone(rate('sell', 'pm', '26500'), rate('buy', 'pm', '26200'))).toBe(CIRCLE);
    const input = { kind: 'sell', code: 'pm', value: '26500', note: 'x', force: true };
    const proposal = await propose('setRate', input);
    const set = rate('sell', 'pm', '26500', { fee: '0', percentFee: '0' });
    expect(await answer('setRate', input, [set])).toBe(CIRCLE);
    expect(await answer('setRate', input, [set], proposal)).toBe('done');
  });

  test('of a pair too', async () => {
    const [pair] = await database.query(`select value from setting where kind = 'pair' and key = 'trc20:pm'`);
    const old = pair?.value as { value: string };
    const set = (factor: number) =>
      alone({ kind: 'pair', key: 'trc20:pm', value: { ...old, value: (Number(old.value) * factor).toFixed(6), overridden: true } });
    expect([await set(0.96), await set(0.94), await set(10)]).toEqual(['done', MOVED, MOVED]);
    const overridden = (value: unknown) => alone({ kind: 'pair', key: 'trc20:pm', value: { ...old, overridden: value } });
    expect([await overridden(true), await overridden(false), await overridden(null)]).toEqual(['done', UNREADABLE, UNREADABLE]);
  });

  test('of two pairs pays nobody who goes round more than was paid, unless two operators want it', async () => {
    const pair = async (key: string, factor: number): Promise<Setting> => {
      const [row] = await database.query(`select value from setting where kind = 'pair' and key = $1 order by version desc limit 1`, [key]);
      const old = row?.value as { value: string };
      return { kind: 'pair', key, value: { ...old, value: (Number(old.value) * factor).toFixed(6), overridden: true } };
    };
    // pm to wmz and back gives 0.93: each pair may give 4.5 % more, both together may not.
    const [there, back] = [await pair('pm:wmz', 1.045), await pair('wmz:pm', 1.045)];
    expect([await alone(there), await alone(back)]).toEqual(['done', 'done']);
    expect(await alone(there, back)).toBe(CIRCLE);
    expect(await alone(await pair('pm:wmz', 1.01), await pair('wmz:pm', 1.01))).toBe('done');
    // Dong to pm to trc20 to dong gives 0.958.
    const [swap, sell] = [await pair('pm:trc20', 1.04), rate('sell', 'trc20', '26340')];
    expect([await alone(swap), await alone(sell)]).toEqual(['done', 'done']);
    expect(await alone(swap, sell)).toBe(CIRCLE);
    const confirmed = async (setting: Setting) => {
      const call = callOf(setting);
      return answerTo([call], [setting], await propose(call.verb, call.input), 'commit');
    };
    expect([await confirmed(there), await confirmed(back)]).toEqual(['done', 'done']);
    // Neither pair goes on by one alone until the circle ends.
    expect(await alone({ ...there, value: { ...there.value, minQuantity: '2' } })).toBe(CIRCLE);
    expect([await confirmed(await pair('pm:wmz', 1 / 1.045)), await confirmed(await pair('wmz:pm', 1 / 1.045))]).toEqual(['done', 'done']);
  });

  test('of two that are set at once, the later one counts the earlier', async () => {
    await as('begin isolation level repeatable read');
    const setting = rate('buy', 'pm', '25951');
    await as(`insert into audit (call_id, operator, verb, input, outcome, at) values (gen_random_uuid(), 'lan', 'setRate', $1, 'done', now())`, [
      callOf(setting).input,
    ]);
    const write = `insert into setting (kind, key, value, author, at) values ('buy', 'pm', $1, 'lan', now())`;
    await expect(as(write, [setting.value])).rejects.toMatchObject({ code: 'QD041' });
    await as('rollback');
  });

  test('is the one that its call names', async () => {
    const set = rate('buy', 'pm', '25960');
    const call = callOf(set);
    expect(await answerTo([call], [set])).toBe('done');
    expect(await answerTo([{ ...call, input: { ...call.input, code: 'wmz' } }], [set])).toBe(OTHER);
    expect(await answerTo([{ ...call, input: { ...call.input, value: '25961' } }], [set])).toBe(OTHER);
    const [row] = await database.query(`select value from setting where kind = 'pair' and key = 'trc20:pm' order by version desc limit 1`);
    const pair = { kind: 'pair', key: 'trc20:pm', value: { ...(row?.value as object), overridden: true } };
    expect(await alone(pair)).toBe('done');
    expect(await answerTo([callOf({ ...pair, key: 'pm:trc20' })], [pair])).toBe(OTHER);
    expect(await answerTo([call], [pair])).toBe(OTHER);
  });

  test('moves that far by all that one operator does within a day, whatever another had set before', async () => {
    const set = (value: string, at: Date) => {
      const setting = { ...rate('sell', 'wmz', value), at };
      return answerTo([callOf(setting)], [setting], null, 'commit');
    };
    const hours = (n: number) => new Date(START.getTime() + n * 3_600_000);
    expect(await set('24200', hours(1))).toBe('done');
    expect(await set('23900', hours(2))).toBe(MOVED);
    expect(await set('23900', hours(26))).toBe('done');
  });

  test('moves further as another operator proposed it, with the pairs that follow, and not otherwise', async () => {
    const input = { kind: 'buy', code: 'trc20', value: '40000', note: 'x', force: true };
    const proposal = await propose('setRate', input);
    const confirm = (...settings: Setting[]) => answer('setRate', input, settings, proposal);
    const [old] = await database.query(`select value from setting where kind = 'buy' and key = 'trc20'`);
    const bought = { kind: 'buy', key: 'trc20', value: { ...(old?.value as object), value: '40000' } };
    expect(await confirm(bought)).toBe('done');
    expect(await confirm({ ...bought, value: { ...bought.value, value: '40000.1' } })).toBe(MOVED);
    expect(await confirm({ ...bought, value: { ...bought.value, fee: '0' } })).toBe(MOVED);
    expect(await confirm({ ...bought, key: 'pm' })).toBe(MOVED);
    expect(await confirm({ ...bought, kind: 'sell' })).toBe(MOVED);
    const unreadable = { ...input, fee: '-1' };
    const proposed = await propose('setRate', unreadable);
    expect(await answer('setRate', unreadable, [{ ...bought, value: { ...bought.value, fee: '-1' } }], proposed)).toBe(UNREADABLE);
    // 25 350 for the sold dollar, less 0.3 %, of 40 000.
    const [pairNow] = await database.query(`select value from setting where kind = 'pair' and key = 'pm:trc20'`);
    const pair = { kind: 'pair', key: 'pm:trc20', value: { ...(pairNow?.value as object), value: '0.631848' } };
    expect(await confirm(bought, pair)).toBe('done');
    expect(await confirm(bought, { ...pair, value: { ...pair.value, value: '0.9' } })).toBe(MOVED);
    expect(await confirm(bought, { ...pair, key: 'trc20:pm' })).toBe(MOVED);
    // Without its rate the pair does not follow.
    expect(await confirm(pair)).toBe(MOVED);
  });

  test('of a pair is set, or derived again, as it was proposed', async () => {
    const input = { from: 'pm', to: 'trc20', value: '5', fee: '1' };
    const proposal = await propose('setPair', input);
    const value = { value: '5', fee: '1', percentFee: '0', maxFee: null, minQuantity: null, overridden: true };
    const set = (given: object, key = 'pm:trc20') => answer('setPair', input, [{ kind: 'pair', key, value: given }], proposal, 'rollback');
    expect(await set(value)).toBe('done');
    expect(await set({ ...value, value: '6' })).toBe(MOVED);
    expect(await set(value, 'pm:btc')).toBe(MOVED);
    expect(await answer('setPair', input, [{ kind: 'pair', key: 'pm:trc20', value }], proposal, 'commit')).toBe('done');
    const again = { from: 'pm', to: 'trc20' };
    const derive = await propose('derivePair', again);
    const derived = { value: '0.959163', fee: '0.8', percentFee: '0', maxFee: null, minQuantity: null };
    expect(await answer('derivePair', again, [{ kind: 'pair', key: 'pm:trc20', value: derived }], derive)).toBe('done');
    expect(await answer('derivePair', again, [{ kind: 'pair', key: 'pm:trc20', value: { ...derived, fee: '0' } }], derive)).toBe(MOVED);
  });
});

test('the database reads rates as the domain does', async () => {
  const whole = fc.constantFrom('0', '1', '99', '100', '25950', '0'.repeat(41));
  const decimals = fc.oneof(
    fc.constant(''),
    fc.integer({ min: 1, max: 13 }).map((n) => `.${'0'.repeat(n - 1)}1`),
    fc.constantFrom('.50', '.000000000000000'),
  );
  const amount = fc.tuple(whole, decimals).map((parts) => parts.join(''));
  const likely = fc.oneof({ weight: 6, arbitrary: fc.constant('1') }, { weight: 1, arbitrary: amount });
  const keys = CURRENCY_CODES.flatMap((code) => [code, `pm:${code}`, `${code}:trc20`, `${code}:eth`]);
  const rates = fc.record({
    key: fc.constantFrom(...keys),
    kind: fc.constantFrom('buy' as const, 'sell' as const),
    rate: fc.record(
      {
        value: likely,
        fee: likely,
        percentFee: likely,
        maxFee: fc.option(likely),
        minQuantity: fc.option(likely),
        automaticFee: fc.record({ floor: likely, cap: likely, coinPrice: fc.option(likely) }),
      },
      { requiredKeys: ['value', 'fee', 'percentFee', 'maxFee', 'minQuantity'] },
    ),
  });
  const cases = fc.sample(rates, { numRuns: 3_000, seed: 7 });
  const rows = await database.query(
    `select is_readable_rate(kind, key, rate) as readable
     from rows from (jsonb_to_recordset($1) as (kind text, key text, rate jsonb)) with ordinality order by ordinality`,
    [JSON.stringify(cases)],
  );
  const expected = cases.map(({ kind, key, rate }) => isReadableRate(kind, key, rate as RateSettings));
  expect(rows.map(({ readable }) => readable)).toEqual(expected);
  for (const isAutomatic of [false, true]) {
    expect(new Set(expected.filter((_, n) => cases[n]?.kind === 'buy' && 'automaticFee' in (cases[n]?.rate ?? {}) === isAutomatic)).size).toBe(2);
  }
});

test('the database knows the decimals of every currency that the domain has, and lets others have any', async () => {
  const scales = await database.query('select code, scale_of(code) as scale from unnest($1::text[]) as x(code)', [[...CURRENCY_CODES, 'none']]);
  expect(scales).toEqual([...CURRENCY_CODES.map((code) => ({ code, scale: CURRENCIES[code].scale })), { code: 'none', scale: 40 }]);
});

test('the database prices every currency, and every swap of them, as the domain does', async () => {
  const trades = TRADED_CODES.flatMap((code) => [
    { kind: 'buy', from: 'vnd', to: code } as const,
    { kind: 'sell', from: code, to: 'vnd' } as const,
    ...TRADED_CODES.flatMap((to) => (to === code ? [] : [{ kind: 'ex', from: code, to } as const])),
  ]);
  const likely = fc.record({
    value: fc.bigInt(1n, 10n ** 11n).map((n) => formatRate(n * 10n ** 6n)),
    fee: fc.constantFrom('0', '0.01', '1', '3'),
    percentFee: fc.constantFrom('0', '0.5', '3.25'),
    maxFee: fc.constantFrom(null, '1', '50'),
    minQuantity: fc.constant(null),
    quantity: fc.bigInt(1n, 10n ** 9n),
  });
  const cases = trades.flatMap(({ kind, from, to }) => {
    const settings = fc.sample(likely, { numRuns: 20, seed: 7 });
    return settings.map(({ quantity, ...rate }) => {
      const rule = kind === 'sell' ? NO_FEE : parseFeeRule(rate, CURRENCIES[to].scale);
      const priced = price({ kind, from, to, rate: parseRate(rate.value) ?? 0n, fee: rule, bankFee: 0n }, quantity);
      const entered = CURRENCIES[kind === 'buy' ? to : from].scale;
      const { scale, swapScale } = CURRENCIES[to];
      return {
        key: `${kind} ${from} ${to}`,
        kind: kind === 'ex' ? 'pair' : kind,
        rate,
        quantity: formatDecimal(quantity, entered),
        // Where the domain rounds to: whole dong, or the decimals that swaps are paid with.
        decimals: kind === 'ex' ? swapScale : 0,
        price: kind === 'buy' ? formatDecimal(priced.amountSent, 0) : formatDecimal(priced.amountReceived, scale),
      };
    });
  });
  const rows = await database.query(
    `select key, kind, decimals, greatest(0, case kind when 'pair' then round(p.price, decimals) else ceil(p.price) end) = told as same
     from jsonb_to_recordset($1) as c (key text, kind text, rate jsonb, quantity numeric, decimals integer, price numeric)
     cross join lateral (select price as told) t cross join lateral rate_price(kind, rate, quantity) p`,
    [JSON.stringify(cases)],
  );
  expect(rows).toHaveLength(trades.length * 20);
  expect(rows.filter(({ same }) => !same)).toEqual([]);
  // Each trade needs a price above zero, because a fee above the amount makes every price zero.
  expect(new Set(cases.filter(({ price: told }) => Number(told) > 0).map(({ key }) => key)).size).toBe(trades.length);
});

test('the database finds the circles that the domain finds', async () => {
  const terms = fc.record({
    buy: fc.integer({ min: 24_000, max: 27_000 }),
    sell: fc.integer({ min: 24_000, max: 26_500 }),
    there: fc.integer({ min: 900, max: 1_080 }),
    back: fc.integer({ min: 900, max: 1_080 }),
    fee: fc.constantFrom('0', '0.5', '20'),
    percentFee: fc.constantFrom('0', '0.5', '3'),
    maxFee: fc.constantFrom(null, '40'),
    automaticFee: fc.constantFrom(undefined, { floor: '0', cap: '40', coinPrice: null }),
  });
  const found: { mine: boolean; theirs: unknown }[] = [];
  for (const { buy, sell, there, back, automaticFee, ...operators } of fc.sample(terms, { numRuns: 150, seed: 7 })) {
    const feesOf = (kind: string) => ({ ...operators, ...(automaticFee && kind !== 'sell' ? { automaticFee } : {}) });
    const rates: RateRow[] = [
      ['buy', 'pm', String(buy)],
      ['sell', 'wmz', String(sell)],
      ['pair', 'pm:wmz', String(there / 1_000)],
      ['pair', 'wmz:pm', String(back / 1_000)],
    ];
    await database.query('begin');
    // All others would make circles too.
    const remove = `insert into setting (kind, key, value, author, at) select distinct kind, key, '{}'::jsonb, 'tests', now() from setting where kind in ('buy', 'sell', 'pair')`;
    await database.query(remove);
    for (const [kind, key, value] of rates) {
      const add = `insert into setting (kind, key, value, author, at) values ($1, $2, $3, 'tests', now())`;
      await database.query(add, [kind, key, { value, ...feesOf(kind), minQuantity: null }]);
    }
    const [row] = await database.query(`select pays_in_circle('pair', 'pm:wmz') as theirs`);
    await database.query('rollback');
    const conversions = rates.map(([kind, key, value]) => conversionOf(kind, key, { value, ...feesOf(kind), minQuantity: null }));
    found.push({ mine: findProfitableCircle(conversions, ({ from, to }) => from === 'pm' && to === 'wmz') !== null, theirs: row?.theirs });
  }
  expect(found.filter(({ mine, theirs }) => mine !== theirs)).toEqual([]);
  expect(new Set(found.map(({ mine }) => mine)).size).toBe(2);
});

type RateRow = ['buy' | 'sell' | 'pair', string, string];

/** A trade at the default limits of 5 000 pm and wmz. */
function conversionOf(kind: RateRow[0], key: string, rate: RateSettings): Conversion {
  const [first = '', second = ''] = key.split(':');
  const [from, to] = (kind === 'buy' ? ['vnd', first] : kind === 'sell' ? [first, 'vnd'] : [first, second]) as [CurrencyCode, CurrencyCode];
  const fee = kind === 'sell' ? NO_FEE : parseFeeRule(atFeeBounds(rate)[0], CURRENCIES[to].scale);
  const terms = { kind: kind === 'pair' ? 'ex' : kind, from, to, rate: parseRate(rate.value) ?? 0n, fee, bankFee: 0n } as const;
  return { terms, maxBalance: 5_000_00n, sourceMaxBalance: kind === 'pair' ? 5_000_00n : null };
}

test('the database derives pairs as the domain does', async () => {
  const rate = fc.tuple(fc.bigInt(1n, 10n ** 22n), fc.constantFrom(1n, 10n ** 6n, 10n ** 11n)).map(([n, unit]) => formatRate(n * unit));
  const cases = fc.sample(fc.record({ sell: rate, buy: rate }), { numRuns: 1_000, seed: 7 });
  const target = { fee: '0', percentFee: '0', maxFee: null };
  const rows = await database.query(
    `select trim_scale(pair_rate(sell, buy))::text as rate
     from rows from (jsonb_to_recordset($1) as (sell numeric, buy numeric)) with ordinality order by ordinality`,
    [JSON.stringify(cases)],
  );
  const expected = cases.map(({ sell, buy }) => derivedPair({ value: sell }, { value: buy, ...target }, { minQuantity: null }).value);
  expect(rows.map((row) => row.rate)).toEqual(expected);
});

test('the database judges prices as the domain does', async () => {
  const units = (min: number, max: number, scale: number) => fc.integer({ min, max }).map((n) => (n / 10 ** scale).toFixed(scale));
  const rates = fc.record({
    value: units(900, 1_100, 2),
    fee: fc.constantFrom('0', '0.1', '0.5', '1'),
    percentFee: fc.constantFrom('0', '0.5', '3', '4.5'),
    maxFee: fc.constantFrom(null, '1', '20'),
    minQuantity: fc.constantFrom(null, '2', '50'),
    automaticFee: fc.constantFrom(undefined, undefined, { floor: '0', cap: '1', coinPrice: null }, { floor: '0.1', cap: '2', coinPrice: null }),
  });
  const cases = fc.sample(
    fc.record({
      kind: fc.constantFrom('buy', 'sell', 'pair'),
      before: rates,
      after: rates,
      min: fc.constantFrom('1', '10'),
      max: fc.constantFrom('100', '5000'),
    }),
    { numRuns: 600, seed: 7 },
  );
  const rangeOf = (kind: string, settings: RateSettings, min: string, max: string): PriceRange => {
    const of = { buy: ['vnd', 'pm'], sell: ['pm', 'vnd'], pair: ['wmz', 'pm'] } as const;
    const [from, to] = of[kind as keyof typeof of];
    const fee = kind === 'sell' ? NO_FEE : parseFeeRule(settings, 2);
    const amount = (text: string) => parseDecimal(text, 2) ?? 0n;
    const terms = {
      kind: kind === 'pair' ? ('ex' as const) : (kind as 'buy' | 'sell'),
      from,
      to,
      rate: parseRate(settings.value) ?? 0n,
      fee,
      bankFee: 0n,
    };
    return { terms, min: amount(settings.minQuantity ?? min), max: amount(max) };
  };
  const boundsOf = ({ automaticFee, ...rate }: (typeof cases)[number]['before']) =>
    atFeeBounds({ ...rate, ...(automaticFee ? { automaticFee } : {}) });
  const expected = cases.map(({ kind, before, after, min, max }) =>
    ([0, 1] as const).some((bound) =>
      isPriceMovedMore(rangeOf(kind, boundsOf(before)[bound], min, max), rangeOf(kind, boundsOf(after)[bound], min, max), {
        worth: '0',
        rateChange: '5',
      }),
    ),
  );
  const rows = await database.query(
    `select is_price_moved(kind, before, after, min, max, 5) as moved
     from rows from (jsonb_to_recordset($1) as (kind text, before jsonb, after jsonb, min numeric, max numeric)) with ordinality order by ordinality`,
    [JSON.stringify(cases)],
  );
  expect(rows.map(({ moved }) => moved)).toEqual(expected);
  expect(new Set(expected).size).toBe(2);
});
