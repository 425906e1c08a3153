import type { NetworkCode } from '@quydoi/domain/networks';
import type { SuspensionKey } from '@quydoi/domain/operations/suspension';
import type { ChainNode } from '@quydoi/rails/rail';
import { RailError } from '@quydoi/rails/rail-error';
import type { Ctx } from '../context.ts';
import { describeRailError } from '../describe-rail-error.ts';
import { isSwitchedOn } from '../market/abilities.ts';
import { isUntraded } from '../market/is-untraded.ts';
import { createProviderHealth, type ProviderHealth } from '../provider-health.ts';
import { resumeNetwork, suspendNetwork } from '../suspend-network.ts';

/** Interval of reading each node's newest block: about 1,400 calls a day. */
export const NODE_POLL_MS = 60_000;

/**
 * Tells operators of a node that fails for minutes while another node of the chain answers: an alarm that closes nothing. Everything else asks the nodes
 * in turn, so that the chain would have no node left by the time that anybody noticed.
 * @returns the job; null where the chain has a single node, whose failure closes the network
 */
export function createNodeWatch(ctx: Ctx, network: NetworkCode): (() => Promise<false>) | null {
  const { nodes } = ctx.rails.get(network) ?? {};
  if (!nodes) return null;
  const watched = nodes.map((node) => ({ node, health: createProviderHealth(ctx.clock) }));
  return async () => {
    if (!isSwitchedOn(await ctx.settings(), network) || (await isUntraded(ctx, network))) return false;
    await Promise.all(watched.map(({ node, health }) => look(ctx, node, health)));
    const isAnyWell = watched.some(({ health }) => health.state() === 'well');
    for (const { node, health } of watched) {
      const key: SuspensionKey = { network, cause: 'silent', direction: 'out', subject: node.name };
      if (health.state() === 'well' && health.lastFailure() === null) await resumeNetwork(ctx, key);
      else if (health.state() === 'failing' && isAnyWell) await suspendNetwork(ctx, key, health.lastFailure() ?? 'it cannot be read');
    }
    return false;
  };
}

async function look(ctx: Ctx, node: ChainNode, health: ProviderHealth): Promise<void> {
  try {
    await node.requireWell(ctx.clock.now());
    health.succeeded();
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    health.failed(describeRailError(error));
  }
}
