import { MINUTE_MS } from '@quydoi/domain/durations';
import type { ReferenceCode } from '@quydoi/domain/price/references';
import { createTestClock, TEST_START } from '@quydoi/exchange/testing/clock';
import { expect, test } from 'vitest';
import { createPriceReader } from './read-prices.ts';
import type { SignerCtx } from './signer.ts';

const HOURLY_MS = 60 * MINUTE_MS;
/** Before its time, because a loop may wake a little early. */
const EARLY_MS = 5_000;

test('a source is asked at its own pace, and each minute while its price is not believed', async () => {
  const clock = createTestClock(TEST_START);
  let asked = 0;
  const source = {
    code: 'vietcombank',
    references: ['usd'],
    pollMs: HOURLY_MS,
    read: async () => {
      asked += 1;
      return { price: 1n, publishedAt: clock.now() };
    },
  };
  const read = createPriceReader({ clock, priceSources: [source] } as unknown as SignerCtx);
  const askedAfter = async (ms: number, doubted: readonly ReferenceCode[] = []) => {
    clock.advance(ms);
    await read(new Set(doubted));
    return asked;
  };
  expect(await askedAfter(0)).toBe(1);
  expect(await askedAfter(HOURLY_MS - EARLY_MS - 1)).toBe(1);
  expect(await askedAfter(1)).toBe(2);
  expect(await askedAfter(MINUTE_MS - EARLY_MS - 1, ['usd'])).toBe(2);
  expect(await askedAfter(1, ['usd'])).toBe(3);
  expect(await askedAfter(MINUTE_MS)).toBe(3);
});
