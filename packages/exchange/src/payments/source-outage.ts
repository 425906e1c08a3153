import type { NetworkCode } from '@quydoi/domain/networks';
import type { SuspensionKey } from '@quydoi/domain/operations/suspension';
import type { Settings } from '@quydoi/domain/settings';
import { firstHandLists } from '@quydoi/rails/first-hand';
import type { RailError } from '@quydoi/rails/rail-error';
import type { PolledSource } from '@quydoi/rails/source';
import type { Ctx } from '../context.ts';
import { describeRailError } from '../describe-rail-error.ts';
import { createProviderHealth } from '../provider-health.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import { resumeNetwork, suspendNetwork } from '../suspend-network.ts';
import { perSource } from './per-source.ts';
import { type PolledNetworkSource, polledSources } from './polled-sources.ts';

/** An authoritative source as this process reads it: a source of the role, or a list by which it confirms payments. */
export interface ReadSource extends PolledNetworkSource {
  /** Name of its cursor, and subject of its suspension. */
  readonly cursorName: string;
}

/** Name of the cursor, and subject of the suspension, of a list that a role reads for itself only. */
export function firstHandCursor(sourceName: string): string {
  return `first-hand ${sourceName}`;
}

/** Health of a source in this process. */
export const healthOf = perSource(({ clock }) => createProviderHealth(clock));

/**
 * Handles the failure of an authoritative source. Payments into a network are suspended once all sources of them have failed for minutes, so that nobody
 * orders what we cannot see paid. Before, one that fails for minutes, or refuses our credentials, is `silent`: an alarm that closes nothing, while another
 * tells the same payments.
 */
export async function onSourceFailed(ctx: Ctx, read: ReadSource, error: RailError): Promise<void> {
  const { network, source, cursorName } = read;
  const reason = describeRailError(error);
  const peers = peersOf(ctx, read);
  const isAlone = peers.length === 1;
  const what = `${source.name} not read`;
  if (isAlone || error.trouble !== 'credentials') await onRailTrouble(ctx, network, error.trouble, what, { reason });
  else ctx.logger.warn({ network, trouble: error.trouble, reason }, what);
  const health = healthOf(ctx, source);
  health.failed(reason);
  const isFailing = health.state() === 'failing';
  if (!isAlone && (isFailing || error.trouble === 'credentials')) await suspendNetwork(ctx, silenceOf(network, cursorName), reason);
  if (isFailing && peers.every((peer) => healthOf(ctx, peer.source).state() === 'failing'))
    await suspendNetwork(ctx, outageOf(network, cursorName), reason);
}

/** Handles an answer of an authoritative source: it suffices for its network, whatever the others do. */
export async function onSourceRead(ctx: Ctx, read: ReadSource): Promise<void> {
  const { network, source, cursorName } = read;
  if (healthOf(ctx, source).succeeded()) ctx.logger.info({ network, source: source.name }, 'payments are read again');
  await resumeNetwork(ctx, silenceOf(network, cursorName));
  for (const peer of peersOf(ctx, read)) await resumeNetwork(ctx, outageOf(network, peer.cursorName));
}

/** Sources that orders do not wait for when they expire, by the settings: each has failed for minutes while another tells the same payments. */
export function silentSources({ suspensions }: Pick<Settings, 'suspensions'>): { readonly network: NetworkCode; readonly source: string }[] {
  return suspensions.flatMap(({ network, cause, direction, subject }) =>
    cause === 'silent' && direction === 'in' ? [{ network, source: subject }] : [],
  );
}

/** The sources that tell the same payments as this one, itself among them. */
function peersOf(ctx: Ctx, { network, source, cursorName }: ReadSource): readonly { readonly source: PolledSource; readonly cursorName: string }[] {
  if (cursorName !== source.name) {
    return firstHandLists(ctx.rails.get(network)?.firstHand).map((list) => ({ source: list, cursorName: firstHandCursor(list.name) }));
  }
  const peers = polledSources(ctx).flatMap((one) =>
    one.network === network && one.source.kind !== 'head' ? [{ source: one.source, cursorName: one.source.name }] : [],
  );
  return peers.some((peer) => peer.source === source) ? peers : [{ source, cursorName }];
}

function silenceOf(network: NetworkCode, subject: string): SuspensionKey {
  return { network, cause: 'silent', direction: 'in', subject };
}

function outageOf(network: NetworkCode, subject: string): SuspensionKey {
  return { network, cause: 'unreachable', direction: 'in', subject };
}
