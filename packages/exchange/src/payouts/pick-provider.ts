import { createHash } from 'node:crypto';
import { readLastAttempt } from '@quydoi/database/repositories/payouts';
import { chooseProvider, DRAW_MAX, type ProviderOffer } from '@quydoi/domain/transfer/choose-provider';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { isSilent } from './payout-trouble.ts';
import { type Provider, providersOf } from './providers.ts';
import type { SignerCtx } from './signer.ts';
import { countSending, readSpendable } from './wallets.ts';

/**
 * The provider of a payout's next attempt. Null when none of several can make it now.
 * @param sendingMax payouts that one of several providers may have in progress before the others are preferred: one that hangs keeps them no slots
 */
export async function pickProvider(ctx: SignerCtx, payout: Payout, sendingMax: number): Promise<Provider | null> {
  const providers = providersOf(ctx, payout.network);
  if (providers.length <= 1) return providers[0] ?? null;
  const failed = payout.tries === 0 ? null : await readLastAttempt(ctx.orm, payout.id);
  const offers = await Promise.all(providers.map((provider) => offerOf(ctx, provider, payout, failed?.provider ?? null, sendingMax)));
  const chosen = chooseProvider(offers, payout.amount, drawOf(payout));
  return providers.find(({ name }) => name === chosen) ?? null;
}

async function offerOf(ctx: SignerCtx, provider: Provider, payout: Payout, failed: string | null, sendingMax: number): Promise<ProviderOffer> {
  const { key, payouts } = provider;
  const breaker = ctx.breakers(key);
  const name = provider.name ?? key;
  const takes = payouts.kind !== 'keyed' || (payouts.takes?.(payout) ?? true);
  const spendable = takes ? await readSpendable(ctx, provider, payout.reserve) : null;
  const isOut = !breaker.isClosed() || isSilent(await ctx.settings(), provider);
  const health = isOut ? 'out' : breaker.health.lastFailure() === null ? 'well' : 'troubled';
  return { name, takes, health, spendable, isBusy: countSending(ctx, provider) >= sendingMax, hasFailed: failed === name };
}

/** The draw of a payout's next attempt: always the same one, spread evenly over all payouts. */
function drawOf({ id, tries }: Payout): bigint {
  return BigInt(createHash('sha256').update(`${id} ${tries}`).digest().readUInt32BE()) % DRAW_MAX;
}
