import { addSetting } from '@quydoi/database/repositories/settings';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { RailClosure } from '@quydoi/domain/settings';
import type { RailTrouble } from '@quydoi/rails/rail-error';
import type { Ctx } from './context.ts';

/** Troubles that close a rail, with what is told to operators. */
const CLOSURES: Partial<Record<RailTrouble, RailClosure>> = { credentials: 'credentials', suspended: 'suspended' };
const CLOSURE_NOTES: Record<RailClosure, string> = { credentials: 'credentials refused', suspended: 'the network cannot pay as priced' };

/**
 * Handles a provider error beyond the failed call. Refused credentials and a suspended network switch the rail off, so that no new orders are
 * accepted and paid ones wait, and alert an operator. All other errors are treated as transient.
 */
export async function onRailTrouble(ctx: Ctx, network: NetworkCode, trouble: RailTrouble, what: string): Promise<void> {
  ctx.logger.warn({ network, trouble }, what);
  const closure = CLOSURES[trouble];
  if (closure === undefined || !(await ctx.settings()).rails.get(network)?.on) return;
  const note = CLOSURE_NOTES[closure];
  ctx.logger.error({ network, what }, `rail switched off: ${note}`);
  await addSetting(ctx.orm, { kind: 'rail', key: network, value: { on: false, note, closure }, author: 'system', at: ctx.clock.now() });
}
