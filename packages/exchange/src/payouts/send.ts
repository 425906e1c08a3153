import type { PayoutState } from '@quydoi/domain/order/payout-steps';
import { type PayOut, RailError, type SendOutcome } from '@quydoi/rails/rail';
import { describeError } from '../describe-error.ts';
import { requestOf, transferOf } from './payout-state.ts';

/** What came of sending: an answer, or trouble on the way. */
export type Answer = SendOutcome | { readonly state: 'trouble'; readonly error: RailError };

/** Hands an attempt to its provider, or its signed bytes to a node: one call, nothing written down. */
export async function send(payOut: PayOut, state: PayoutState): Promise<Answer> {
  try {
    if (payOut.kind !== 'signed') return await payOut.send(requestOf(state));
    const transfer = transferOf(state);
    if (!transfer) throw new RailError(state.payout.rail, 'malformed', 'not-done', 'nothing was signed');
    await payOut.broadcast(transfer);
    return { state: 'accepted', reference: transfer.txid, fee: null };
  } catch (error) {
    // Anything unforeseen counts as unknown: it may have happened after the write.
    return {
      state: 'trouble',
      error: error instanceof RailError ? error : new RailError(state.payout.rail, 'malformed', 'unknown', describeError(error)),
    };
  }
}
