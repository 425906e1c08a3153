import type { PayoutRecord } from '@quydoi/rails/payout';
import { RailError } from '@quydoi/rails/rail-error';
import type { ProvenStatus } from '@quydoi/rails/signed-payout';
import { describeRailError } from '../describe-rail-error.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import { callProvider } from './call-provider.ts';
import { readSignedTransfers, requestOf } from './rail-requests.ts';
import { reportContradiction } from './report-contradiction.ts';
import type { SignerCtx } from './signer.ts';
import type { ProviderTransfer } from './signer-obligation.ts';
import { readTransferStatus } from './transfer-status.ts';

/** Outcome of an attempt by the provider's records or the chain's irreversible side. */
export type ProviderRecord = PayoutRecord | ProvenStatus;

/** Reads the record of an attempt; null when the records could not be read, which says nothing about the payout. */
export async function checkAttempt(ctx: SignerCtx, transfer: ProviderTransfer): Promise<ProviderRecord | null> {
  const { payout, attempt } = transfer;
  const payouts = ctx.rails.get(payout.network)?.payouts;
  if (!payouts) return null;
  try {
    if (payouts.kind !== 'signed') {
      const find = () => payouts.find(requestOf(transfer), attempt.sentAt ?? attempt.createdAt, ctx.clock.now());
      const record = await callProvider(ctx, payout.network, find);
      if (record.state === 'paid' && record.duplicates) await reportContradiction(ctx, transfer, 'duplicated');
      return record;
    }
    const signed = await readSignedTransfers(ctx.orm, attempt);
    if (signed.length === 0) return null;
    return await callProvider(ctx, payout.network, () => readTransferStatus(ctx, payout.network, payouts, signed));
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    const reason = describeRailError(error, [attempt.key, transfer.obligation.memo]);
    await onRailTrouble(ctx, payout.network, error.trouble, 'payout records not read', { reason, payout: payout.id, attempt: attempt.id });
    if (error.trouble === 'duplicated') await reportContradiction(ctx, transfer, 'duplicated');
    return null;
  }
}

/** Whether the record proves that the attempt moved no money, or that it came back. A reversal is believed of keyed providers only. */
export function isProvenUnpaid(kind: 'one-shot' | 'keyed' | 'signed', record: ProviderRecord): boolean {
  switch (record.state) {
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
