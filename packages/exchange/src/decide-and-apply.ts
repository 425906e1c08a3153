import { applyChanges } from '@quydoi/database/apply-changes';
import { ConflictError } from '@quydoi/database/money-tx';
import type { Change } from '@quydoi/domain/change';
import type { Ctx } from './context.ts';

/** How often a decision is made anew when somebody else was faster. */
const TRIES_MAX = 8;

/**
 * Reads, decides, writes; again from the reading when somebody changed it meanwhile. `decide` answers null when there is nothing to do.
 * @returns the change that was written, or null
 */
export async function decideAndApply<S>(ctx: Ctx, read: () => Promise<S | null>, decide: (state: S) => Change | null): Promise<Change | null> {
  for (let tries = 1; ; tries += 1) {
    const state = await read();
    const change = state === null ? null : decide(state);
    if (change === null) return null;
    try {
      await applyChanges(ctx.orm, [change], ctx.clock.now(), ctx.audit);
      return change;
    } catch (error) {
      if (!(error instanceof ConflictError) || tries >= TRIES_MAX) throw error;
    }
  }
}
