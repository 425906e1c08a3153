import type { Suspension } from '@quydoi/domain/operations/suspension';
import { payoutOf } from '@quydoi/domain/testing/order';
import { createTestClock, TEST_START } from '@quydoi/exchange/testing/clock';
import type { Rail } from '@quydoi/rails/rail';
import { expect, test } from 'vitest';
import { createCircuitBreakers, FAILURES_MAX } from '../circuit-breaker.ts';
import { silenceOf } from './payout-trouble.ts';
import { pickProvider } from './pick-provider.ts';
import { type ProviderKey, providersOf } from './providers.ts';
import type { SignerCtx } from './signer.ts';

/** The provider of a payout that only AppotaPay takes: payOS does not know its bank. */
async function pickedWhile({ callsPause = false, isSilent = false, takesAny = false }): Promise<string | null> {
  const payouts = (name: string) => {
    const takes = name === 'payos' ? () => false : takesAny ? undefined : () => true;
    return { kind: 'keyed', name, takes, balances: async () => new Map([['vnd', 10n ** 9n]]) };
  };
  const rails = new Map([['bank', { code: 'bank', payouts: payouts('payos'), otherPayouts: [payouts('appotapay')] } as unknown as Rail]]);
  const clock = createTestClock(TEST_START);
  const breakers = createCircuitBreakers<ProviderKey>(clock);
  const [, provider] = providersOf({ rails } as unknown as SignerCtx, 'bank');
  if (!provider) throw new Error('one provider alone');
  if (callsPause) for (let n = 0; n < FAILURES_MAX; n += 1) breakers(provider.key).failed();
  const suspensions: Suspension[] = isSilent ? [{ ...silenceOf(provider), role: 'quydoi_signer', detail: '', since: TEST_START }] : [];
  const ctx = { orm: {}, clock, breakers, rails, settings: async () => ({ suspensions }) } as unknown as SignerCtx;
  return (await pickProvider(ctx, payoutOf({ network: 'bank', reserve: 'vnd', currency: 'vnd' }), 8))?.name ?? null;
}

test('one of several providers gets no payout while calls to it pause, nor while it is silent, though no other takes the payout', async () => {
  expect(await pickedWhile({})).toBe('appotapay');
  expect(await pickedWhile({ callsPause: true })).toBeNull();
  expect(await pickedWhile({ isSilent: true })).toBeNull();
});

test('a provider that names no payouts which it leaves to others takes any', async () => {
  expect(await pickedWhile({ takesAny: true })).toBe('appotapay');
});
