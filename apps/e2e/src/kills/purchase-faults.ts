import { DEFAULT_COLLECTION_ACCOUNT } from '@quydoi/sandbox/bank/options';
import { faultName, faultsFor, type PlannedFault } from '../chaos/faults.ts';
import { accountOf } from '../customers/accounts.ts';
import type { Endpoints } from '../system/endpoints.ts';
import { makePayment } from '../system/sandbox-client.ts';

/** Suspends the network until an operator resumes it, which these tests never do. */
const NEEDS_OPERATOR = 'credentials-refused';

/** Happens in a call that is made every five minutes, and touches no payment. A run of chaos is long enough to meet it. */
const SELDOM = 'account-disconnected';

/** Faults that purchases of Perfect Money can encounter. Orders recover without an operator, or end in `error`. */
export const PURCHASE_FAULTS: readonly PlannedFault[] = faultsFor([{ kind: 'buy', from: 'vnd', to: 'pm' }]).filter(
  ({ kind }) => kind !== NEEDS_OPERATOR && kind !== SELDOM,
);

/** Names of faults that need a call which purchases make once an hour; {@link payWithoutMemo} makes it due. */
export const RARE_FAULTS: ReadonlySet<string> = new Set([faultName({ rail: 'bank', kind: 'list-dates-unavailable' })]);

const AMOUNT_VND = '12345';

/**
 * Pays dong that belong to no order, without a memo: an operator's case in the end. Until the payment has waited for its memo, the bank's list is asked
 * by dates, which it is otherwise once an hour.
 */
export async function payWithoutMemo(endpoints: Endpoints): Promise<void> {
  const from = accountOf('vnd', 'third-party', 1);
  const outcome = await makePayment(endpoints, { rail: 'bank', currency: 'vnd', from, to: DEFAULT_COLLECTION_ACCOUNT, amount: AMOUNT_VND, memo: '' });
  if (outcome !== 'made') throw new Error(`the payment without a memo was ${outcome}`);
}
