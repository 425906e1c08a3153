import type { Orm } from '@quydoi/database/orm';
import { MINUTE_MS } from '@quydoi/domain/durations';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { SuspensionKey } from '@quydoi/domain/operations/suspension';
import { FAILING_MS } from '../provider-health.ts';
import { resumeNetwork, suspendNetwork } from '../suspend-network.ts';
import { type Provider, type ProviderKey, providersOf } from './providers.ts';
import type { Answer } from './send.ts';
import type { SignerCtx } from './signer.ts';

/** Refusals in a row, for minutes, before a provider counts as refusing payouts altogether. */
const REFUSALS_MIN = 3;
/** Time without a refusal after which new orders are taken again: nothing may be left to try it with. */
const TRIED_AGAIN_MS = 10 * MINUTE_MS;

/** Payouts that a provider has refused since it last accepted one. */
interface Refusals {
  readonly count: number;
  readonly sinceMs: number;
  readonly lastMs: number;
  readonly detail: string;
}

const ofProcess = new WeakMap<Orm, Map<ProviderKey, Refusals>>();

function refusalsOf({ orm }: Pick<SignerCtx, 'orm'>): Map<ProviderKey, Refusals> {
  const known = ofProcess.get(orm) ?? new Map<ProviderKey, Refusals>();
  ofProcess.set(orm, known);
  return known;
}

/**
 * Takes account of a provider's answer to a payout. A provider that can be reached may still pay nothing, as where our money there is frozen. Once all
 * of a network's providers have refused every payout for minutes, the network is suspended, with an alarm: customers must not go on paying for what is
 * not delivered. It ends with the first payout that is accepted. Refused accounts are the payouts' own, and refused credentials are told apart.
 */
export async function noteAnswer(ctx: SignerCtx, { key, network }: Provider, answer: Answer): Promise<void> {
  const refusals = refusalsOf(ctx);
  if (answer.state === 'accepted') {
    refusals.delete(key);
    await resumeNetwork(ctx, refusedOn(network));
    return;
  }
  if (answer.state === 'trouble') return;
  if (answer.state === 'refused' && (answer.refusal === 'destination' || answer.refusal === 'credentials')) return;
  const nowMs = ctx.clock.now().getTime();
  const { count, sinceMs } = refusals.get(key) ?? { count: 0, sinceMs: nowMs };
  refusals.set(key, { count: count + 1, sinceMs, lastMs: nowMs, detail: answer.detail });
  const all = providersOf(ctx, network).map((provider) => refusals.get(provider.key));
  if (!all.every((one) => one !== undefined && one.count >= REFUSALS_MIN && one.lastMs - one.sinceMs >= FAILING_MS)) return;
  const details = all.map((one) => one?.detail ?? '');
  await suspendNetwork(ctx, refusedOn(network), `every payout has been refused for minutes: ${details.join('; ')}`);
}

/** Lets new orders in again, as a trial, once no payout has been refused for minutes. */
export async function watchRefusals(ctx: SignerCtx, network: NetworkCode): Promise<void> {
  const refusals = refusalsOf(ctx);
  const nowMs = ctx.clock.now().getTime();
  const keys = providersOf(ctx, network).map(({ key }) => key);
  if (keys.some((key) => nowMs - (refusals.get(key)?.lastMs ?? Number.NEGATIVE_INFINITY) < TRIED_AGAIN_MS)) return;
  for (const key of keys) refusals.delete(key);
  await resumeNetwork(ctx, refusedOn(network));
}

function refusedOn(network: NetworkCode): SuspensionKey {
  return { network, cause: 'unreachable', direction: 'out', subject: 'refused payouts' };
}
