import { HOUR_MS } from '@quydoi/domain/durations';
import { createTestClock, TEST_START } from '@quydoi/exchange/testing/clock';
import type { BatchSweeps } from '@quydoi/rails/sweeps';
import { expect, test } from 'vitest';
import type { SignerCtx } from '../payouts/signer.ts';
import { areBatchesAble, forgetBatchAbility } from './batch-ability.ts';

/** A chain that offers batches as long as `chain.isAble`. */
function open() {
  const clock = createTestClock(TEST_START);
  const log: string[] = [];
  const chain = { isAble: true, asked: 0 };
  const batches = {
    isAvailable: async () => {
      chain.asked += 1;
      return chain.isAble;
    },
  } as unknown as BatchSweeps;
  const ctx = { clock, logger: { info: (_: object, text: string) => void log.push(text) } } as unknown as SignerCtx;
  return { clock, log, chain, batches, look: () => areBatchesAble(ctx, 'ethereum', batches) };
}

test('a chain’s answer whether it offers batches counts for an hour, and is told when it changes', async () => {
  const { clock, log, chain, look } = open();
  expect([await look(), await look(), chain.asked]).toEqual([true, true, 1]);
  clock.advance(HOUR_MS - 1);
  chain.isAble = false;
  expect([await look(), chain.asked]).toEqual([true, 1]);
  clock.advance(1);
  expect([await look(), await look(), chain.asked]).toEqual([false, false, 2]);
  clock.advance(HOUR_MS);
  expect([await look(), chain.asked]).toEqual([false, 3]);
  expect(log).toEqual(['deposits are swept in batches', 'deposits are swept one by one']);
});

test('a chain that did not do what it offered is asked again at once', async () => {
  const { batches, chain, look } = open();
  await look();
  chain.isAble = false;
  forgetBatchAbility(batches);
  expect([await look(), chain.asked]).toEqual([false, 2]);
});
