import { addSetting } from '@quydoi/database/repositories/settings';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { RailTrouble } from '@quydoi/rails/rail-error';
import type { Ctx } from './context.ts';

/**
 * Handles a provider error beyond the failed call. Refused credentials switch the rail off, so that no new orders are accepted and paid
 * ones wait, and alert an operator. All other errors are treated as transient.
 */
export async function onRailTrouble(ctx: Ctx, rail: NetworkCode, trouble: RailTrouble, what: string): Promise<void> {
  ctx.logger.warn({ rail, trouble }, what);
  if (trouble !== 'credentials' || !(await ctx.settings()).rails.get(rail)?.on) return;
  ctx.logger.error({ rail }, 'rail switched off: the provider refuses our credentials');
  await addSetting(ctx.orm, {
    kind: 'rail',
    key: rail,
    value: { on: false, note: 'credentials refused', closure: 'credentials' },
    author: 'system',
    at: ctx.clock.now(),
  });
}
