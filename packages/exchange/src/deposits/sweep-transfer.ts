import { moveSweeps } from '@quydoi/database/repositories/sweeps';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { Sweep } from '@quydoi/domain/transfer/sweep';
import type { SignedPayouts, SignedTransfer } from '@quydoi/rails/signed-payout';
import type { DepositAddresses, DepositSweeps } from '@quydoi/rails/sweeps';
import { newId } from '../context.ts';
import type { SignerCtx } from '../payouts/signer.ts';

/** Interval between checks of a sweep in flight. */
const POLL_MS = 3_000;

/** A chain whose deposits this process can sweep. */
export interface SweepingRail {
  readonly code: NetworkCode;
  readonly sweeps: DepositSweeps;
  readonly payouts: SignedPayouts;
  readonly addresses?: DepositAddresses | undefined;
}

/** A chain whose transfers from and to deposit addresses this process can follow. */
export type FollowingRail = Omit<SweepingRail, 'sweeps'>;

/** What a sweep or fund moves, and from or to which address. */
export type SweepKey = Pick<Sweep, 'network' | 'currency' | 'addressIndex' | 'kind' | 'amount' | 'isBatched'>;

/** The sweeps of one transfer: one, or those of a batch. */
export type TransferSweeps = readonly [Sweep, ...Sweep[]];

/** Drafts the row of a signed sweep or fund. */
export function draftSweep(ctx: SignerCtx, key: SweepKey, { txid, raw, validUntil, slots }: SignedTransfer): Sweep {
  const now = ctx.clock.now();
  const rest = { state: 'prepared', fee: null, createdAt: now, nextCheckAt: now, settledAt: null } as const;
  return { id: newId(ctx), version: 1, ...key, key: txid, raw, validUntil, slots, ...rest };
}

/** The signed transfer of sweeps. */
export function transferOf([first, ...others]: TransferSweeps): SignedTransfer {
  const { key, raw, validUntil } = first;
  return { txid: key, raw, validUntil, slots: [first, ...others].flatMap(({ slots }) => slots) };
}

/** Broadcasts a stored transfer, and records that it was sent. */
export async function broadcastSweeps(ctx: SignerCtx, payouts: SignedPayouts, sweeps: TransferSweeps): Promise<void> {
  await payouts.broadcast(transferOf(sweeps));
  await ctx.checkpoint('sweep.sent');
  await moveOn(ctx, sweeps, { state: 'sent' });
}

/** Writes the next versions of sweeps that are still in flight, and schedules their next check. */
export async function moveOn(ctx: SignerCtx, sweeps: TransferSweeps, set: Partial<Sweep>): Promise<void> {
  const now = ctx.clock.now();
  const nextCheckAt = new Date(now.getTime() + POLL_MS);
  await moveSweeps(
    ctx.orm,
    sweeps.map((sweep) => ({ ...sweep, ...set, version: sweep.version + 1, nextCheckAt })),
    [],
    now,
  );
}
