import {
  type OrderAct,
  type OrderVerb,
  readApprovals,
  readDoneAloneBesides,
  readJournallings,
  readOrderVerbs,
} from '@quydoi/database/repositories/audit';
import { aloneLimitOf, isBeyondAlone, largestWorth, totalWorth, worthInDong } from '@quydoi/domain/operations/second-operator';
import type { Settings } from '@quydoi/domain/settings';
import type { FirstHandPayment } from '@quydoi/domain/transfer/first-hand';
import type { Payout } from '@quydoi/domain/transfer/payout';
import type { Ctx } from '../context.ts';
import type { Sum } from './sum-of-act.ts';
import { readSumsOfRecordedAct } from './sums-of-recorded-act.ts';

/** Verbs whose calls the signer takes for decisions about money. */
const MONEY_VERBS = [
  'approvePayout',
  'attachPayment',
  'clearRisk',
  'journalRow',
  'refundOrder',
  'refundPayment',
  'recordManualPayout',
  'resolveError',
];

/**
 * What operators have decided about an order, as evidence for paying a sum: beyond what an operator may decide alone within 24 hours, only what another
 * had proposed. One operator's login can write any call to the audit log, and any worth of it.
 */
export async function readOperatorDecisions(ctx: Ctx, orderId: string, sum: Sum): Promise<OrderVerb[]> {
  const verbs = (await readOrderVerbs(ctx.orm, orderId)).filter(({ verb }) => MONEY_VERBS.includes(verb));
  return decidedOf(ctx, verbs, sum);
}

/** {@link readOperatorDecisions} about a payout: those about its order, or where it is of none, as a withdrawal's, approvals that name it. */
export async function readPayoutDecisions(ctx: Ctx, payout: Payout): Promise<OrderVerb[]> {
  if (payout.orderId !== null) return readOperatorDecisions(ctx, payout.orderId, payout);
  return decidedOf(ctx, await readApprovals(ctx.orm, payout.id), payout);
}

/** {@link readOperatorDecisions} about a row that the signer has read: those that have found it to be a transfer of its own. */
export async function readRowDecisions(
  ctx: Ctx,
  record: Pick<FirstHandPayment, 'network' | 'source' | 'sourceId' | 'unit' | 'amount'>,
): Promise<OrderVerb[]> {
  return decidedOf(ctx, await readJournallings(ctx.orm, record), { reserve: record.unit, amount: record.amount });
}

/** The calls that count as evidence for paying a sum. */
async function decidedOf(ctx: Ctx, verbs: readonly OrderVerb[], sum: Sum): Promise<OrderVerb[]> {
  if (verbs.length === 0) return [];
  const settings = await ctx.settings();
  const worth = worthInDong(sum.reserve, sum.amount, settings);
  const decided = await Promise.all(verbs.map((verb) => verb.isConfirmed || isWithinAlone(ctx, verb, worth, settings)));
  return verbs.filter((_, index) => decided[index]);
}

/** Whether one operator may decide about a worth alone, besides what else they decided from 24 hours before until now. */
async function isWithinAlone(ctx: Ctx, { callId }: OrderVerb, worth: bigint | null, settings: Settings): Promise<boolean> {
  const acts = await readDoneAloneBesides(ctx.orm, callId, MONEY_VERBS);
  const others = await Promise.all(acts.map((act) => readWorth(ctx, act, settings)));
  return !isBeyondAlone(totalWorth([worth, ...others]), 0n, aloneLimitOf(settings));
}

/** Maximum worth of an act, in dong; null when it is unknown. */
async function readWorth(ctx: Ctx, act: OrderAct, settings: Settings): Promise<bigint | null> {
  const sums = await readSumsOfRecordedAct(ctx, act);
  return largestWorth(sums.map(({ reserve, amount }) => worthInDong(reserve, amount, settings)));
}
