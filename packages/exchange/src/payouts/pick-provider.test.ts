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

interface Situation {
  readonly isSilent?: boolean;
  /** Whether AppotaPay names no payouts that it leaves to others. */
  readonly takesAny?: boolean;
  /** Whether payOS knows the payout's bank. */
  readonly payOsTakes?: boolean;
}

/** A bank with payOS and AppotaPay: who makes a payout there, and AppotaPay's breaker. */
function openBank({ isSilent = false, takesAny = false, payOsTakes = false }: Situation) {
  const payouts = (name: string) => {
    const takes = name === 'payos' ? () => payOsTakes : takesAny ? undefined : () => true;
    return { kind: 'keyed', name, takes, balances: async () => new Map([['vnd', 10n ** 9n]]) };
  };
  const rails = new Map([['bank', { code: 'bank', payouts: payouts('payos'), otherPayouts: [payouts('appotapay')] } as unknown as Rail]]);
  const clock = createTestClock(TEST_START);
  const breakers = createCircuitBreakers<ProviderKey>(clock);
  const [, provider] = providersOf({ rails } as unknown as SignerCtx, 'bank');
  if (!provider) throw new Error('one provider alone');
  const suspensions: Suspension[] = isSilent ? [{ ...silenceOf(provider), role: 'quydoi_signer', detail: '', since: TEST_START }] : [];
  const ctx = { orm: {}, clock, breakers, rails, settings: async () => ({ suspensions }) } as unknown as SignerCtx;
  return {
    breaker: breakers(provider.key),
    pick: async (id = 'payout-1') => (await pickProvider(ctx, payoutOf({ id, network: 'bank', reserve: 'vnd', currency: 'vnd' }), 8))?.name ?? null,
  };
}

test('one of several providers gets no payout while calls to it pause, nor while it is silent, though no other takes the payout', async () => {
  expect(await openBank({}).pick()).toBe('appotapay');
  const { breaker, pick } = openBank({});
  for (let n = 0; n < FAILURES_MAX; n += 1) breaker.failed();
  expect(await pick()).toBeNull();
  expect(await openBank({ isSilent: true }).pick()).toBeNull();
});

test('a provider that names no payouts which it leaves to others takes any', async () => {
  expect(await openBank({ takesAny: true }).pick()).toBe('appotapay');
});

test('a provider whose last call failed gets no payout that another takes', async () => {
  const { breaker, pick } = openBank({ payOsTakes: true });
  const pickAll = async () => new Set(await Promise.all(Array.from({ length: 16 }, (_, n) => pick(`payout-${n}`))));
  expect(await pickAll()).toEqual(new Set(['payos', 'appotapay']));
  breaker.health.failed('no answer');
  expect(await pickAll()).toEqual(new Set(['payos']));
});
