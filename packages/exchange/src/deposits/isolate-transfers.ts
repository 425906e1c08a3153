import { ConflictError } from '@quydoi/database/money-tx';
import { isSlotConflict } from '@quydoi/database/repositories/slots';
import type { NetworkCode } from '@quydoi/domain/networks';
import { RailError } from '@quydoi/rails/rail-error';
import { describeRailError } from '../describe-rail-error.ts';
import { reportSlotConflict } from '../payouts/free-slots.ts';
import type { SignerCtx } from '../payouts/signer.ts';
import { onRailTrouble } from '../rail-trouble.ts';

/**
 * Options of a run over transfers from and to deposit addresses, of which one that fails keeps none of the others from its turn. The run ends at the first
 * call that no node answers.
 * @param message logged where the rail fails
 */
export function isolateTransfers(ctx: SignerCtx, network: NetworkCode, message: string) {
  const ending = new AbortController();
  return {
    fieldsOf: () => ({ network }),
    stopped: ending.signal,
    async onError(_item: unknown, error: unknown) {
      // Every further call would take its whole time-out as well: the rest waits for the next run.
      if (error instanceof RailError && error.trouble === 'unreachable') ending.abort();
      if (error instanceof RailError) return onRailTrouble(ctx, network, error.trouble, message, { reason: describeRailError(error) });
      // Another signer is handling it.
      if (!(error instanceof ConflictError)) throw error;
      if (isSlotConflict(error)) reportSlotConflict(ctx, network);
    },
  };
}
