import { faultsFor, type PlannedFault } from '../chaos/faults.ts';

/** Suspends the network until an operator resumes it, which these tests never do. */
const NEEDS_OPERATOR = 'credentials-refused';

/** Faults that purchases of Perfect Money can encounter. Orders recover without an operator, or end in `error`. */
export const PURCHASE_FAULTS: readonly PlannedFault[] = faultsFor([{ kind: 'buy', from: 'vnd', to: 'pm' }]).filter(
  ({ kind }) => kind !== NEEDS_OPERATOR,
);
