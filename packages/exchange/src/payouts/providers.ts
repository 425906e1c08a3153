import type { MadeAt } from '@quydoi/database/repositories/payouts';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { Attempt } from '@quydoi/domain/transfer/attempt';
import type { Payout } from '@quydoi/domain/transfer/payout';
import type { PayoutCapability } from '@quydoi/rails/rail';
import type { Ctx } from '../context.ts';

/*
 * A network's payout providers: usually one, the rail's `payouts`; some networks have more (`otherPayouts`). Each has its own circuit breaker and
 * loops, and only the provider that an attempt was made at is asked about it.
 */

/** Name of a payout provider in this process: its network for the first one, followed by its own name for the others. */
export type ProviderKey = NetworkCode | `${NetworkCode} ${string}`;

/** A payout provider of a network, as this process calls it. */
export interface Provider {
  readonly key: ProviderKey;
  readonly network: NetworkCode;
  /** Name that attempts keep; null where the network never had several. */
  readonly name: string | null;
  readonly payouts: PayoutCapability;
}

type Rails = Pick<Ctx, 'rails'>;

/** The payout providers of a network, the first one of the rail first; empty where this process makes no payouts. */
export function providersOf({ rails }: Rails, network: NetworkCode): readonly Provider[] {
  const { payouts, otherPayouts = [] } = rails.get(network) ?? {};
  if (!payouts) return [];
  const name = payouts.kind === 'keyed' ? (payouts.name ?? null) : null;
  return [
    { key: network, network, name, payouts },
    ...otherPayouts.map((other): Provider => ({ key: `${network} ${other.name}`, network, name: other.name, payouts: other })),
  ];
}

/** A provider by its key. */
export function providerByKey(ctx: Rails, key: ProviderKey): Provider | undefined {
  const [network] = key.split(' ') as [NetworkCode];
  return providersOf(ctx, network).find((provider) => provider.key === key);
}

/** The provider that an attempt was made at. Undefined if this process has no credentials for it, and so can learn nothing about the attempt. */
export function providerOf(ctx: Rails, { network }: Pick<Payout, 'network'>, { provider }: Pick<Attempt, 'provider'>): Provider | undefined {
  const providers = providersOf(ctx, network);
  if (provider === null) return providers[0];
  return providers.find(({ name }) => name === provider);
}

/** The attempts that a provider's loops process. The first provider also gets those of removed providers, so that they are reported. */
export function madeAt(ctx: Rails, { key, network, name }: Provider): MadeAt {
  if (key !== network) return { provider: name, others: [] };
  return { provider: null, others: providersOf(ctx, network).flatMap((one) => (one.key === network || one.name === null ? [] : [one.name])) };
}
