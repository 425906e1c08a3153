import { SECOND_MS } from '@quydoi/domain/durations';
import { createTestClock, TEST_START } from '@quydoi/exchange/testing/clock';
import { RailError } from '@quydoi/rails/rail-error';
import { describe, expect, test } from 'vitest';
import { createCircuitBreakers, FAILURES_MAX } from '../circuit-breaker.ts';
import type { Provider, ProviderKey } from './providers.ts';
import type { SignerCtx } from './signer.ts';
import { countSending, forgetBalance, readSpendable, whileSending } from './wallets.ts';

/** A process with one of two payout providers, whose wallet has what the test says. */
function openProcess() {
  const clock = createTestClock(TEST_START);
  const log: string[] = [];
  const write = ({ reason }: { reason?: string }, text: string) => void log.push(`${text}: ${reason}`);
  const bank = { reads: 0, has: 1_000n, balances: async (): Promise<ReadonlyMap<string, bigint>> => new Map([['vnd', bank.has]]) };
  const payouts = {
    kind: 'keyed',
    name: 'payos',
    balances() {
      bank.reads += 1;
      return bank.balances();
    },
  };
  const rails = new Map([['bank', { code: 'bank', payouts, otherPayouts: [{ ...payouts, name: 'appotapay' }] }]]);
  const logger = { info: write, warn: write, error: write };
  const ctx = { orm: {}, clock, logger, rails, breakers: createCircuitBreakers<ProviderKey>(clock) } as unknown as SignerCtx;
  const provider = { key: 'bank', network: 'bank', name: 'payos', payouts } as unknown as Provider;
  return { ctx, provider, bank, clock, log, spendable: () => readSpendable(ctx, provider, 'vnd') };
}

/** Lets what was begun without waiting end. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 1));

describe('the money in a wallet', () => {
  test('is asked for before it is first used, and believed for a minute', async () => {
    const { spendable, bank, clock } = openProcess();
    expect(await spendable()).toBe(1_000n);
    bank.has = 400n;
    clock.advance(60 * SECOND_MS - 1);
    expect([await spendable(), bank.reads]).toEqual([1_000n, 1]);
  });

  test('is read again after a minute, without waiting for it, and once at a time', async () => {
    const { spendable, bank, clock } = openProcess();
    await spendable();
    bank.has = 400n;
    clock.advance(60 * SECOND_MS);
    expect([await spendable(), await spendable()]).toEqual([1_000n, 1_000n]);
    await settled();
    expect([await spendable(), bank.reads]).toEqual([400n, 2]);
  });

  test('is not waited for a second time while the provider hangs', async () => {
    const { spendable, bank, clock } = openProcess();
    await spendable();
    bank.balances = () => new Promise(() => {});
    clock.advance(60 * SECOND_MS);
    expect(await Promise.race([spendable(), settled()])).toBe(1_000n);
  });

  test('is less by what was sent since it was told, whether that is known to have arrived or not', async () => {
    const { ctx, provider, spendable, bank, clock } = openProcess();
    await spendable();
    await whileSending(ctx, provider, 300n, async () => {});
    await expect(whileSending(ctx, provider, 100n, () => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
    expect(await spendable()).toBe(600n);
    bank.has = 500n;
    clock.advance(60 * SECOND_MS);
    await spendable();
    await settled();
    expect(await spendable()).toBe(500n);
  });

  test('is less by what is sent while it is being read', async () => {
    const { ctx, provider, spendable, bank } = openProcess();
    const { promise: told, resolve: tell } = Promise.withResolvers<ReadonlyMap<string, bigint>>();
    bank.balances = () => told;
    const first = spendable();
    await whileSending(ctx, provider, 300n, async () => {});
    tell(new Map([['vnd', 1_000n]]));
    expect(await first).toBe(700n);
  });

  test('is not known where the provider does not tell it, and the last one holds until the next reading', async () => {
    const { ctx, provider, spendable, bank, clock, log } = openProcess();
    bank.balances = () => Promise.reject(new RailError('bank', 'unreachable', 'not-done', 'no answer'));
    expect([await spendable(), await readSpendable(ctx, provider, 'pm'), bank.reads]).toEqual([null, null, 1]);
    bank.balances = () => Promise.reject(new Error('a mistake'));
    clock.advance(60 * SECOND_MS);
    await spendable();
    await settled();
    expect(log).toEqual([
      expect.stringMatching(/^balance of a payout provider not read: .*no answer/),
      'balance of a payout provider not read: the call failed',
    ]);
    bank.balances = async () => new Map([['vnd', 7n]]);
    clock.advance(60 * SECOND_MS);
    await spendable();
    await settled();
    expect([await spendable(), await readSpendable(ctx, provider, 'pm')]).toEqual([7n, null]);
  });

  test('is waited for again once it was forgotten', async () => {
    const { ctx, provider, spendable, bank } = openProcess();
    await spendable();
    bank.has = 400n;
    forgetBalance(ctx, provider);
    expect([await spendable(), bank.reads]).toEqual([400n, 2]);
  });

  test('is not asked for while the provider is known to be away', async () => {
    const { ctx, provider, spendable, bank } = openProcess();
    for (let n = 0; n < FAILURES_MAX; n += 1) ctx.breakers(provider.key).failed();
    expect([await spendable(), bank.reads]).toEqual([null, 0]);
  });

  test('is that of one process and one provider', async () => {
    const { ctx, provider, spendable } = openProcess();
    await spendable();
    await whileSending(ctx, provider, 300n, async () => {});
    const other = { ...provider, key: 'bank appotapay', name: 'appotapay' } as Provider;
    expect([await spendable(), await readSpendable(ctx, other, 'vnd')]).toEqual([700n, 1_000n]);
    expect(await readSpendable({ ...ctx, orm: {} } as SignerCtx, provider, 'vnd')).toBe(1_000n);
  });
});

test('a payout counts as being sent until its sending has ended, however it ends', async () => {
  const { ctx, provider } = openProcess();
  const { promise: answer, reject: fail } = Promise.withResolvers<void>();
  const sending = [whileSending(ctx, provider, 1n, () => answer), whileSending(ctx, provider, 1n, async () => {})];
  expect(countSending(ctx, provider)).toBe(2);
  await sending[1];
  expect(countSending(ctx, provider)).toBe(1);
  fail(new Error('no answer'));
  await expect(sending[0]).rejects.toThrow('no answer');
  expect(countSending(ctx, provider)).toBe(0);
  expect(await whileSending(ctx, provider, 1n, async () => 'sent')).toBe('sent');
});
