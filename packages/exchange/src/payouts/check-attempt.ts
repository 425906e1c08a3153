import { HOUR_MS } from '@quydoi/domain/durations';
import type { PayoutRecord } from '@quydoi/rails/payout';
import { RailError } from '@quydoi/rails/rail-error';
import type { ProvenStatus } from '@quydoi/rails/signed-payout';
import { describeRailError } from '../describe-rail-error.ts';
import { isDueAgain } from '../due-again.ts';
import { callProvider } from './call-provider.ts';
import { readKnownReferences } from './paid-vouchers.ts';
import { onPayoutTrouble } from './payout-trouble.ts';
import { providerOf } from './providers.ts';
import { readSignedTransfers, requestOf } from './rail-requests.ts';
import { reportContradiction } from './report-contradiction.ts';
import type { SignerCtx } from './signer.ts';
import type { ProviderTransfer } from './signer-obligation.ts';
import { readTransferStatus } from './transfer-status.ts';

const NO_PROVIDER_REPORT_MS = HOUR_MS;

/** Outcome of an attempt by the provider's records or the chain's irreversible side. */
export type ProviderRecord = PayoutRecord | ProvenStatus;

/** Reads the record of an attempt; null when the records could not be read, which says nothing about the payout. */
export async function checkAttempt(ctx: SignerCtx, transfer: ProviderTransfer): Promise<ProviderRecord | null> {
  const { payout, attempt } = transfer;
  const provider = providerOf(ctx, payout, attempt);
  if (!provider) return withoutProvider(ctx, transfer);
  const { key, payouts } = provider;
  try {
    if (payouts.kind !== 'signed') {
      const known = await readKnownReferences(ctx, transfer);
      const find = () => payouts.find(requestOf(transfer), attempt.sentAt ?? attempt.createdAt, ctx.clock.now(), known);
      const record = await callProvider(ctx, key, find);
      // The customer has its code: a list that does not show it is not complete.
      if (record.state === 'absent' && known?.own) return null;
      if (record.state === 'paid' && record.duplicates) await reportContradiction(ctx, transfer, 'duplicated');
      return record;
    }
    const signed = await readSignedTransfers(ctx.orm, attempt);
    if (signed.length === 0) return null;
    return await callProvider(ctx, key, () => readTransferStatus(ctx, payout.network, payouts, signed));
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    const reason = describeRailError(error, [attempt.key, transfer.obligation.memo]);
    await onPayoutTrouble(ctx, provider, error.trouble, 'payout records not read', { reason, payout: payout.id, attempt: attempt.id });
    if (error.trouble === 'duplicated') await reportContradiction(ctx, transfer, 'duplicated');
    return null;
  }
}

/** An attempt at a provider that this process has no credentials of: nobody else can tell what came of it. An alarm, again and again. */
function withoutProvider(ctx: SignerCtx, { attempt }: ProviderTransfer): null {
  if (attempt.provider !== null && isDueAgain(ctx, `no provider ${attempt.provider}`, NO_PROVIDER_REPORT_MS))
    ctx.logger.error({ attempt: attempt.id, provider: attempt.provider }, 'attempts wait for a provider that this signer has no credentials of');
  return null;
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
