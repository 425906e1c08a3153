import {
  closeReadingRequest,
  isReferenceJournalled,
  postponeReadingRequest,
  readReadingRequestsDue,
} from '@quydoi/database/repositories/reading-requests';
import { MINUTE_MS } from '@quydoi/domain/durations';
import { NETWORKS } from '@quydoi/domain/networks';
import { isReadableSince, type ReadingOutcome, type ReadingRequest } from '@quydoi/domain/transfer/reading-request';
import { reportWindow } from '@quydoi/domain/transfer/same-transfer';
import { RailError } from '@quydoi/rails/rail-error';
import type { Ctx } from '../context.ts';
import { describeRailError } from '../describe-rail-error.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import { journalByReference } from './journal-by-reference.ts';
import { polledSources } from './polled-sources.ts';
import { askAgain } from './read-again.ts';

const BATCH_SIZE = 20;
/** Maximum looks for a requested payment, a minute apart: time for a list to be read again, or for a node to come back. */
const TRIES_MAX = 15;
const RETRY_MS = MINUTE_MS;

/**
 * Reads payments again that operators say our sources have missed, on the networks that this role journals. Chains are asked by reference; lists are
 * read again from the time of the payment on. What is found is journalled as any payment, and matched and confirmed as such.
 * @returns false: no more can be done now
 */
export async function readRequested(ctx: Ctx): Promise<false> {
  const networks = [...new Set(polledSources(ctx).map(({ network }) => network))];
  const due = await readReadingRequestsDue(ctx.orm, networks, ctx.clock.now(), BATCH_SIZE);
  await forEachIsolated(ctx, due, 'requested payment not read', (request) => handle(ctx, request), { fieldsOf: ({ id }) => ({ request: id }) });
  return false;
}

async function handle(ctx: Ctx, request: ReadingRequest): Promise<void> {
  if (!isReadableSince(request)) {
    ctx.logger.error({ request: request.id, network: request.network }, 'requested payment has an impossible time');
    return closeReadingRequest(ctx.orm, request.id, 'unreadable', ctx.clock.now());
  }
  const firstHand = ctx.rails.get(request.network)?.firstHand;
  const outcome = firstHand?.by === 'reference' ? await findOnChain(ctx, request) : await findInLists(ctx, request);
  if (outcome !== 'later') return closeReadingRequest(ctx.orm, request.id, outcome, ctx.clock.now());
  await postponeReadingRequest(ctx.orm, request.id, new Date(ctx.clock.now().getTime() + RETRY_MS));
}

async function findOnChain(ctx: Ctx, { network, reference, tries }: ReadingRequest): Promise<ReadingOutcome | 'later'> {
  try {
    const facts = await journalByReference(ctx, network, reference);
    if (facts === null) return 'unreadable';
    return facts.length > 0 ? 'journalled' : 'none';
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    await onRailTrouble(ctx, network, error.trouble, 'requested payment not read', { reason: describeRailError(error, [reference]) });
    // No node ever will.
    return error.trouble === 'refused' || tries + 1 >= TRIES_MAX ? 'unreadable' : 'later';
  }
}

/**
 * Banks use references again: there a payment is the requested one if it was made about then as well, and the list is read again whatever is journalled,
 * since it may tell of another one.
 */
async function findInLists(ctx: Ctx, { network, reference, paidAt, tries }: ReadingRequest): Promise<ReadingOutcome | 'later'> {
  const { repeatsReferences } = NETWORKS[network];
  const made = repeatsReferences && paidAt !== null ? reportWindow({ network, paidAt }) : null;
  const isJournalled = await isReferenceJournalled(ctx.orm, network, reference, made);
  if (tries === 0 && paidAt !== null && (made !== null || !isJournalled)) {
    for (const { network: of, source } of polledSources(ctx)) if (of === network) askAgain(ctx, source, [{ network, paidAt }]);
  }
  if (isJournalled) return 'journalled';
  return tries + 1 >= TRIES_MAX || paidAt === null ? 'none' : 'later';
}
