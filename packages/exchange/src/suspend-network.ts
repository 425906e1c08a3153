import { addSuspension, endSuspension } from '@quydoi/database/repositories/suspensions';
import { effectText, type SuspensionKey } from '@quydoi/domain/operations/suspension';
import type { Ctx } from './context.ts';

/** Suspends a network, with an alarm that says what that closes (`effectText`); nothing while this role has already done so. */
export async function suspendNetwork(ctx: Ctx, key: SuspensionKey, detail: string): Promise<void> {
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
