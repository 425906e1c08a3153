import type { PayoutState } from '@quydoi/domain/order/payout-steps';
import { type PayoutRecord, RailError, type TransferStatus } from '@quydoi/rails/rail';
import { onRailTrouble } from '../rail-trouble.ts';
import { requestOf, transferOf } from './payout-state.ts';
import type { SignerCtx } from './signer.ts';

/** What a provider's records or a chain's irreversible side say of an attempt. */
export type Look = PayoutRecord | TransferStatus;

/** Looks an attempt up; null when the records could not be read, which says nothing about the payout. */
export async function lookUp(ctx: SignerCtx, state: Pick<PayoutState, 'order' | 'payout' | 'attempt'>): Promise<Look | null> {
  const { payout, attempt } = state;
  const payOut = ctx.rails.get(payout.rail)?.payOut;
  if (!payOut) return null;
  try {
    if (payOut.kind !== 'signed') return await payOut.find(requestOf(state), attempt.sentAt ?? attempt.createdAt, ctx.clock.now());
    const transfer = transferOf(state);
    return transfer && (await payOut.status([transfer]));
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    await onRailTrouble(ctx, payout.rail, error.trouble, 'payout records not read');
    return null;
  }
}

/** Whether this proves that the attempt moved no money, or that it came back. One-shot providers are not believed about that. */
export function isProvenUnpaid(kind: 'one-shot' | 'keyed' | 'signed', look: Look): boolean {
  switch (look.state) {
    case 'failed':
    case 'expired':
      return true;
    case 'absent':
    case 'refused':
      return kind !== 'signed';
    case 'reversed':
      return kind === 'keyed';
    case 'paid':
    case 'pending':
    case 'waiting-otp':
      return false;
  }
}
