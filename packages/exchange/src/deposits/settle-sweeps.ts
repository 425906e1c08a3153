import { readPaymentByReference } from '@quydoi/database/repositories/payments';
import { moveSweeps } from '@quydoi/database/repositories/sweeps';
import { feeShares, type Sweep, sweepPostings } from '@quydoi/domain/transfer/sweep';
import { RailError } from '@quydoi/rails/rail-error';
import type { ProvenStatus, TransferStatus } from '@quydoi/rails/signed-payout';
import { newId } from '../context.ts';
import type { SignerCtx } from '../payouts/signer.ts';
import { readTransferStatus } from '../payouts/transfer-status.ts';
import { refuseSweep } from './refuse-sweep.ts';
import { broadcastSweeps, type FollowingRail, moveOn, type TransferSweeps, transferOf } from './sweep-transfer.ts';

/** Settles the sweeps of a transfer. One that cannot be followed now has its next turn after the others that are due. */
export async function settleSweeps(ctx: SignerCtx, rail: FollowingRail, sweeps: TransferSweeps): Promise<void> {
  try {
    await follow(ctx, rail, sweeps);
  } catch (error) {
    // Nothing was written: the rail is asked before.
    if (error instanceof RailError) await moveOn(ctx, sweeps, {});
    throw error;
  }
}

/** Looks up the transfer of sweeps: settles them, or rebroadcasts it while it is valid and in no block. */
async function follow(ctx: SignerCtx, rail: FollowingRail, sweeps: TransferSweeps): Promise<void> {
  const { code, payouts } = rail;
  const [first] = sweeps;
  const { validUntil } = first;
  const told = await readTransferStatus(ctx, code, payouts, [transferOf(sweeps)]);
  const status: TransferStatus = told.state === 'pending' && (await isVain(ctx, first)) ? { state: 'expired' } : told;
  await ctx.checkpoint('sweep.found');
  if (status.state === 'pending') {
    if (validUntil === null || ctx.clock.now() < validUntil) await broadcastSweeps(ctx, payouts, sweeps);
    else await moveOn(ctx, sweeps, {});
    return;
  }
  const now = ctx.clock.now();
  const fees = feeShares(status.state === 'expired' ? 0n : status.fee, sweeps.length);
  const settled = sweeps.map((sweep, n): Sweep & { readonly fee: bigint } => ({
    ...sweep,
    version: sweep.version + 1,
    state: isDone(rail, sweep, status) ? 'done' : 'failed',
    fee: fees[n] ?? 0n,
    settledAt: now,
  }));
  const postings = settled.flatMap((sweep) => sweepPostings(sweep, sweep.fee, () => newId(ctx)));
  await moveSweeps(ctx.orm, settled, postings, now);
  await ctx.checkpoint('sweep.settled');
  if (status.state === 'expired') return;
  const detail = status.state === 'failed' ? status.detail : 'the batch did not move it';
  for (const sweep of settled) if (sweep.state === 'failed') await noteFailure(ctx, sweep, detail);
}

/**
 * Whether a transfer boosts a deposit that was dropped, with which it has vanished. Should the payer send both again, the coins are in our wallet all the
 * same; the fee is then missing in the books.
 */
async function isVain(ctx: SignerCtx, { kind, network, slots }: Sweep): Promise<boolean> {
  const [spent] = slots;
  if (kind !== 'boost' || !spent) return false;
  const deposit = await readPaymentByReference(ctx.orm, { network, account: spent.wallet, reference: spent.resource });
  return deposit?.state === 'dropped';
}

/** Whether a transfer did what a sweep asked of it: a batch may leave some of its addresses out. */
function isDone({ addresses }: FollowingRail, { isBatched, addressIndex }: Sweep, status: ProvenStatus): boolean {
  if (status.state !== 'paid') return false;
  if (!isBatched) return true;
  const address = addresses?.derive(addressIndex);
  return address !== undefined && (status.sweptFrom ?? []).includes(address);
}

async function noteFailure(ctx: SignerCtx, sweep: Sweep & { readonly fee: bigint }, detail: string): Promise<void> {
  const { id, network, kind, currency, addressIndex, fee } = sweep;
  // Staked energy makes a failure cost nothing.
  if (fee === 0n) await refuseSweep(ctx, { network, currency, addressIndex, detail });
  else ctx.logger.error({ sweep: id, network, kind, addressIndex, fee: fee.toString(), detail }, 'a sweep failed on the chain and burned its fee');
}
