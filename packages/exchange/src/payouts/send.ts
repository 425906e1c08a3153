import type { SendOutcome } from '@quydoi/rails/payout';
import { RailError } from '@quydoi/rails/rail-error';
import type { SignedPayouts } from '@quydoi/rails/signed-payout';
import { describeError } from '../describe-error.ts';
import { callProvider } from './call-provider.ts';
import type { Provider } from './providers.ts';
import { readSignedTransfers, requestOf } from './rail-requests.ts';
import type { SignerCtx } from './signer.ts';
import type { SignerTransfer } from './signer-obligation.ts';

/** Result of sending: the provider's answer, or trouble on the way. */
export type Answer = SendOutcome | { readonly state: 'trouble'; readonly error: RailError };

/** Hands an attempt to its provider, or its newest signed bytes to a node: one call, nothing is written. */
export async function send(ctx: SignerCtx, { key, payouts }: Provider, transfer: SignerTransfer): Promise<Answer> {
  try {
    if (payouts.kind === 'signed') return await broadcast(ctx, payouts, transfer);
    return await callProvider(ctx, key, () => payouts.send(requestOf(transfer), ctx.clock.now()));
  } catch (error) {
    // Anything unforeseen counts as unknown: it may have happened after the write.
    const { network } = transfer.payout;
    return { state: 'trouble', error: error instanceof RailError ? error : new RailError(network, 'malformed', 'unknown', describeError(error)) };
  }
}

async function broadcast(ctx: SignerCtx, payouts: SignedPayouts, { payout, attempt }: SignerTransfer): Promise<Answer> {
  const signed = (await readSignedTransfers(ctx.orm, attempt)).at(-1);
  if (!signed) throw new RailError(payout.network, 'malformed', 'not-done', 'nothing was signed');
  await callProvider(ctx, payout.network, () => payouts.broadcast(signed));
  return { state: 'accepted', reference: signed.txid, fee: null };
}
