import type { OrderVerb } from '@quydoi/database/repositories/audit';
import type { Payout } from '@quydoi/domain/transfer/payout';

/** Manual payouts that operators recorded for an obligation after an earlier payout of it failed. */
export function manualPayoutsAfter({ obligationKind, obligationId, seq }: Payout, payouts: readonly Payout[]): Payout[] {
  return payouts.filter(
    (one) =>
      one.madeBy === 'operator' &&
      one.state === 'settled' &&
      one.obligationKind === obligationKind &&
      one.obligationId === obligationId &&
      one.seq > seq,
  );
}

/** Whether a manual payout is a payout's transfer as its provider tells of it: the same part, reference and amount. */
export function isRecordOf(manual: Payout, { part, parts, amount, fee }: Payout, reference: string): boolean {
  return manual.reference === reference && manual.part === part && manual.parts === parts && manual.amount + manual.fee === amount + fee;
}

/**
 * Whether an operator's call about an order recorded a manual payout with a reference: of the order itself, or of its refund. A payment that was
 * returned manually is returned by nothing else: no record of it lets another transfer go.
 */
export function recordsManually({ verb, input }: OrderVerb, { obligationKind }: Payout, reference: string): boolean {
  if (input.reference !== reference) return false;
  if (obligationKind === 'refund') return verb === 'refundOrder';
  if (obligationKind !== 'order') return false;
  return verb === 'recordManualPayout' || (verb === 'resolveError' && input.decision === 'delivered');
}
