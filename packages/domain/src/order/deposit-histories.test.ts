import { expect, test } from 'vitest';
import { PRICE, REACHED } from '../../testing/deposit-history.ts';
import { runDepositHistory } from '../../testing/deposit-world.ts';
import { TIMER_MS } from '../../testing/order.ts';
import { runDepositHistories } from '../../testing/run-histories.ts';

/** `npm run histories` runs as many as it is told to, of any seed. */
const RUNS = 500;
const SEED = 20_260_106;

test('deposits of a chain count once and as the rules say, whatever the chain does meanwhile', () => {
  const tally = runDepositHistories(RUNS, SEED);
  // The property is meaningful only if enough histories reach every rule.
  for (const name of REACHED) expect([name, (tally.get(name) ?? 0) >= RUNS / 100]).toEqual([name, true]);
});

test('a deposit that the chain drops, and takes again after the timer, pays in time', () => {
  const second = 1_000;
  const stays = [
    { fromMs: TIMER_MS - second, untilMs: TIMER_MS },
    { fromMs: TIMER_MS + 2 * second, untilMs: Number.POSITIVE_INFINITY },
  ];
  const history = {
    looksMs: [TIMER_MS - second / 2, TIMER_MS + second, TIMER_MS + 400 * second],
    finalMs: 60 * second,
    transfers: [{ amount: PRICE, stays, isSeen: true, readings: 2 }],
    newestRate: null,
  };
  const { difference, reached } = runDepositHistory(history);
  expect(difference).toBeNull();
  expect([...reached]).toEqual(['verifying_transaction', 'paid']);
});
