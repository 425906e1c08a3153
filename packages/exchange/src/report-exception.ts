import { addReconciliationExceptions } from '@quydoi/database/repositories/reconciliation-exceptions';
import type { ReconciliationException } from '@quydoi/domain/transfer/reconciliation-exception';
import { type Ctx, newId } from './context.ts';

const TEXT_LENGTH_MAX = 500;
const ALARM = 'a report of money cannot be journalled';

/** Records what a source told and that cannot be journalled, and alerts an operator the first time. */
export async function reportException(ctx: Ctx, told: ReconciliationException, alarm = ALARM): Promise<void> {
  await reportExceptions(ctx, [told], alarm);
}

/** {@link reportException} for many, in one statement. */
export async function reportExceptions(ctx: Ctx, told: readonly ReconciliationException[], alarm = ALARM): Promise<void> {
  const at = ctx.clock.now();
  const rows = told.map((each) => ({ ...each, sourceId: storable(each.sourceId), detail: storable(each.detail), id: newId(ctx), at }));
  const added = new Set(await addReconciliationExceptions(ctx.orm, rows));
  for (const { id, network, source, sourceId, kind } of rows) {
    if (!added.has(id)) continue;
    ctx.logger.error({ network, source, sourceId, kind }, alarm);
    ctx.telemetry.itemsHandled(0, 1);
  }
}

/** Removes what PostgreSQL rejects from a text of an exception, and limits its length. */
export function storable(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, TEXT_LENGTH_MAX);
}
