import { createTestClock, TEST_START } from '@quydoi/exchange/testing/clock';
import { RailError, type RailTrouble } from '@quydoi/rails/rail-error';
import { describe, expect, test } from 'vitest';
import { createCircuitBreakers, FAILURES_MAX, PAUSE_MIN_MS } from '../circuit-breaker.ts';
import { callProvider, isReachable } from './call-provider.ts';
import type { SignerCtx } from './signer.ts';

const NETWORK = 'tron';

/** A signer whose provider's balances are told by `balances`; one without payouts by default. */
function signerWith(balances?: () => Promise<unknown>) {
  const clock = createTestClock(TEST_START);
  const log: string[] = [];
  const write = (_: object, text: string) => void log.push(text);
  const payouts = balances && { balances };
  const ctx = {
    clock,
    breakers: createCircuitBreakers(clock),
    logger: { info: write, warn: write, error: write },
    rails: new Map([[NETWORK, { code: NETWORK, payouts }]]),
  } as unknown as SignerCtx;
  return { ctx, clock, log, breaker: ctx.breakers(NETWORK) };
}

const troubleOf = (trouble: RailTrouble) => new RailError(NETWORK, trouble, 'not-done', `it is ${trouble}`);

async function fail(ctx: SignerCtx, error: Error, times = 1, unclear?: readonly RailTrouble[]): Promise<void> {
  for (let n = 0; n < times; n += 1) await expect(callProvider(ctx, NETWORK, () => Promise.reject(error), unclear)).rejects.toBe(error);
}

describe('a call to a payout provider', () => {
  test('that is answered returns the answer: the provider is well', async () => {
    const { ctx, breaker, log } = signerWith();
    await fail(ctx, troubleOf('unreachable'));
    expect(await callProvider(ctx, NETWORK, async () => 7)).toBe(7);
    expect([breaker.health.state(), breaker.health.lastFailure(), log]).toEqual(['well', null, []]);
  });

  test.each<RailTrouble>(['refused', 'credentials', 'suspended', 'dear', 'short'])(
    'that is %s was answered: the provider is well',
    async (trouble) => {
      const { ctx, breaker } = signerWith();
      await fail(ctx, troubleOf(trouble));
      expect([breaker.health.state(), breaker.health.lastFailure()]).toEqual(['well', null]);
    },
  );

  test.each<RailTrouble>(['unreachable', 'busy', 'malformed'])('that is %s counts as a failure of the provider', async (trouble) => {
    const { ctx, breaker } = signerWith();
    await fail(ctx, troubleOf(trouble));
    expect([breaker.health.state(), breaker.health.lastFailure()]).toEqual([null, expect.stringContaining(trouble)]);
  });

  test('tells nothing of the provider by a trouble that may be the request’s own', async () => {
    const { ctx, breaker } = signerWith();
    await fail(ctx, troubleOf('busy'), 1, ['busy']);
    expect([breaker.health.state(), breaker.health.lastFailure()]).toEqual([null, null]);
    await fail(ctx, troubleOf('malformed'), 1, ['busy']);
    expect(breaker.health.lastFailure()).toContain('malformed');
  });

  test('that fails unforeseen counts as one that did not reach the provider', async () => {
    const { ctx, breaker } = signerWith();
    await fail(ctx, new TypeError('no such field'), FAILURES_MAX);
    expect([breaker.isClosed(), breaker.health.lastFailure()]).toEqual([false, 'the call failed']);
  });

  test('pauses the next ones after failures in a row, which is told once, as is its end', async () => {
    const { ctx, breaker, log } = signerWith();
    await fail(ctx, troubleOf('unreachable'), FAILURES_MAX - 1);
    await fail(ctx, troubleOf('malformed'));
    await fail(ctx, troubleOf('unreachable'), FAILURES_MAX - 1);
    expect([breaker.isClosed(), log]).toEqual([true, []]);
    await fail(ctx, troubleOf('unreachable'), 2);
    expect([breaker.isClosed(), log]).toEqual([false, ['payout provider cannot be reached: calls pause']]);
    for (let n = 0; n < 2; n += 1) await callProvider(ctx, NETWORK, async () => null);
    expect([breaker.isClosed(), log.slice(1)]).toEqual([true, ['payout provider can be reached again']]);
  });
});

describe('a payout provider', () => {
  test('may be called, unasked, while its calls do not fail', async () => {
    let asked = 0;
    const { ctx } = signerWith(async () => (asked += 1));
    expect([await isReachable(ctx, NETWORK), asked]).toEqual([true, 0]);
  });

  test('that could not be reached is asked for its balance once a pause, and may be called when it answers', async () => {
    let asked = 0;
    let error: Error | null = troubleOf('unreachable');
    const { ctx, clock, log } = signerWith(async () => {
      asked += 1;
      if (error) throw error;
    });
    await fail(ctx, error, FAILURES_MAX);
    expect([await isReachable(ctx, NETWORK), asked]).toEqual([false, 0]);
    clock.advance(PAUSE_MIN_MS);
    expect([await isReachable(ctx, NETWORK), asked]).toEqual([false, 1]);
    expect(log.slice(1)).toEqual(['probe of a payout provider failed']);
    expect([await isReachable(ctx, NETWORK), asked]).toEqual([false, 1]);
    clock.advance(2 * PAUSE_MIN_MS);
    error = new TypeError('no such field');
    await expect(isReachable(ctx, NETWORK)).rejects.toBe(error);
    clock.advance(4 * PAUSE_MIN_MS);
    error = null;
    expect([await isReachable(ctx, NETWORK), asked]).toEqual([true, 3]);
  });

  test('of two is not asked while the other may be called: its probe is left to its own loops', async () => {
    let asked = 0;
    const { ctx, clock, breaker } = signerWith(async () => (asked += 1));
    Object.assign(ctx.rails.get(NETWORK) ?? {}, { otherPayouts: [{ kind: 'keyed', name: 'other', balances: async () => new Map() }] });
    await fail(ctx, troubleOf('unreachable'), FAILURES_MAX);
    clock.advance(PAUSE_MIN_MS);
    expect([await isReachable(ctx, NETWORK), asked, breaker.isClosed()]).toEqual([true, 0, false]);
  });

  test('that this process does not have is not asked: its calls alone tell', async () => {
    const { ctx, clock } = signerWith();
    expect(await isReachable(ctx, NETWORK)).toBe(true);
    await fail(ctx, troubleOf('unreachable'), FAILURES_MAX);
    clock.advance(PAUSE_MIN_MS);
    expect(await isReachable(ctx, NETWORK)).toBe(false);
    expect(await isReachable({ ...ctx, rails: new Map() }, NETWORK)).toBe(false);
  });
});
