import { addSweeps, countSweepFailures, readFundsLeft, readSweepsDue } from '@quydoi/database/repositories/sweeps';
import { readSweepableAddresses, type SweepableAddress } from '@quydoi/database/repositories/unswept-deposits';
import { SWEEP_FAILURES_PER_DAY_MAX, SWEEP_RETRY_DELAYS_MS } from '@quydoi/domain/constants';
import type { CurrencyCode } from '@quydoi/domain/currencies';
import { DAY_MS } from '@quydoi/domain/durations';
import type { NetworkCode } from '@quydoi/domain/networks';
import { ownFeeCurrencies, type Sweep } from '@quydoi/domain/transfer/sweep';
import { RailError } from '@quydoi/rails/rail-error';
import { describeRailError } from '../describe-rail-error.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { isSendingAllowed } from '../market/abilities.ts';
import { isUntraded } from '../market/is-untraded.ts';
import { signInFreeSlots } from '../payouts/free-slots.ts';
import type { SignerCtx } from '../payouts/signer.ts';
import { fillNonces } from './fill-nonces.ts';
import { isolateTransfers } from './isolate-transfers.ts';
import { readMovable } from './read-movable.ts';
import { refuseSweep } from './refuse-sweep.ts';
import { settleSweeps } from './settle-sweeps.ts';
import { sweepBatch } from './sweep-batch.ts';
import { broadcastSweeps, draftSweep, type SweepingRail, type SweepKey } from './sweep-transfer.ts';

/** Addresses and transfers handled per run. */
const BATCH_SIZE = 8;

/**
 * Sweeps deposits into the hot wallet, which pays out. Addresses above the minimum are swept several at once where the chain offers it; others are funded
 * with the fee coin, then swept. Each transfer is signed, stored, then broadcast; an address has at most one in progress. A run
 * ends at the first call that no node answers.
 */
export async function sweepDeposits(ctx: SignerCtx, code: NetworkCode): Promise<boolean> {
  const { sweeps, payouts, addresses } = ctx.rails.get(code) ?? {};
  if (!sweeps || payouts?.kind !== 'signed' || !isSendingAllowed(await ctx.settings(), code) || (await isUntraded(ctx, code))) return false;
  const rail = { code, sweeps, payouts, addresses };
  const isolated = isolateTransfers(ctx, code, 'deposits not swept');
  const due = await readSweepsDue(ctx.orm, code, ctx.clock.now(), BATCH_SIZE);
  await forEachIsolated(ctx, due, 'deposits not swept', (transfer) => settleSweeps(ctx, rail, transfer), isolated);
  await forEachIsolated(ctx, [rail], 'nonces not filled', (each) => fillNonces(ctx, each), isolated);
  const now = ctx.clock.now();
  // A cause that fails one sweep after another burns the fee of each: stops for an operator, who sees the failing sweeps.
  if ((await countSweepFailures(ctx.orm, code, new Date(now.getTime() - DAY_MS))) >= SWEEP_FAILURES_PER_DAY_MAX) return false;
  for (const [currency, { min }] of sweeps.terms) {
    const sweepable = await readSweepableAddresses(ctx.orm, currency, min, BATCH_SIZE, { now, retryDelaysMs: SWEEP_RETRY_DELAYS_MS });
    const { batches } = sweeps;
    let alone: readonly SweepableAddress[] = sweepable;
    if (batches?.currency === currency) {
      alone = [];
      const sweepTogether = async () => {
        alone = await sweepBatch(ctx, rail, batches, sweepable);
      };
      await forEachIsolated(ctx, [rail], 'deposits not swept', sweepTogether, isolated);
    }
    await forEachIsolated(ctx, alone, 'deposits not swept', (address) => begin(ctx, rail, currency, address), isolated);
  }
  return false;
}

async function begin(ctx: SignerCtx, rail: SweepingRail, currency: CurrencyCode, address: SweepableAddress): Promise<void> {
  try {
    const amount = await readMovable(ctx, rail, currency, address);
    if (amount !== null) await send(ctx, rail, currency, address.index, amount);
  } catch (error) {
    // Other errors are the network's: every address would meet them.
    if (!(error instanceof RailError) || error.trouble !== 'refused') throw error;
    await refuseSweep(ctx, { network: rail.code, currency, addressIndex: address.index, detail: describeRailError(error) });
  }
}

/** Sends the sweep, or first the funding of its fee. */
async function send(ctx: SignerCtx, rail: SweepingRail, currency: CurrencyCode, index: number, amount: bigint): Promise<void> {
  const sweep = await signNext(ctx, rail, currency, index, amount);
  if (!sweep) return;
  await ctx.checkpoint('sweep.signed');
  await addSweeps(ctx.orm, [sweep]);
  await ctx.checkpoint('sweep.prepared');
  await broadcastSweeps(ctx, rail.payouts, [sweep]);
}

/** Signs the sweep, or first the funding of its fee. Null when the rail chose a slot in use. */
async function signNext(
  ctx: SignerCtx,
  { code, sweeps }: SweepingRail,
  currency: CurrencyCode,
  index: number,
  amount: bigint,
): Promise<Sweep | null> {
  const now = ctx.clock.now();
  const budget = await readFeeBudget(ctx, code, currency, index);
  const missing = await sweeps.feeMissing(currency, index, amount, budget, now);
  const key: SweepKey = {
    network: code,
    currency,
    addressIndex: index,
    isBatched: false,
    ...(missing > 0n ? { kind: 'fund', amount: missing } : { kind: 'sweep', amount }),
  };
  const signed = await signInFreeSlots(ctx, code, (inUse) =>
    key.kind === 'fund' ? sweeps.signFund(index, key.amount, now, inUse) : sweeps.signSweep(currency, index, key.amount, now, inUse, budget),
  );
  return signed && draftSweep(ctx, key, signed);
}

/**
 * What a sweep may spend of the fee coin at its address: where customers pay in that coin too, only what was sent there for fees. Undefined where all of
 * it may be spent.
 */
async function readFeeBudget(ctx: SignerCtx, code: NetworkCode, currency: CurrencyCode, index: number): Promise<bigint | undefined> {
  const ownFee = ownFeeCurrencies(code);
  return ownFee.length === 0 || ownFee.includes(currency) ? undefined : readFundsLeft(ctx.orm, code, index, ownFee);
}
