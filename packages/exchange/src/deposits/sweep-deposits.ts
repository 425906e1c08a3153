import { ConflictError } from '@quydoi/database/money-tx';
import { addSweep, moveSweep, readSweepableAddresses, readSweepsDue, type SweepableAddress } from '@quydoi/database/repositories/sweeps';
import { NETWORKS, type NetworkCode } from '@quydoi/domain/networks';
import { type Sweep, sweepPostings } from '@quydoi/domain/transfer/sweep';
import { type DepositSweeps, RailError, type SignedPayOut, type SignedTransfer, type TransferStatus } from '@quydoi/rails/rail';
import { newId } from '../context.ts';
import { describeError } from '../describe-error.ts';
import type { SignerCtx } from '../payouts/signer.ts';
import { onRailTrouble } from '../rail-trouble.ts';

const AT_ONCE = 8;
const LOOK_AGAIN_MS = 3_000;
/** A token slot that holds something costs the next customer half the energy of an empty one. */
const LEFT_BEHIND = 1n;

/** From when on an address is emptied, in minor units of what lies there. */
export interface SweepThreshold {
  readonly rail: NetworkCode;
  readonly min: bigint;
}

/**
 * Moves deposits into the hot wallet, from where they can be paid out: an address with enough on it is brought the coin for its fee, then
 * emptied. Every transfer is signed, written down and only then sent; at most one is under way for an address.
 */
export async function sweepDeposits(ctx: SignerCtx, { rail, min }: SweepThreshold): Promise<boolean> {
  const { sweeps, payOut } = ctx.rails.get(rail) ?? {};
  if (!sweeps || payOut?.kind !== 'signed' || !(await ctx.settings()).rails.get(rail)?.on) return false;
  for (const sweep of await readSweepsDue(ctx.orm, rail, ctx.clock.now(), AT_ONCE)) await guarded(ctx, rail, () => follow(ctx, payOut, sweep));
  for (const address of await readSweepableAddresses(ctx.orm, rail, min, AT_ONCE)) {
    await guarded(ctx, rail, () => begin(ctx, rail, sweeps, payOut, address, min));
  }
  return false;
}

/** One address or transfer that is in trouble keeps nobody else waiting. */
async function guarded(ctx: SignerCtx, rail: NetworkCode, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof RailError) return onRailTrouble(ctx, rail, error.trouble, `deposits not swept: ${error.message}`);
    // Another signer has it.
    if (!(error instanceof ConflictError)) ctx.logger.error({ rail, error: describeError(error) }, 'deposits not swept');
  }
}

async function begin(
  ctx: SignerCtx,
  rail: NetworkCode,
  sweeps: DepositSweeps,
  payOut: SignedPayOut,
  address: SweepableAddress,
  min: bigint,
): Promise<void> {
  const { index, left } = address;
  const now = ctx.clock.now();
  const there = (await sweeps.balance(index)) - LEFT_BEHIND;
  // What is there and not credited yet waits for the next time; so does what the books expect and the chain does not show.
  const amount = there < left ? there : left;
  if (amount < min - LEFT_BEHIND) return;
  const needed = NETWORKS[rail].feeCoin?.sweepFee ?? 0n;
  const gas = await sweeps.gas(index);
  const sweep =
    gas < needed
      ? draft(ctx, rail, index, 'fund', needed - gas, await sweeps.signFund(index, needed - gas, now))
      : draft(ctx, rail, index, 'sweep', amount, await sweeps.signSweep(index, amount, now));
  await ctx.checkpoint('sweep.signed');
  await addSweep(ctx.orm, sweep);
  await ctx.checkpoint('sweep.prepared');
  await broadcast(ctx, payOut, sweep);
}

function draft(ctx: SignerCtx, rail: NetworkCode, addressIndex: number, kind: Sweep['kind'], amount: bigint, signed: SignedTransfer): Sweep {
  const now = ctx.clock.now();
  const { txid: key, raw, validUntil } = signed;
  const rest = { state: 'prepared', fee: null, createdAt: now, nextCheckAt: now, settledAt: null } as const;
  return { id: newId(ctx), version: 1, rail, addressIndex, kind, amount, key, raw, validUntil, ...rest };
}

function transferOf({ key, raw, validUntil }: Sweep): SignedTransfer {
  return { txid: key, raw, validUntil, slot: null };
}

async function broadcast(ctx: SignerCtx, payOut: SignedPayOut, sweep: Sweep): Promise<void> {
  await payOut.broadcast(transferOf(sweep));
  await ctx.checkpoint('sweep.sent');
  await move(ctx, sweep, { state: 'sent' });
}

/** Looks at a transfer under way; one that no block has yet is handed in again. */
async function follow(ctx: SignerCtx, payOut: SignedPayOut, sweep: Sweep): Promise<void> {
  const status = await payOut.status([transferOf(sweep)]);
  await ctx.checkpoint('sweep.found');
  if (status.state === 'pending') {
    if (sweep.validUntil === null || ctx.clock.now() < sweep.validUntil) await broadcast(ctx, payOut, sweep);
    else await move(ctx, sweep, {});
    return;
  }
  const settled: Sweep = { ...sweep, state: status.state === 'paid' ? 'done' : 'failed' };
  const fee = feeOf(status);
  await moveSweep(
    ctx.orm,
    { ...settled, version: sweep.version + 1, fee, settledAt: ctx.clock.now() },
    sweepPostings(settled, fee, () => newId(ctx)),
    ctx.clock.now(),
  );
  await ctx.checkpoint('sweep.settled');
}

function feeOf(status: TransferStatus): bigint {
  return status.state === 'paid' || status.state === 'failed' ? status.fee : 0n;
}

async function move(ctx: SignerCtx, sweep: Sweep, set: Partial<Sweep>): Promise<void> {
  const now = ctx.clock.now();
  await moveSweep(ctx.orm, { ...sweep, ...set, version: sweep.version + 1, nextCheckAt: new Date(now.getTime() + LOOK_AGAIN_MS) }, [], now);
}
