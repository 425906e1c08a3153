import { type OrderVerb, readOrderVerbs } from '@quydoi/database/repositories/audit';
import type { ReserveCode } from '@quydoi/domain/currencies';
import { aloneLimitOf, isBeyondAlone, worthInDong } from '@quydoi/domain/second-operator';
import type { Ctx } from '../context.ts';

/** Money that a decision is about, in minor units of its reserve. */
interface Sum {
  readonly reserve: ReserveCode;
  readonly amount: bigint;
}

/**
 * What operators have decided about an order, as evidence for paying a sum: beyond what an operator may decide alone, only what another had proposed.
 * One
 * operator's login can write any call to the audit log.
 */
export async function readOperatorDecisions(ctx: Ctx, orderId: string, { reserve, amount }: Sum): Promise<OrderVerb[]> {
  const verbs = await readOrderVerbs(ctx.orm, orderId);
  if (verbs.length === 0) return [];
  const settings = await ctx.settings();
  const needsTwo = isBeyondAlone(worthInDong(reserve, amount, settings), 0n, aloneLimitOf(settings));
  return verbs.filter(({ isConfirmed }) => isConfirmed || !needsTwo);
}
