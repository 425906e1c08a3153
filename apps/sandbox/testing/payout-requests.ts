import type { PayoutRequest } from '@quydoi/rails/payout';

/** Creates requests to chains, each with a key of its own. @param defaults what a request asks for unless it says otherwise */
export function payoutRequests(
  defaults: Pick<PayoutRequest, 'currency' | 'amount' | 'destination'>,
): (more?: Partial<PayoutRequest>) => PayoutRequest {
  let keys = 0;
  return (more) => ({ key: `attempt-${++keys}`, destinationBank: null, memo: '', ...defaults, ...more });
}
