import { addReconciliationException } from '@quydoi/database/repositories/reconciliation-exceptions';
import type { ReconciliationException } from '@quydoi/domain/transfer/reconciliation-exception';
import { type Ctx, newId } from './context.ts';

const TEXT_LENGTH_MAX = 500;

/** Records what a source told and that cannot be journalled, and alerts an operator the first time. */
export async function reportException(ctx: Ctx, told: ReconciliationException, alarm = 'a report of money cannot be journalled'): Promise<void> {
  const { network, source, kind } = told;
  const sourceId = storable(told.sourceId);
  const isNew = await addReconciliationException(ctx.orm, { ...told, sourceId, detail: storable(told.detail), id: newId(ctx), at: ctx.clock.now() });
  if (!isNew) return;
  ctx.logger.error({ network, source, sourceId, kind }, alarm);
  ctx.telemetry.itemsHandled(0, 1);
}

/** Removes what PostgreSQL rejects, and limits the length. */
function storable(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, TEXT_LENGTH_MAX);
}
