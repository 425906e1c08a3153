import type { NetworkCode } from '@quydoi/domain/networks';
import type { SuspensionCause } from '@quydoi/domain/operations/suspension';
import type { RailTrouble } from '@quydoi/rails/rail-error';
import type { Ctx } from './context.ts';
import { suspendNetwork } from './suspend-network.ts';

/** Troubles that suspend their network at once. */
const CAUSES: Partial<Record<RailTrouble, SuspensionCause>> = { credentials: 'credentials', suspended: 'unpayable', dear: 'dear' };

/**
 * Handles a provider error beyond the failed call. Refused credentials, a network that cannot pay as priced, and one whose transfers cost more than we
 * pay suspend the network, so that no new orders are accepted and paid ones wait, and alert an operator. All other errors are treated as transient.
 * @param fields what the log line tells besides: the error's message, and ids of what was done
 */
export async function onRailTrouble(ctx: Ctx, network: NetworkCode, trouble: RailTrouble, what: string, fields: object = {}): Promise<void> {
  ctx.logger.warn({ network, trouble, ...fields }, what);
  const cause = CAUSES[trouble];
  if (cause) await suspendNetwork(ctx, { network, cause, direction: 'out', subject: '' }, what);
}
