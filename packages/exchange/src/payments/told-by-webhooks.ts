import { readOpenWebhooks, type StoredWebhook } from '@quydoi/database/repositories/webhooks';
import { refsInMemo } from '@quydoi/domain/memo';
import type { NetworkCode } from '@quydoi/domain/networks';
import { RailError } from '@quydoi/rails/rail-error';
import type { WebhookSource } from '@quydoi/rails/source';
import type { Ctx } from '../context.ts';
import { describeError } from '../describe-error.ts';
import { isDueAgain } from '../due-again.ts';

/** Maximum number of a network's open webhooks that are looked at. There are more only if lists lag far behind. */
const WEBHOOKS_MAX = 1_000;
const REPORT_MS = 60_000;

/**
 * References of orders that genuine webhooks of a network name in payments which no list has shown yet. Such an order does not expire before the payment
 * is listed or its webhook is given up: its customer has paid, and must not be told otherwise. Credits nothing.
 */
export async function readRefsToldByWebhooks(ctx: Ctx, network: NetworkCode): Promise<ReadonlySet<string>> {
  const webhooks = new Map(
    (ctx.rails.get(network)?.sources ?? []).flatMap((source) => (source.kind === 'webhook' ? [[source.name, source] as const] : [])),
  );
  if (webhooks.size === 0) return new Set();
  const rows = await readOpenWebhooks(ctx.orm, [...webhooks.keys()], WEBHOOKS_MAX);
  return new Set(rows.flatMap((row) => refsIn(ctx, row, webhooks.get(row.source))));
}

function refsIn(ctx: Ctx, row: StoredWebhook, source: WebhookSource | undefined): string[] {
  if (!source?.read) return [];
  try {
    source.authenticate(row);
    return source.read(row).flatMap(({ memo }) => refsInMemo(memo));
  } catch (error) {
    // Whatever is wrong with it, orders of others expire. Refused or unreadable, `handleWebhooks` reports it.
    if (!(error instanceof RailError) && isDueAgain(ctx, 'webhook not looked at', REPORT_MS)) {
      ctx.logger.warn({ webhook: row.id, source: row.source, error: describeError(error) }, 'webhook not looked at');
    }
    return [];
  }
}
