import { expect, test } from 'vitest';
import { createCircuitBreakers, FAILURES_MAX, PAUSE_MAX_MS, PAUSE_MIN_MS } from './circuit-breaker.ts';

function opened() {
  let nowMs = 0;
  const breakers = createCircuitBreakers<string>({ now: () => new Date(nowMs) });
  const breaker = breakers('a');
  for (let n = 0; n < FAILURES_MAX; n += 1) breaker.failed();
  return {
    breakers,
    breaker,
    advance(ms: number) {
      nowMs += ms;
    },
  };
}

test('consecutive failures open the breaker of their provider, and no other', () => {
  const breakers = createCircuitBreakers<string>({ now: () => new Date(0) });
  const breaker = breakers('a');
  for (let n = 1; n < FAILURES_MAX; n += 1) expect(breaker.failed()).toBe(false);
  expect(breaker.succeeded()).toBe(false);
  for (let n = 1; n < FAILURES_MAX; n += 1) expect(breaker.failed()).toBe(false);
  expect(breaker.isClosed()).toBe(true);
  expect(breaker.failed()).toBe(true);
  expect([breakers('a').isClosed(), breakers('b').isClosed()]).toEqual([false, true]);
});

test('one probe is due after the pause, and any answer closes the breaker', () => {
  const { breaker, advance } = opened();
  advance(PAUSE_MIN_MS - 1);
  expect(breaker.takeProbe()).toBe(false);
  advance(1);
  expect([breaker.takeProbe(), breaker.takeProbe()]).toEqual([true, false]);
  expect(breaker.succeeded()).toBe(true);
  expect([breaker.isClosed(), breaker.takeProbe()]).toEqual([true, false]);
});

test('each failed probe doubles the pause up to its maximum; failures of calls that end during the pause do not', () => {
  const { breaker, advance } = opened();
  for (let n = 0; n < 20; n += 1) breaker.failed();
  let pauseMs = PAUSE_MIN_MS;
  for (let n = 0; n < 10; n += 1) {
    advance(pauseMs - 1);
    expect(breaker.takeProbe()).toBe(false);
    advance(1);
    expect(breaker.takeProbe()).toBe(true);
    breaker.failed();
    pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS);
  }
  expect([pauseMs, breaker.isClosed()]).toEqual([PAUSE_MAX_MS, false]);
});
