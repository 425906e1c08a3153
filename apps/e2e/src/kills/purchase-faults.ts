import { faultsFor, type PlannedFault } from '../chaos/faults.ts';

/** Refused credentials switch the rail off until an operator acts; these tests have none. */
const NEEDS_OPERATOR = 'credentials-refused';

/** The faults that purchases of Perfect Money can meet and recover from without an operator's help, or end in `error` by. */
export const PURCHASE_FAULTS: readonly PlannedFault[] = faultsFor([{ kind: 'buy', from: 'vnd', to: 'pm' }]).filter(
  ({ kind }) => kind !== NEEDS_OPERATOR,
);
