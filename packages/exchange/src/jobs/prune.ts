import { deleteClaims } from '@quydoi/database/repositories/claims';
import { eraseFirstHand } from '@quydoi/database/repositories/first-hand';
import { deleteIdempotencyKeys } from '@quydoi/database/repositories/idempotency';
import { deleteOldIdentityParts } from '@quydoi/database/repositories/identities';
import { deleteLookups } from '@quydoi/database/repositories/lookups';
import { deleteNameBudgets } from '@quydoi/database/repositories/name-budgets';
import { eraseOrigins } from '@quydoi/database/repositories/orders';
import { deletePayoutVolumes } from '@quydoi/database/repositories/payout-volume';
import { thinPrices } from '@quydoi/database/repositories/prices';
import { deleteHandledWebhooks } from '@quydoi/database/repositories/webhooks';
import { IDEMPOTENCY_HOURS, RETENTION_DAYS } from '@quydoi/domain/constants';
import { DAY_MS, HOUR_MS } from '@quydoi/domain/durations';
import type { Ctx } from '../context.ts';

/**
 * Deletes what is past its retention: idempotency keys, holders' names and their budgets, handled webhooks, payout volumes, answered claims,
 * pictures of identities, the origins of old orders, and reference prices but those of full hours.
 */
export async function prune(ctx: Ctx): Promise<boolean> {
  const nowMs = ctx.clock.now().getTime();
  const daysAgo = (days: number) => new Date(nowMs - days * DAY_MS);
  await deleteIdempotencyKeys(ctx.orm, new Date(nowMs - IDEMPOTENCY_HOURS * HOUR_MS));
  await deleteLookups(ctx.orm, daysAgo(RETENTION_DAYS.names));
  await deleteNameBudgets(ctx.orm, Math.floor(nowMs / DAY_MS));
  await deletePayoutVolumes(ctx.orm, daysAgo(RETENTION_DAYS.volumes));
  await deleteClaims(ctx.orm, daysAgo(RETENTION_DAYS.claims));
  await deleteOldIdentityParts(ctx.orm, daysAgo(RETENTION_DAYS.identityDrafts), daysAgo(RETENTION_DAYS.identities));
  await thinPrices(ctx.orm, daysAgo(RETENTION_DAYS.prices));
  await deleteHandledWebhooks(ctx.orm, daysAgo(RETENTION_DAYS.webhooks));
  return eraseOrigins(ctx.orm, daysAgo(RETENTION_DAYS.origins));
}

/** Erases memos and payers of payments that the signer read long ago: no other role may touch what it has read. */
export async function eraseOldEvidence(ctx: Ctx): Promise<boolean> {
  return eraseFirstHand(ctx.orm, new Date(ctx.clock.now().getTime() - RETENTION_DAYS.firstHand * DAY_MS));
}
