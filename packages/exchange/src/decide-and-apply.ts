import { applyChanges } from '@quydoi/database/apply-changes';
import { ConflictError, OverdrawnError } from '@quydoi/database/money-tx';
import { REQUEST_HANDLED } from '@quydoi/database/repositories/requests';
import type { Change } from '@quydoi/domain/change';
import type { CheckpointName } from './checkpoints.ts';
import type { Ctx } from './context.ts';

/** Maximum attempts of a decision on conflicts. */
const TRIES_MAX = 8;

/** Options of `decideAndApply`. */
export interface DecideOptions {
  /** Kill points before and after each write. */
  readonly checkpoints?: { readonly before: CheckpointName; readonly after: CheckpointName };
  /** Decides again with `canHold` false when an account cannot cover the change's hold, instead of throwing OverdrawnError. */
  readonly retryWithoutHold?: boolean;
}

/**
 * Reads a state, decides, and writes the change. On a concurrent change retries from the read (optimistic locking), unless the command itself was
 * handled concurrently.
 * @param decide returns null when there is nothing to do
 * @returns the written change, or null
 * @throws ConflictError after 8 conflicts, or when the request has been handled; OverdrawnError
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
      await applyChanges(ctx.orm, [change], ctx.clock.now(), ctx);
    } catch (error) {
      if (error instanceof OverdrawnError && retryWithoutHold && canHold) canHold = false;
      else if (!(error instanceof ConflictError) || error.constraint === REQUEST_HANDLED || tries >= TRIES_MAX) throw error;
      continue;
    }
    if (checkpoints) await ctx.checkpoint(checkpoints.after);
    return change;
  }
}

/** Read function for `decideAndApply` that first returns a state already read, and reads again after a conflict. */
export function startingFrom<S>(first: S, read: () => Promise<S | null>): () => Promise<S | null> {
  let isFirst = true;
  return async () => {
    if (!isFirst) return read();
    isFirst = false;
    return first;
  };
}
