import { applyChanges } from '@quydoi/database/apply-changes';
import { countOccurrences } from '@quydoi/database/repositories/payments';
import { type RowToJournal, readRowsToJournal } from '@quydoi/database/repositories/reconciliation-exceptions';
import type { ReserveCode } from '@quydoi/domain/currencies';
import { decideCase, decideRecord } from '@quydoi/domain/transfer/journal-payment';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { type Ctx, decisionContext, newId } from '../context.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { linkReport } from './link-report.ts';
import { readNamedDepositor } from './named-depositor.ts';
import { polledSources } from './polled-sources.ts';
import { onceAcrossLists } from './record-payment.ts';

const BATCH_SIZE = 20;

/**
 * Journals rows that operators have found to be payments of their own (`operations.journalRow`), of the sources that this role reads. Each becomes a case:
 * the signer credits a deposit, and an operator attaches any other to an order or returns it. One that cannot be journalled is tried again until it is, and costs only itself; `listAlarms` shows it.
 * @returns false: no more can be done now
 */
export async function journalRows(ctx: Ctx): Promise<false> {
  const sources = polledSources(ctx).map(({ source: { name } }) => name);
  for (let after: string | null = null; ; ) {
    const rows: RowToJournal[] = await readRowsToJournal(ctx.orm, sources, after, BATCH_SIZE);
    await forEachIsolated(ctx, rows, 'row not journalled', (row) => journal(ctx, row), {
      fieldsOf: ({ source, sourceId }) => ({ source, sourceId }),
    });
    after = rows.at(-1)?.id ?? null;
    if (rows.length < BATCH_SIZE) return false;
  }
}

/**
 * Journals a row, or links it to the payment that another list told of the same transfer. One whose transfer or occurrence another reader journals
 * meanwhile is tried again in the next run.
 */
async function journal(ctx: Ctx, row: RowToJournal): Promise<void> {
  const fact = factOf(row);
  // Counted before the look: a concurrent reader that journals this transfer after that look takes the same number, which is a conflict.
  const occurrence = (await countOccurrences(ctx.orm, fact)) + 1;
  const seen = new Set<string>();
  if (await linkReport(ctx, fact, seen)) return;
  const recorded = decideRecord(fact, newId(ctx), decisionContext(ctx, 'system', `${fact.source}:${fact.sourceId}`), occurrence);
  const cases = await Promise.all(
    recorded.payments.map(async ({ after }) => decideCase(after, (await readNamedDepositor(ctx, after)) === null ? 'told_again' : 'deposit', null)),
  );
  await applyChanges(ctx.orm, [recorded, ...cases], ctx.clock.now(), onceAcrossLists(ctx, fact, seen));
}

function factOf({ network, source, sourceId, account, asset, amount, told }: RowToJournal): PaymentFact {
  const { paidAt, ...words } = told;
  // Its exception has the unit of a payment.
  return {
    network,
    source,
    sourceId,
    account,
    unit: asset as ReserveCode,
    amount,
    exactAmount: null,
    ...words,
    paidAt: new Date(paidAt),
    confirmed: true,
  };
}
