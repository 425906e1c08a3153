import { hasVoucherBeingSent, readVoucherReferencesSince } from '@quydoi/database/repositories/vouchers';
import type { Change } from '@quydoi/domain/change';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { HOUR_MS } from '@quydoi/domain/durations';
import type { Attempt } from '@quydoi/domain/transfer/attempt';
import type { Payout } from '@quydoi/domain/transfer/payout';
import type { KnownReferences } from '@quydoi/rails/payout';
import type { VoucherCode } from '@quydoi/rails/voucher';
import { issuedVoucherOf } from '../vouchers/issued-vouchers.ts';
import type { SignerCtx } from './signer.ts';
import type { ProviderTransfer } from './signer-obligation.ts';

/** How long before an attempt the vouchers of other attempts may have been created that the issuer lists beside its own. */
const BEFORE_MS = HOUR_MS;

/** What our books tell the issuer's list by, where payouts are vouchers: it carries no key of ours. Undefined elsewhere. */
export async function readKnownReferences(ctx: SignerCtx, { payout, attempt }: ProviderTransfer): Promise<KnownReferences | undefined> {
  if (!CURRENCIES[payout.currency].isVoucher) return undefined;
  const since = new Date((attempt.sentAt ?? attempt.createdAt).getTime() - BEFORE_MS);
  return { own: attempt.reference, others: await readVoucherReferencesSince(ctx.orm, since, attempt.id) };
}

/** Adds the voucher that an attempt has paid out to the change that records it: what the customer is owed is never stored without it. */
export function withVoucher(
  ctx: SignerCtx,
  { payout, attempt }: ProviderTransfer,
  change: Change,
  paid: { readonly reference: string; readonly voucher?: VoucherCode | undefined },
): Change {
  if (!paid.voucher || payout.orderId === null) return change;
  const issued = { attemptId: attempt.id, orderId: payout.orderId, reference: paid.reference, amount: payout.amount };
  return { ...change, vouchers: [...change.vouchers, issuedVoucherOf(ctx, ctx.voucherSecrets, paid.voucher, issued)] };
}

/**
 * Whether an attempt to create a voucher was refused by its issuer, or never reached it: it is not looked up again. The issuer's list carries no key of
 * ours, so that a voucher of the same amount that is another attempt's would pass for its own.
 */
export function isRefusedVoucher({ currency }: Pick<Payout, 'currency'>, { state, reference }: Pick<Attempt, 'state' | 'reference'>): boolean {
  return CURRENCIES[currency].isVoucher === true && state === 'refused' && reference === null;
}

/**
 * Whether a voucher that the issuer's list shows for an earlier attempt may be another attempt's, asked after the list was read: one is being sent whose
 * answer is not stored yet, or another one has it by now.
 */
export async function mayBeAnothers(ctx: SignerCtx, transfer: ProviderTransfer, reference: string): Promise<boolean> {
  if (!CURRENCIES[transfer.payout.currency].isVoucher || transfer.attempt.reference === reference) return false;
  if (await hasVoucherBeingSent(ctx.orm, transfer.attempt.id)) return true;
  return (await readKnownReferences(ctx, transfer))?.others.has(reference) ?? false;
}
