import type { Caller } from '@quydoi/contract/caller';
import type { CreateClaimInput, CreatedClaimView } from '@quydoi/contract/claims';
import { AppError } from '@quydoi/contract/errors';
import { addClaim, countClaims } from '@quydoi/database/repositories/claims';
import { readOrder } from '@quydoi/database/repositories/orders';
import { canClaim } from '@quydoi/domain/claim/can-claim';
import { checkClaim } from '@quydoi/domain/claim/claim';
import { CLAIM_REPLY_MINUTES, CLAIMS_MAX } from '@quydoi/domain/constants';
import { type Ctx, newId } from '../context.ts';
import { type OrderAccessDeps, readAccess } from '../orders/get-order.ts';

/**
 * Claims that an order was paid. What the claim finds is not told to the caller: an answer would let strangers try amounts and times until one fits
 * another's payment. Errors: CLAIM_INVALID, ORDER_NOT_FOUND, ORDER_ACTION_NOT_ALLOWED, TOO_MANY_CLAIMS.
 */
export async function createClaim(ctx: Ctx, deps: OrderAccessDeps, caller: Caller, input: CreateClaimInput): Promise<CreatedClaimView> {
  const order = await readOrder(ctx.orm, input.ref);
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  const createdAt = ctx.clock.now();
  if ((await readAccess(ctx, order, caller, deps)) !== 'full' || !canClaim(order, createdAt)) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  const checked = checkClaim({ ...input, paidAt: new Date(input.paidAt) }, order, createdAt);
  if ('problems' in checked) throw new AppError('CLAIM_INVALID', { ...checked.problems[0] }, { fields: checked.problems });
  // The number is unique: of claims at the same time one takes it, and the others the next.
  for (let n = (await countClaims(ctx.orm, order.id)) + 1; n <= CLAIMS_MAX; n += 1) {
    const isAdded = await addClaim(ctx.orm, { id: newId(ctx), orderId: order.id, n, ...checked.facts, createdAt });
    if (isAdded) return { left: CLAIMS_MAX - n, replyMinutes: CLAIM_REPLY_MINUTES };
  }
  throw new AppError('TOO_MANY_CLAIMS', { n: String(CLAIMS_MAX) });
}
