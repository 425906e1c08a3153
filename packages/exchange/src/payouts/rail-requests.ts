import type { Orm } from '@quydoi/database/orm';
import { readAttemptTransfers } from '@quydoi/database/repositories/payouts';
import type { Attempt } from '@quydoi/domain/transfer/attempt';
import type { Payout } from '@quydoi/domain/transfer/payout';
import type { PayoutRequest } from '@quydoi/rails/payout';
import type { SignedTransfer } from '@quydoi/rails/signed-payout';
import type { ProviderTransfer } from './signer-obligation.ts';

/** Request of an attempt to its rail; always the same for the same attempt. */
export function requestOf({ obligation, payout, attempt }: ProviderTransfer): PayoutRequest {
  return requestUnder(attempt.key, obligation.memo, payout);
}

/** Request of a payout under a key. */
export function requestUnder(key: string, memo: string, payout: Payout): PayoutRequest {
  const { currency, amount, destination, destinationBank } = payout;
  return { key, currency, amount, destination, destinationBank, memo };
}

/** Transfers signed for an attempt as they were stored, oldest first. */
export async function readSignedTransfers(orm: Orm, { id }: Attempt): Promise<SignedTransfer[]> {
  const rows = await readAttemptTransfers(orm, id);
  return rows.map(({ txid, raw, validUntil, slots }) => ({ txid, raw, validUntil, slots }));
}
