import type { Attempt } from '@quydoi/domain/payout';

const PAID_BY = 'paid by ';

/** What the detail of an attempt says that never was sent, because an earlier one proved to have paid. */
export function paidBy({ key }: Pick<Attempt, 'key'>): string {
  return `${PAID_BY}${key}`;
}

/** The key of the earlier attempt that a detail names as the one that paid; null when it says something else. */
export function keyPaidBy(detail: string | null): string | null {
  return detail?.startsWith(PAID_BY) ? detail.slice(PAID_BY.length) : null;
}
