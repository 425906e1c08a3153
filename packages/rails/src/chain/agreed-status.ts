import { RailError } from '../rail-error.ts';
import type { TransferStatus } from '../signed-payout.ts';
import { toldOf } from './fail-over.ts';

/**
 * Status of transfers as the nodes of a chain tell it. One node that has them in an irreversible block proves `paid`, whatever the others do: a node
 * that is down or stalled must not keep a payout that has arrived from being settled. After `failed`, `expired` and `superseded` the money may be
 * sent again, so every node has to tell the same.
 * @throws RailError the first one, when a node failed and no other proved `paid`
 */
export async function agreedStatus<N>(nodes: readonly N[], statusAt: (node: N) => Promise<TransferStatus>): Promise<TransferStatus> {
  const told: TransferStatus[] = [];
  const failures: RailError[] = [];
  for (const node of nodes) {
    try {
      const status = await statusAt(node);
      if (status.state === 'paid') return status;
      told.push(status);
    } catch (error) {
      if (!(error instanceof RailError)) throw error;
      failures.push(error);
    }
  }
  const [first = { state: 'pending' }, ...others] = told;
  const isPending = first.state === 'pending' || others.some(({ state }) => state !== first.state);
  const failure = toldOf(failures);
  if (failure && !told.some(({ state }) => state === 'pending')) throw told.length === 0 ? failure : unanswered(failure);
  return isPending ? { state: 'pending' } : first;
}

/** A failure of one node while another answers: credentials that it refuses are no reason to close the chain. */
function unanswered(failure: RailError): RailError {
  const { network, trouble, outcome, message } = failure;
  return trouble === 'credentials' ? new RailError(network, 'busy', outcome, message) : failure;
}
