import { type OrderVerb, readDoneAloneBefore, readOrderVerbs } from '@quydoi/database/repositories/audit';
import { aloneLimitOf, isBeyondAlone, worthInDong } from '@quydoi/domain/second-operator';
import type { Settings } from '@quydoi/domain/settings';
import type { Ctx } from '../context.ts';
import { readSumOfAct, type Sum } from './sum-of-act.ts';

/** Verbs whose calls the signer takes for decisions about money. */
const MONEY_VERBS = ['approvePayout', 'attachPayment', 'refundOrder', 'refundPayment', 'recordManualPayout', 'resolveError'];

/**
 * What operators have decided about an order, as evidence for paying a sum: beyond what an operator may decide alone within 24 hours, only what another
 * had proposed. One operator's login can write any call to the audit log, and any worth of it.
 */
export async function readOperatorDecisions(ctx: Ctx, orderId: string, sum: Sum): Promise<OrderVerb[]> {
  const verbs = (await readOrderVerbs(ctx.orm, orderId)).filter(({ verb }) => MONEY_VERBS.includes(verb));
  if (verbs.length === 0) return [];
  const settings = await ctx.settings();
  const worth = worthInDong(sum.reserve, sum.amount, settings);
  const decided = await Promise.all(verbs.map((verb) => verb.isConfirmed || isWithinAlone(ctx, verb, worth, settings)));
  return verbs.filter((_, index) => decided[index]);
}

/** Whether one operator may decide about a worth alone, besides what they had decided in the 24 hours before. */
async function isWithinAlone(ctx: Ctx, { callId }: OrderVerb, worth: bigint | null, settings: Settings): Promise<boolean> {
  const limit = aloneLimitOf(settings);
  if (isBeyondAlone(worth, 0n, limit)) return false;
  let earlier = 0n;
  for (const act of await readDoneAloneBefore(ctx.orm, callId, MONEY_VERBS)) {
    const sum = await readSumOfAct(ctx, inputOf(act.input), act.orderId);
    const known = sum && worthInDong(sum.reserve, sum.amount, settings);
    if (known === null || isBeyondAlone(known, earlier, limit)) return false;
    earlier += known;
  }
  return !isBeyondAlone(worth, earlier, limit);
}

/** The ids in an input that any login may have written; the order is the one that the call is recorded for. */
function inputOf(input: unknown): { payout?: string; id?: string } {
  const { payout, id } = (input ?? {}) as Readonly<Record<string, unknown>>;
  return { ...(isUuid(payout) ? { payout } : {}), ...(isUuid(id) ? { id } : {}) };
}

function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
}
