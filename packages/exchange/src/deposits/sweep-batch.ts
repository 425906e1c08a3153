import { addSweeps, hasBatchInFlight } from '@quydoi/database/repositories/sweeps';
import type { SweepableAddress } from '@quydoi/database/repositories/unswept-deposits';
import { RailError } from '@quydoi/rails/rail-error';
import type { SignedTransfer } from '@quydoi/rails/signed-payout';
import type { BatchedDeposit, BatchSweeps } from '@quydoi/rails/sweeps';
import { describeRailError } from '../describe-rail-error.ts';
import { signInFreeSlots } from '../payouts/free-slots.ts';
import type { SignerCtx } from '../payouts/signer.ts';
import { areBatchesAble, forgetBatchAbility } from './batch-ability.ts';
import { readMovable } from './read-movable.ts';
import { broadcastSweeps, draftSweep, type SweepingRail } from './sweep-transfer.ts';

/**
 * Sweeps addresses in one transfer, where the chain offers it. While a batch is on its way the next one gathers addresses, until it is full.
 * @param addresses those of the batches' currency that can be swept
 * @returns addresses that have to be swept alone
 * @throws RailError when nothing was signed
 */
export async function sweepBatch(
  ctx: SignerCtx,
  rail: SweepingRail,
  batches: BatchSweeps,
  addresses: readonly SweepableAddress[],
): Promise<readonly SweepableAddress[]> {
  if (addresses.length === 0 || !(await areBatchesAble(ctx, rail.code, batches))) return addresses;
  // One that has failed tells why when it is swept alone. One that delegates could refuse the coin that orders are to be paid in there.
  const goesAlone = ({ hasFailed, isForCoin }: SweepableAddress) => hasFailed || isForCoin;
  const [alone, together] = [addresses.filter(goesAlone), addresses.filter((address) => !goesAlone(address))];
  const batch = together.slice(0, batches.sizeMax);
  if (batch.length < batches.sizeMax && (await hasBatchInFlight(ctx.orm, batches.currency))) return alone;
  const movable: BatchedDeposit[] = [];
  for (const address of batch) {
    const amount = await readMovable(ctx, rail, batches.currency, address);
    if (amount !== null) movable.push({ index: address.index, amount });
  }
  const deposits = await selectFrom(ctx, batches, movable);
  const isAffordable = deposits.length === 0 || (await sendIfAffordable(ctx, rail, batches, deposits));
  const sent = new Set(isAffordable ? deposits.map(({ index }) => index) : []);
  const left = new Set(movable.map(({ index }) => index).filter((index) => !sent.has(index)));
  return [...alone, ...batch.filter(({ index }) => left.has(index))];
}

async function selectFrom(ctx: SignerCtx, batches: BatchSweeps, movable: readonly BatchedDeposit[]): Promise<readonly BatchedDeposit[]> {
  try {
    return movable.length === 0 ? [] : await batches.select(movable, ctx.clock.now());
  } catch (error) {
    if (error instanceof RailError && error.trouble === 'malformed') forgetBatchAbility(batches);
    throw error;
  }
}

/** Sends a batch. @returns false when the hot wallet is short of the most that a batch may cost, which is far more than a single fund */
async function sendIfAffordable(ctx: SignerCtx, rail: SweepingRail, batches: BatchSweeps, deposits: readonly BatchedDeposit[]): Promise<boolean> {
  const now = ctx.clock.now();
  let signed: SignedTransfer | null;
  try {
    signed = await signInFreeSlots(ctx, rail.code, (inUse) => batches.sign(deposits, now, inUse));
  } catch (error) {
    if (!(error instanceof RailError) || error.trouble !== 'short') throw error;
    ctx.logger.warn({ network: rail.code, reason: describeRailError(error) }, 'deposits are swept one by one');
    return false;
  }
  if (signed) await send(ctx, rail, batches, deposits, signed);
  return true;
}

async function send(
  ctx: SignerCtx,
  { code, payouts }: SweepingRail,
  batches: BatchSweeps,
  deposits: readonly BatchedDeposit[],
  signed: SignedTransfer,
): Promise<void> {
  const [first, ...others] = deposits;
  if (!first) return;
  const draft = ({ index, amount }: BatchedDeposit, slots = signed.slots) =>
    draftSweep(ctx, { network: code, currency: batches.currency, addressIndex: index, kind: 'sweep', amount, isBatched: true }, { ...signed, slots });
  const sweeps = [draft(first), ...others.map((deposit) => draft(deposit, []))] as const;
  await ctx.checkpoint('sweep.signed');
  await addSweeps(ctx.orm, sweeps);
  await ctx.checkpoint('sweep.prepared');
  await broadcastSweeps(ctx, payouts, sweeps);
}
