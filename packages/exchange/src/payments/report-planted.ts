import { readOrdersByRef } from '@quydoi/database/repositories/orders';
import { HOUR_MS } from '@quydoi/domain/durations';
import { refsInMemo } from '@quydoi/domain/memo';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { Ctx } from '../context.ts';
import { isDueAgain } from '../due-again.ts';
import { isOrderProven } from '../orders/order-proof.ts';

const PLANTED_REPORT_MS = HOUR_MS;

/**
 * Raises an alarm for orders that these payments name and that the site has not made: somebody has web's database login, and the worker, which cannot
 * tell, leaves such money with them or to an operator. Only the role with the secret sees it.
 */
export async function reportPlanted(ctx: Ctx, facts: readonly Pick<PaymentFact, 'memo'>[]): Promise<void> {
  const { requestSecrets } = ctx;
  if (!requestSecrets) return;
  const named = await readOrdersByRef(ctx.orm, [...new Set(facts.flatMap(({ memo }) => refsInMemo(memo)))]);
  for (const order of named.filter((one) => !isOrderProven(one, requestSecrets))) {
    if (!isDueAgain(ctx, `planted ${order.id}`, PLANTED_REPORT_MS)) continue;
    ctx.telemetry.refused('forged_evidence');
    ctx.logger.error({ order: order.id }, 'alarm: a payment names an order that the site has not made');
  }
}
