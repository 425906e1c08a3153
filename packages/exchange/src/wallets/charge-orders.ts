import { applyChanges } from '@quydoi/database/apply-changes';
import { BalanceShortError } from '@quydoi/database/balance-lines';
import { ConflictError } from '@quydoi/database/money-tx';
import { writeFirstHandPayments } from '@quydoi/database/repositories/first-hand';
import { readOrderById, readOrdersToCharge } from '@quydoi/database/repositories/orders';
import { decideCancel } from '@quydoi/domain/order/decisions/decide-expiry';
import type { Order } from '@quydoi/domain/order/order';
import { chargeOf, decideCharge } from '@quydoi/domain/wallet/decide-charge';
import { decisionContext } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { recordOf } from '../first-hand-records.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { isOrderProven } from '../orders/order-proof.ts';
import type { SignerCtx } from '../payouts/signer.ts';

const BATCH_SIZE = 100;
const CONCURRENCY = 4;

/**
 * Pays orders from the balances of their customers. An order that the site did not make is left to expire; one that its balance does not cover is
 * cancelled.
 */
export async function chargeOrders(ctx: SignerCtx): Promise<boolean> {
  const orders = await readOrdersToCharge(ctx.orm, BATCH_SIZE);
  await forEachIsolated(ctx, orders, 'order not charged', (order) => chargeOrder(ctx, order), {
    concurrency: CONCURRENCY,
    fieldsOf: ({ id }) => ({ order: id }),
  });
  return false;
}

async function chargeOrder(ctx: SignerCtx, order: Order): Promise<void> {
  const now = ctx.clock.now();
  if (now >= order.expiresAt || !isOrderProven(order, ctx.requestSecrets)) return;
  const fact = chargeOf(order, now);
  const decisionCtx = decisionContext(ctx, 'system', 'chargeOrders');
  try {
    // What the signer knows of the payment at first hand is stored with it, or neither is.
    const require = async (tx: Parameters<typeof writeFirstHandPayments>[0]) => void (await writeFirstHandPayments(tx, [recordOf(ctx, fact)], now));
    await applyChanges(ctx.orm, [decideCharge(order, fact, decisionCtx)], now, { require });
  } catch (error) {
    if (error instanceof BalanceShortError) await cancel(ctx, order);
    // The order was cancelled meanwhile, or another process has charged it: read again by the next run.
    else if (!(error instanceof ConflictError)) throw error;
  }
}

async function cancel(ctx: SignerCtx, { id }: Order): Promise<void> {
  await decideAndApply(
    ctx,
    () => readOrderById(ctx.orm, id),
    (order) =>
      order.status === 'pending' && order.amountPaid === 0n
        ? decideCancel(order, 'balance_short', decisionContext(ctx, 'system', 'chargeOrders'))
        : null,
  );
}
