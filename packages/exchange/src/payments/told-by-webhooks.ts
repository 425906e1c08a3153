import { readOpenWebhooks, type StoredWebhook } from '@quydoi/database/repositories/webhooks';
import { refsInMemo } from '@quydoi/domain/memo';
import { RailError } from '@quydoi/rails/rail-error';
import type { Ctx } from '../context.ts';
import { describeError } from '../describe-error.ts';
import { isReportDue } from '../report-interval.ts';
import { findWebhookSource } from './webhook-source.ts';

/** Maximum number of open webhooks that are looked at. There are more only if lists lag far behind. */
const WEBHOOKS_MAX = 1_000;
const REPORT_MS = 60_000;

/**
 * References of orders that genuine webhooks name in payments which no list has shown yet. Such an order does not expire before the payment is listed
 * or its webhook is given up: its customer has paid, and must not be told otherwise. Credits nothing.
 */
export async function readRefsToldByWebhooks(ctx: Ctx): Promise<ReadonlySet<string>> {
  const rows = await readOpenWebhooks(ctx.orm, WEBHOOKS_MAX);
  return new Set(rows.flatMap((row) => refsIn(ctx, row)));
}

function refsIn(ctx: Ctx, row: StoredWebhook): string[] {
  const source = findWebhookSource(ctx, row.source)?.source;
  if (!source?.read) return [];
  try {
    source.authenticate(row);
    return source.read(row).flatMap(({ memo }) => refsInMemo(memo));
  } catch (error) {
    // Whatever is wrong with it, orders of others expire. Refused or unreadable, `handleWebhooks` reports it.
    if (!(error instanceof RailError) && isReportDue(ctx, 'webhook not looked at', REPORT_MS)) {
      ctx.logger.warn({ webhook: row.id, source: row.source, error: describeError(error) }, 'webhook not looked at');
    }
    return [];
  }
}
