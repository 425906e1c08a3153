import { readAwaitedReferences } from '@quydoi/database/repositories/payments';
import { addSweeps, readSweepsDue } from '@quydoi/database/repositories/sweeps';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { DepositBoosts, StuckDeposit } from '@quydoi/rails/boosts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { isSendingAllowed } from '../market/abilities.ts';
import { isUntraded } from '../market/is-untraded.ts';
import { readTakenSlots, signInFreeSlots } from '../payouts/free-slots.ts';
import type { SignerCtx } from '../payouts/signer.ts';
import { isolateTransfers } from './isolate-transfers.ts';
import { settleSweeps } from './settle-sweeps.ts';
import { broadcastSweeps, draftSweep, type FollowingRail } from './sweep-transfer.ts';

/** Deposits and transfers handled per run. */
const BATCH_SIZE = 8;
/** Most deposits that a run asks the chain about. */
const AWAITED_MAX = 200;

/**
 * Boosts deposits that orders wait for and that are stuck with too low a fee, where that is worth its own: a transfer of ours spends each, and pays for
 * both. Signed, stored, then broadcast, like sweeps.
 */
export async function boostDeposits(ctx: SignerCtx, code: NetworkCode): Promise<boolean> {
  const { boosts, payouts, addresses } = ctx.rails.get(code) ?? {};
  if (!boosts || payouts?.kind !== 'signed' || !isSendingAllowed(await ctx.settings(), code) || (await isUntraded(ctx, code))) return false;
  const rail: FollowingRail = { code, payouts, addresses };
  const isolated = isolateTransfers(ctx, code, 'deposits not boosted');
  const due = await readSweepsDue(ctx.orm, code, ctx.clock.now(), BATCH_SIZE);
  await forEachIsolated(ctx, due, 'deposits not boosted', (transfer) => settleSweeps(ctx, rail, transfer), isolated);
  const boostStuck = async () => {
    const stuck = await findStuck(ctx, code, boosts);
    await forEachIsolated(ctx, stuck.slice(0, BATCH_SIZE), 'deposits not boosted', (deposit) => boost(ctx, rail, boosts, deposit), isolated);
  };
  await forEachIsolated(ctx, [rail], 'deposits not boosted', boostStuck, isolated);
  return false;
}

async function findStuck(ctx: SignerCtx, network: NetworkCode, boosts: DepositBoosts): Promise<readonly StuckDeposit[]> {
  const awaited = await readAwaitedReferences(ctx.orm, network, AWAITED_MAX);
  return awaited.length === 0 ? [] : boosts.find(awaited, ctx.clock.now(), await readTakenSlots(ctx, network));
}

async function boost(ctx: SignerCtx, { code, payouts }: FollowingRail, boosts: DepositBoosts, deposit: StuckDeposit): Promise<void> {
  const { reference, index, amount, cost } = deposit;
  const now = ctx.clock.now();
  const signed = await signInFreeSlots(ctx, code, (inUse) => boosts.sign(reference, now, inUse));
  if (!signed) return;
  const drafted = draftSweep(ctx, { network: code, currency: boosts.currency, addressIndex: index, kind: 'boost', amount, isBatched: false }, signed);
  await ctx.checkpoint('sweep.signed');
  await addSweeps(ctx.orm, [drafted]);
  await ctx.checkpoint('sweep.prepared');
  ctx.logger.info({ network: code, reference, cost: cost.toString() }, 'a stuck deposit is boosted');
  await broadcastSweeps(ctx, payouts, [drafted]);
}
