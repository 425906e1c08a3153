import { isRejectedValue } from '@quydoi/database/rejected-value';
import { addFirstHandPayments, type NewRecord, readFirstHandReadings, readPayoutsAwaiting } from '@quydoi/database/repositories/first-hand';
import { readKnownPayees } from '@quydoi/database/repositories/known-payees';
import { readPayout } from '@quydoi/database/repositories/payouts';
import { InvariantError } from '@quydoi/domain/invariant';
import { leasesAddresses } from '@quydoi/domain/networks';
import { decidePostponed } from '@quydoi/domain/transfer/decide-attempt';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { isOtherTransfer } from '@quydoi/domain/transfer/same-transfer';
import type { Ctx } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { isAuthentic, recordOf, reportForged } from '../first-hand-records.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { namesPayeeInstead } from './later-memo.ts';
import { reportPlanted } from './report-planted.ts';

/**
 * Stores payments that this role has read itself; the payouts that wait for them are then due at once. One whose values the database rejects costs
 * itself only: it confirms nothing, and the role that journals it reports it to operators.
 */
export async function storeFirstHand(ctx: Ctx, facts: readonly PaymentFact[]): Promise<void> {
  const readAt = ctx.clock.now();
  let hasNews = true;
  try {
    hasNews = await add(ctx, facts, readAt);
  } catch (error) {
    if (!isRejected(error)) throw error;
    for (const fact of facts) await addUnlessRejected(ctx, fact, readAt);
  }
  const awaiting = await readPayoutsAwaiting(ctx.orm, facts);
  await forEachIsolated(ctx, awaiting, 'confirmed payout not resumed', (payout) => resume(ctx, payout), { fieldsOf: ({ id }) => ({ payout: id }) });
  // Last, because payouts wait for the rest.
  if (hasNews) await reportPlanted(ctx, facts);
}

/** @returns whether any payment or memo of them was not known */
async function add(ctx: Ctx, facts: readonly PaymentFact[], readAt: Date): Promise<boolean> {
  const records = facts.filter(({ confirmed }) => confirmed).map((fact) => recordOf(ctx, datedByNow(fact, readAt)));
  if (records.length === 0) return false;
  let added = await addFirstHandPayments(ctx.orm, records, readAt);
  if (added === records.length) return true;
  const stored = await readFirstHandReadings(ctx.orm, records);
  for (const record of records) {
    const readings = stored.filter(({ source, sourceId }) => source === record.source && sourceId === record.sourceId);
    const known = readings.filter((reading) => isAuthentic(ctx, reading)).at(-1);
    // Another transfer under an id that the list gives again: its memo is not that of the payment before.
    const payees = await readKnownPayees(ctx.orm, [record.memo, known?.memo ?? record.memo]);
    if (known && (isOtherTransfer(record, known, payees) || !(await namesPayeeInstead(ctx, known.memo, record.memo)))) continue;
    const reading = (readings.at(-1)?.reading ?? 0) + 1;
    if (known) {
      // The bank told the memo later: beside the same payment, with its words.
      added += await addFirstHandPayments(ctx.orm, [{ ...record, ...factsOf(known), reading }], readAt);
      continue;
    }
    // Somebody with this role's login was there first: the true reading is stored beside.
    reportForged(ctx, record);
    added += await addFirstHandPayments(ctx.orm, [{ ...record, reading }], readAt);
  }
  return added > 0;
}

/** A block that is dated ahead, as a miner's may be by two hours, was made when it was read. */
function datedByNow(fact: PaymentFact, readAt: Date): PaymentFact {
  return leasesAddresses(fact.network) && fact.paidAt > readAt ? { ...fact, paidAt: readAt } : fact;
}

/** What a record says of the payment besides memo and payer, with its code. */
function factsOf({ account, reference, unit, amount, paidAt, code }: NewRecord) {
  return { account, reference, unit, amount, paidAt, code };
}

/** Makes a payout due again. Written even if it is due: a look that began before its payment was stored then conflicts, and is repeated. */
async function resume(ctx: Ctx, { id }: Payout): Promise<void> {
  await decideAndApply(
    ctx,
    () => readPayout(ctx.orm, id),
    (payout) => {
      if (payout.state !== 'queued' || payout.waitsFor !== 'confirmation') return null;
      const now = ctx.clock.now();
      return decidePostponed(payout, payout.nextAt < now ? payout.nextAt : now, payout.waitsFor);
    },
  );
}

async function addUnlessRejected(ctx: Ctx, fact: PaymentFact, readAt: Date): Promise<void> {
  try {
    await add(ctx, [fact], readAt);
  } catch (error) {
    if (!isRejected(error)) throw error;
    ctx.logger.warn(
      { network: fact.network, source: fact.source, sourceId: fact.sourceId },
      'a payment cannot be confirmed: its values are rejected',
    );
  }
}

function isRejected(error: unknown): boolean {
  return isRejectedValue(error) || error instanceof InvariantError;
}
