import type { ReviewView } from '@quydoi/contract/reviews';
import type { ApprovedReview } from '@quydoi/database/repositories/reviews';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';

/** Public view of an approved review. */
export function reviewViewOf({ id, content, kind, from, to, amountSent, amountReceived, createdAt }: ApprovedReview): ReviewView {
  return {
    id,
    content,
    kind,
    from,
    to,
    amountSent: formatDecimal(amountSent, CURRENCIES[from].scale),
    amountReceived: formatDecimal(amountReceived, CURRENCIES[to].scale),
    at: createdAt.toISOString(),
  };
}
