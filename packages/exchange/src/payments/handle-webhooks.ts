import { closeWebhook, postponeWebhook, readWebhooksDue, type StoredWebhook } from '@quydoi/database/repositories/webhooks';
import type { NetworkCode } from '@quydoi/domain/networks';
import { takesLaterMemo } from '@quydoi/domain/transfer/journal-payment';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { RailError } from '@quydoi/rails/rail-error';
import type { WebhookSource } from '@quydoi/rails/source';
import type { Ctx } from '../context.ts';
import { describeError } from '../describe-error.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { reportException } from '../report-exception.ts';
import { namesPayeeInstead } from './later-memo.ts';
import { linkReport } from './link-report.ts';
import { sortByAccount } from './own-accounts.ts';
import { polledSources } from './polled-sources.ts';
import { askAgain, MISSES_BEFORE_AGAIN } from './read-again.ts';
import { readSources } from './read-sources.ts';
import { webhookRetryAt } from './webhook-retry.ts';
import { findWebhookSource } from './webhook-source.ts';

const BATCH_SIZE = 50;
/** Webhooks handled concurrently. */
const CONCURRENCY = 4;
const NOT_LISTED = 'not in the list';
const FAILED = 'failed';
/**
 * Retries after which a webhook is given up, with an alarm: about ten minutes if its payment is not listed, a day if it could not be handled, which
 * a release may mend.
 */
const TRIES_MAX = { [NOT_LISTED]: 16, [FAILED]: 1_440 };

/** Outcome of a webhook; `later` while its payment is not listed yet. */
type Outcome = { readonly closed: string } | 'later';

/**
 * Handles stored webhooks. A webhook is only a hint, since anyone with the secret can sign one: it triggers an immediate read of the network's
 * payment lists unless its payment is journalled already, and is closed when its payment is listed. If the lists do not show it, they are
 * read again from the payment's time on.
 */
export async function handleWebhooks(ctx: Ctx): Promise<boolean> {
  const rows = await readWebhooksDue(ctx.orm, ctx.clock.now(), BATCH_SIZE);
  const lists: ListReads = new Map();
  await forEachIsolated(ctx, rows, 'webhook not handled', (row) => handle(ctx, row, lists), {
    concurrency: CONCURRENCY,
    async onError(row, error) {
      ctx.logger.error({ webhook: row.id, error: describeError(error) }, 'webhook not handled');
      await postpone(ctx, row, FAILED);
    },
  });
  return rows.length === BATCH_SIZE;
}

/** Reads of payment lists in one run, at most one per network. */
type ListReads = Map<NetworkCode, Promise<unknown>>;

async function handle(ctx: Ctx, row: StoredWebhook, lists: ListReads): Promise<void> {
  const outcome = await read(ctx, row, lists);
  if (outcome === 'later') return postpone(ctx, row, NOT_LISTED);
  await ctx.checkpoint('webhook.before-close');
  await closeWebhook(ctx.orm, row.id, outcome.closed, ctx.clock.now());
}

async function read(ctx: Ctx, row: StoredWebhook, lists: ListReads): Promise<Outcome> {
  await ctx.checkpoint('webhook.read');
  const found = findWebhookSource(ctx, row.source);
  if (!found) return { closed: 'unknown source' };
  const told = factsOf(ctx, row, found.source);
  if (typeof told === 'string') return { closed: told };
  const { own: facts, foreign } = await sortByAccount(ctx, told);
  // The list reports what came into another account.
  if (foreign.length > 0) await readLists(ctx, found.network, lists);
  // The list may have been read since the webhook arrived, for one before it.
  if (!(await linkReports(ctx, facts))) {
    if (row.tries + 1 >= MISSES_BEFORE_AGAIN) {
      for (const { network, source } of polledSources(ctx)) if (network === found.network) askAgain(ctx, source, facts);
    }
    await readLists(ctx, found.network, lists);
    if (!(await linkReports(ctx, facts))) return 'later';
  }
  return { closed: foreign.length > 0 ? 'payment into an unknown account' : `payments: ${facts.length}` };
}

/** Links a webhook to its journalled payments. @returns whether all are journalled, none of them without the memo that the webhook tells of it */
async function linkReports(ctx: Ctx, facts: readonly PaymentFact[]): Promise<boolean> {
  for (const fact of facts) {
    const payment = await linkReport(ctx, fact);
    if (!payment) return false;
    // The list has to tell the memo itself, and may do so later.
    if (takesLaterMemo(payment) && (await namesPayeeInstead(ctx, payment.memo, fact.memo))) return false;
  }
  return true;
}

/** Reads the payment lists of a network, once per run. Lists that cannot be read now are read by their own poll loop; their webhooks wait. */
async function readLists(ctx: Ctx, network: NetworkCode, lists: ListReads): Promise<void> {
  const work = () => readSources(ctx, network, 'list');
  const reading = lists.get(network) ?? forEachIsolated(ctx, [network], 'payment lists not read', work, { fieldsOf: () => ({ network }) });
  lists.set(network, reading);
  await reading;
}

/** Payments that a webhook reports, or the reason for closing it. The worker does not trust the web process, so it verifies the signature again. */
function factsOf(ctx: Ctx, row: StoredWebhook, source: WebhookSource): readonly PaymentFact[] | string {
  if (!source.read) return 'unknown source';
  try {
    source.authenticate(row);
    return source.read(row);
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    ctx.logger.warn({ webhook: row.id, source: row.source, trouble: error.trouble }, 'webhook refused');
    if (error.trouble === 'signature') ctx.telemetry.refused('webhook_signature');
    return `refused: ${error.trouble}`;
  }
}

/** Leaves a webhook that is given up to an operator: each payment that it told of, or the webhook itself if it cannot be read. */
async function reportGivenUp(ctx: Ctx, row: StoredWebhook): Promise<void> {
  const found = findWebhookSource(ctx, row.source);
  if (!found) return;
  const kind = 'unlisted_webhook';
  const facts = factsIfReadable(row, found.source);
  if (facts === null) {
    const detail = 'webhook cannot be read';
    const unread = { network: found.network, source: row.source, sourceId: row.id, kind, account: null, asset: null, amount: null, detail } as const;
    return reportException(ctx, unread);
  }
  for (const { network, source, sourceId, account, unit, amount, memo } of facts) {
    await reportException(ctx, { network, source, sourceId, kind, account, asset: unit, amount: amount.toString(), detail: memo });
  }
}

/** Payments that a genuine webhook reports; null if it cannot be read. */
function factsIfReadable(row: StoredWebhook, source: WebhookSource): readonly PaymentFact[] | null {
  try {
    source.authenticate(row);
    return source.read?.(row) ?? [];
  } catch {
    return null;
  }
}

async function postpone(ctx: Ctx, row: StoredWebhook, reason: keyof typeof TRIES_MAX): Promise<void> {
  if (row.tries < TRIES_MAX[reason]) return postponeWebhook(ctx.orm, row, reason, webhookRetryAt(row.tries, ctx.clock.now()));
  try {
    await reportGivenUp(ctx, row);
  } catch (error) {
    // Its report is tried again as any failure is, but not for ever: webhooks that fail must not pile up.
    if (reason !== FAILED) throw error;
    ctx.logger.error({ webhook: row.id, error: describeError(error) }, 'webhook given up without a report');
  }
  await closeWebhook(ctx.orm, row.id, `given up: ${reason}`, ctx.clock.now());
}
