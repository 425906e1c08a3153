import { moveSweep } from '@quydoi/database/repositories/sweeps';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { Sweep } from '@quydoi/domain/transfer/sweep';
import type { SignedPayouts, SignedTransfer } from '@quydoi/rails/signed-payout';
import type { DepositSweeps } from '@quydoi/rails/sweeps';
import { newId } from '../context.ts';
import type { SignerCtx } from '../payouts/signer.ts';

/** Interval between checks of a sweep in flight. */
const POLL_MS = 3_000;

/** A chain whose deposits this process can sweep. */
export interface SweepingRail {
  readonly code: NetworkCode;
  readonly sweeps: DepositSweeps;
  readonly payouts: SignedPayouts;
}

/** What a sweep or fund moves, and where. */
export type SweepKey = Pick<Sweep, 'network' | 'currency' | 'addressIndex' | 'kind' | 'amount'>;

/** Drafts the row of a signed sweep or fund. */
export function draftSweep(ctx: SignerCtx, key: SweepKey, { txid, raw, validUntil, slots }: SignedTransfer): Sweep {
  const now = ctx.clock.now();
  const rest = { state: 'prepared', fee: null, createdAt: now, nextCheckAt: now, settledAt: null } as const;
  return { id: newId(ctx), version: 1, ...key, key: txid, raw, validUntil, slots, ...rest };
}

/** The signed transfer of a sweep. */
export function transferOf({ key, raw, validUntil, slots }: Sweep): SignedTransfer {
  return { txid: key, raw, validUntil, slots };
}

/** Broadcasts a stored sweep, and records that it was sent. */
export async function broadcastSweep(ctx: SignerCtx, payouts: SignedPayouts, sweep: Sweep): Promise<void> {
  await payouts.broadcast(transferOf(sweep));
  await ctx.checkpoint('sweep.sent');
  await moveOn(ctx, sweep, { state: 'sent' });
}

/** Writes the next version of a sweep that is still in flight, and schedules its next check. */
export async function moveOn(ctx: SignerCtx, sweep: Sweep, set: Partial<Sweep>): Promise<void> {
  const now = ctx.clock.now();
  await moveSweep(ctx.orm, { ...sweep, ...set, version: sweep.version + 1, nextCheckAt: new Date(now.getTime() + POLL_MS) }, [], now);
}
