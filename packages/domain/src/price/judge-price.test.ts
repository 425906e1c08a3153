import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import { judgePrice, type PriceReading, type SourcePrice } from './judge-price.ts';
import { parseRate } from './rate.ts';

const NOW = new Date('2026-01-06T02:00:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const rate = (text: string) => parseRate(text) ?? 0n;
const told = (price: string, set: Partial<SourcePrice> = {}): SourcePrice => ({
  source: 's',
  price: rate(price),
  publishedAt: NOW,
  readAt: NOW,
  ...set,
});
const reading = (price: string, minutesAgo: number, accepted = true): PriceReading => ({
  price: rate(price),
  at: ago(minutesAgo * MINUTE_MS),
  accepted,
});

/** Readings of the last minutes, one a minute. */
const readings = (price: string, count: number, accepted: boolean) => Array.from({ length: count }, (_, n) => reading(price, count - n, accepted));

describe('the price', () => {
  test.each([
    [['100'], '100'],
    [['100', '100.2'], '100.1'],
    [['100.2', '100', '100.4'], '100.2'],
    [['100', '250', '100.2'], '100.2'],
    [['100', '100.1', '0.01', '100.2'], '100.05'],
  ])('of %j is %s', (prices, expected) => {
    const verdict = judgePrice(
      'btc',
      prices.map((price) => told(price)),
      [],
      NOW,
    );
    expect(verdict).toEqual({ state: 'sane', price: rate(expected), detail: '' });
  });

  test.each([[['100', '103']], [['100', '103', '106']], [['100', '100', '110', '110']]])('of %j is none: they contradict each other', (prices) => {
    expect(
      judgePrice(
        'btc',
        prices.map((price) => told(price)),
        [],
        NOW,
      ).state,
    ).toBe('apart');
  });
});

describe('of two sources', () => {
  const verdictOn = (prices: readonly string[], last: string) =>
    judgePrice(
      'btc',
      prices.map((price) => told(price)),
      [reading(last, 1)],
      NOW,
    );

  test.each([
    [['100', '100.9'], '100', '100'],
    [['100', '99.1'], '100', '100'],
    [['100.4', '100.9'], '100', '100.4'],
    [['99.2', '99.6'], '100', '99.6'],
    [['99.8', '100.3'], '100', '100'],
  ])('%j neither moves the price alone: after %s it is %s', (prices, last, expected) => {
    expect(verdictOn(prices, last)).toEqual({ state: 'sane', price: rate(expected), detail: '' });
  });

  test('one that is more than its limit away from the other closes the currency, and operators read both', () => {
    const detail = 'sources of btc contradict each other: 100, 101.1';
    expect(verdictOn(['100', '101.1'], '100')).toEqual({ state: 'apart', price: rate('100'), detail });
  });
});

describe('an answer counts', () => {
  test.each<[string, 'usd' | 'btc', Partial<SourcePrice>, boolean]>([
    ['while it was read within minutes', 'btc', { readAt: ago(5 * MINUTE_MS) }, true],
    ['no longer', 'btc', { readAt: ago(5 * MINUTE_MS + 1) }, false],
    ['while the last trade is minutes old', 'btc', { publishedAt: ago(10 * MINUTE_MS) }, true],
    ['from a source whose clock is ahead', 'btc', { publishedAt: ago(-2 * MINUTE_MS) }, true],
    ['not if it is dated hours ahead, which no ticker does', 'btc', { publishedAt: ago(-HOUR_MS) }, false],
    ['not if the market stood still', 'btc', { publishedAt: ago(10 * MINUTE_MS + 1) }, false],
    ['not if it is nothing', 'btc', { price: 0n }, false],
    ['over the days of Tết', 'usd', { publishedAt: ago(11 * DAY_MS) }, true],
    ['not from last month', 'usd', { publishedAt: ago(13 * DAY_MS) }, false],
    ['if it is dated with the end of the day', 'usd', { publishedAt: ago(-21 * HOUR_MS) }, true],
    ['not if it is of next week', 'usd', { publishedAt: ago(-7 * DAY_MS) }, false],
  ])('%s', (_, code, set, counts) => {
    expect(judgePrice(code, [told('100', set)], [reading('100', 1)], NOW).state).toBe(counts ? 'sane' : 'stale');
  });

  test('beside one that does not', () => {
    expect(judgePrice('btc', [told('100'), told('150', { publishedAt: ago(HOUR_MS) })], [], NOW)).toMatchObject({
      state: 'sane',
      price: rate('100'),
    });
  });
});

describe('a move', () => {
  test.each<[string, readonly PriceReading[], string, 'sane' | 'jump']>([
    ['up to the limit', [reading('100', 1)], '103', 'sane'],
    ['down to the limit', [reading('100', 1)], '97', 'sane'],
    ['beyond it', [reading('100', 1)], '103.01', 'jump'],
    ['below it', [reading('100', 1)], '96.99', 'jump'],
    ['up to one limit for each minute without a reading', [reading('100', 3)], '109', 'sane'],
    ['beyond these', [reading('100', 3)], '109.01', 'jump'],
    ['after hours without a reading: no further than after ten minutes', [reading('100', 300)], '131', 'jump'],
    ['after minutes of refused readings: no further than after one', [reading('100', 6), ...readings('150', 5, false)], '109', 'jump'],
    ['back to where it was', [reading('100', 6), ...readings('150', 5, false)], '101', 'sane'],
    ['that has held for ten minutes', [reading('100', 11), ...readings('150', 10, false)], '150', 'sane'],
    ['that has held but for two readings', [reading('100', 11), ...readings('150', 10, false).filter((_, n) => n !== 3 && n !== 6)], '150', 'sane'],
    ['that was seldom read', [reading('100', 11), ...readings('150', 10, false).filter((_, n) => n % 2 === 0)], '150', 'jump'],
    ['that has held for nine minutes', [reading('100', 10), ...readings('150', 9, false)], '150', 'jump'],
    ['that goes up and down', [reading('100', 11), ...readings('150', 5, false), ...readings('160', 5, false)], '150', 'jump'],
  ])('%s', (_, history, price, state) => {
    expect(judgePrice('btc', [told(price)], history, NOW).state).toBe(state);
  });

  test('that is refused is told with both prices', () => {
    expect(judgePrice('btc', [told('103.01')], [reading('100', 1)], NOW)).toMatchObject({ detail: 'btc jumped from 100 to 103.01' });
  });
});
