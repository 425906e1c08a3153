import type { Orm } from '@quydoi/database/orm';
import { HOUR_MS } from '@quydoi/domain/durations';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { SuspensionKey } from '@quydoi/domain/operations/suspension';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { FAILING_MS } from '../provider-health.ts';
import { resumeNetwork, suspendNetwork } from '../suspend-network.ts';
import { type Provider, type ProviderKey, providersOf } from './providers.ts';
import type { Answer } from './send.ts';
import type { SignerCtx } from './signer.ts';

/** Payouts refused, for minutes, before a provider counts as refusing all of them. One alone may be refused for what it is. */
const REFUSED_PAYOUTS_MIN = 3;
/** Time without a refusal after which the alarm ends: longer than the longest pause before a payout is tried again. */
const QUIET_MS = 3 * HOUR_MS;

/** Payouts that a provider has refused since it last accepted one. */
interface Refusals {
  readonly payouts: ReadonlySet<string>;
  readonly sinceMs: number;
  readonly lastMs: number;
  /** The newest reason. */
  readonly reason: string;
}

const ofProcess = new WeakMap<Orm, Map<ProviderKey, Refusals>>();

function refusalsOf({ orm }: Pick<SignerCtx, 'orm'>): Map<ProviderKey, Refusals> {
  const known = ofProcess.get(orm) ?? new Map<ProviderKey, Refusals>();
  ofProcess.set(orm, known);
  return known;
}

/**
 * Takes account of a provider's answer to the first send of a payout. A provider that can be reached may still pay nothing, as where our money there is
 * frozen. Once all of a network's providers have refused some payouts each, and none was accepted for minutes, operators are told; the first payout that
 * is accepted ends the alarm. It closes nothing: customers choose what payouts are made of.
 */
export async function noteAnswer(ctx: SignerCtx, { key, network }: Provider, { id }: Pick<Payout, 'id'>, answer: Answer): Promise<void> {
  const refusals = refusalsOf(ctx);
  if (answer.state === 'accepted') {
    refusals.delete(key);
    await resumeNetwork(ctx, refusedOn(network));
    return;
  }
  const reason = reasonOf(answer);
  if (reason === null) return;
  const nowMs = ctx.clock.now().getTime();
  const { payouts, sinceMs } = refusals.get(key) ?? { payouts: new Set<string>(), sinceMs: nowMs };
  const kept = payouts.size < REFUSED_PAYOUTS_MIN ? new Set([...payouts, id]) : payouts;
  refusals.set(key, { payouts: kept, sinceMs, lastMs: nowMs, reason });
  const all = providersOf(ctx, network).map((provider) => refusals.get(provider.key));
  if (!all.every((one) => one !== undefined && one.payouts.size >= REFUSED_PAYOUTS_MIN && one.lastMs - one.sinceMs >= FAILING_MS)) return;
  await suspendNetwork(ctx, refusedOn(network), `every payout has been refused for minutes: ${all.map((one) => one?.reason ?? '').join('; ')}`);
}

/** What a refusal is for, without the provider's words, which may name an account; null where it says nothing about other payouts. */
function reasonOf(answer: Exclude<Answer, { state: 'accepted' }>): string | null {
  if (answer.state === 'trouble') return answer.error.trouble === 'refused' ? 'for a reason that is not documented' : null;
  return answer.refusal === 'destination' || answer.refusal === 'credentials' ? null : answer.refusal;
}

/** Ends the alarm once no payout has been refused for hours: nothing is left to try it with. */
export async function watchRefusals(ctx: SignerCtx, network: NetworkCode): Promise<void> {
  const refusals = refusalsOf(ctx);
  const nowMs = ctx.clock.now().getTime();
  const keys = providersOf(ctx, network).map(({ key }) => key);
  if (keys.some((key) => nowMs - (refusals.get(key)?.lastMs ?? Number.NEGATIVE_INFINITY) < QUIET_MS)) return;
  for (const key of keys) refusals.delete(key);
  // Another signer may have raised it, and hear refusals.
  const { suspensions } = await ctx.settings();
  const raised = suspensions.find((one) => one.network === network && one.cause === 'refusing');
  if (raised && nowMs - raised.since.getTime() >= QUIET_MS) await resumeNetwork(ctx, refusedOn(network));
}

function refusedOn(network: NetworkCode): SuspensionKey {
  return { network, cause: 'refusing', direction: 'out', subject: 'payouts' };
}
