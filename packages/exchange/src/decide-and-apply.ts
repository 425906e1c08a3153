import { applyChanges } from '@quydoi/database/apply-changes';
import { ConflictError, OverdrawnError } from '@quydoi/database/money-tx';
import type { Change } from '@quydoi/domain/change';
import type { CheckpointName } from './checkpoints.ts';
import type { Ctx } from './context.ts';

/** Times that a decision is made before a conflict is given up. */
const TRIES_MAX = 8;

/** How a decision is made and written. */
export interface DecideOptions {
  /** Kill points around each write. */
  readonly checkpoints?: { readonly before: CheckpointName; readonly after: CheckpointName };
  /** Decides once more, with `canHold` false, when an account lacks the money that the change would hold. Otherwise OverdrawnError is thrown. */
  readonly retryWithoutHold?: boolean;
}

/**
 * Reads a state, decides, and writes the change; starts over from the reading when the state was changed concurrently (optimistic locking).
 * @param decide returns null when there is nothing to do
 * @returns the written change, or null
 * @throws ConflictError after 8 conflicts; OverdrawnError
 */
export async function decideAndApply<S>(
  ctx: Ctx,
  read: () => Promise<S | null>,
  decide: (state: S, canHold: boolean) => Change | null | Promise<Change | null>,
  { checkpoints, retryWithoutHold = false }: DecideOptions = {},
): Promise<Change | null> {
  let canHold = true;
  for (let tries = 1; ; tries += 1) {
    const state = await read();
    const change = state === null ? null : await decide(state, canHold);
    if (change === null) return null;
    if (checkpoints) await ctx.checkpoint(checkpoints.before);
    try {
      await applyChanges(ctx.orm, [change], ctx.clock.now(), ctx.audit);
    } catch (error) {
      if (error instanceof OverdrawnError && retryWithoutHold && canHold) canHold = false;
      else if (!(error instanceof ConflictError) || tries >= TRIES_MAX) throw error;
      continue;
    }
    if (checkpoints) await ctx.checkpoint(checkpoints.after);
    return change;
  }
}

/** A reading for `decideAndApply` that answers a state at hand first, and reads anew after a conflict. */
export function startingFrom<S>(first: S, read: () => Promise<S | null>): () => Promise<S | null> {
  let isFirst = true;
  return async () => {
    if (!isFirst) return read();
    isFirst = false;
    return first;
  };
}
