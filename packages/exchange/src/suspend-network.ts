import type { Orm } from '@quydoi/database/orm';
import { addSuspension, endSuspension } from '@quydoi/database/repositories/suspensions';
import { effectText, type SuspensionKey } from '@quydoi/domain/operations/suspension';
import type { Ctx } from './context.ts';

/** Suspensions that a process is storing, by key. */
const underWay = new WeakMap<Orm, Map<string, Promise<void>>>();

/**
 * Suspends a network, with an alarm that says what that closes (`effectText`); nothing while this role has already done so. Calls for the same at the
 * same time are one: none of them would see the others' rows yet.
 */
export function suspendNetwork(ctx: Ctx, key: SuspensionKey, detail: string): Promise<void> {
  const { network, cause, direction, subject } = key;
  const text = [network, cause, direction, subject].join(' ');
  const ofProcess = underWay.get(ctx.orm) ?? new Map<string, Promise<void>>();
  underWay.set(ctx.orm, ofProcess);
  const suspending = ofProcess.get(text) ?? suspend(ctx, key, detail).finally(() => ofProcess.delete(text));
  ofProcess.set(text, suspending);
  return suspending;
}

async function suspend(ctx: Ctx, key: SuspensionKey, detail: string): Promise<void> {
  if (!(await addSuspension(ctx.orm, key, detail, ctx.clock.now()))) return;
  ctx.logger.error({ ...key, detail }, `alarm: ${effectText(key)}`);
}

/** Ends this role's suspension of a network, if there is one. Cheap while there is none: called after each success. */
export async function resumeNetwork(ctx: Ctx, key: SuspensionKey): Promise<void> {
  const { suspensions } = await ctx.settings();
  const isSuspended = suspensions.some(
    ({ network, cause, direction, subject }) =>
      network === key.network && cause === key.cause && direction === key.direction && subject === key.subject,
  );
  if (isSuspended && (await endSuspension(ctx.orm, key, ctx.clock.now()))) ctx.logger.info(key, 'network suspension ended');
}
