import type { CurrencyCode } from '@quydoi/domain/currencies';
import type { OrderKind } from '@quydoi/domain/order-status';
import type { ReviewStatus } from '@quydoi/domain/review';
import { sql } from 'kysely';
import { ReviewDecisionEntity, ReviewEntity } from '../entities/review.ts';
import { withMoneyTx } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';
import { insertRow, insertRows } from '../write-rows.ts';
import { type AuditRecord, writeAudit } from './audit.ts';

/** A new review. */
interface NewReview {
  readonly id: string;
  readonly orderId: string;
  readonly content: string;
  readonly email: string;
  readonly createdAt: Date;
}

/** An approved review with its order's trade. Amounts in minor units. */
export interface ApprovedReview {
  readonly id: string;
  readonly content: string;
  readonly createdAt: Date;
  readonly kind: OrderKind;
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
  readonly amountSent: bigint;
  readonly amountReceived: bigint;
}

/** A review with the newest decision about it, for operators. */
export interface ModeratedReview {
  readonly id: string;
  readonly ref: string;
  readonly status: ReviewStatus;
  readonly content: string;
  readonly email: string;
  readonly createdAt: Date;
  readonly decision: { readonly operator: string; readonly note: string; readonly at: Date } | null;
}

/** Adds a pending review. @returns false when its order has one already */
export async function addReview(orm: Orm, review: NewReview): Promise<boolean> {
  return insertRow(orm, ReviewEntity, { ...review, status: 'pending' }, 'do nothing');
}

/** A page of approved reviews, newest first. `after` is the id of the previous page's last one; ids sort by time. */
export async function readApprovedReviews(orm: Orm, limit: number, after?: string): Promise<ApprovedReview[]> {
  const query = dbOf(orm)
    .selectFrom('review')
    .innerJoin('orders', 'orders.id', 'review.orderId')
    .select([
      'review.id',
      'review.content',
      'review.createdAt',
      'orders.kind',
      'orders.from',
      'orders.to',
      'orders.amountSent',
      'orders.amountReceived',
    ])
    .where('review.status', '=', 'approved')
    .orderBy('review.id', 'desc')
    .limit(limit);
  return after === undefined ? query.execute() : query.where('review.id', '<', after).execute();
}

/** Reviews of one status, or of all, newest first, each with its newest decision. Only the operator role may read them. */
export async function readReviews(orm: Orm, status: ReviewStatus | null, limit: number): Promise<ModeratedReview[]> {
  const { rows } = await sql<Omit<ModeratedReview, 'createdAt' | 'decision'> & Record<'created_at' | 'operator' | 'note' | 'decided_at', string>>`
    select r.id, o.ref, r.status, r.content, r.email, r.created_at, d.operator, d.note, d.at as decided_at
    from review r join orders o on o.id = r.order_id
      left join lateral (select operator, note, at from review_decision where review_id = r.id order by id desc limit 1) d on true
    where ${status}::text is null or r.status = ${status}
    order by r.id desc limit ${limit}`.execute(dbOf(orm));
  return rows.map(({ created_at, operator, note, decided_at, ...row }) => ({
    ...row,
    createdAt: new Date(created_at),
    decision: decided_at === null ? null : { operator, note, at: new Date(decided_at) },
  }));
}

/**
 * Sets a review's status and records the decision.
 * @param audit the call of the operator verb that decides, recorded in the same transaction
 * @returns false when there is no such review
 */
export async function decideReview(
  orm: Orm,
  id: string,
  decision: { readonly status: Exclude<ReviewStatus, 'pending'>; readonly note: string; readonly operator: string; readonly at: Date },
  audit?: AuditRecord,
): Promise<boolean> {
  return withMoneyTx(orm, async (tx) => {
    // Reviews are never deleted.
    const { count } = await tx.run('find review', 'select 1 from review where id = $1', [id]);
    if (count === 0) return false;
    if (audit) await writeAudit(tx, audit, null);
    await tx.run('decide review', 'update review set status = $2 where id = $1', [id, decision.status]);
    await insertRows(tx, ReviewDecisionEntity, [{ reviewId: id, ...decision }]);
    return true;
  });
}
