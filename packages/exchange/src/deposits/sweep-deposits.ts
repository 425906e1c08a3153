import { ConflictError } from '@quydoi/database/money-tx';
import { isSlotConflict } from '@quydoi/database/repositories/slots';
import { countSweepRefusal, type SweepRefusal } from '@quydoi/database/repositories/sweep-refusals';
import { addSweep, countSweepFailures, moveSweep, readFundsLeft, readSweepsDue } from '@quydoi/database/repositories/sweeps';
import { readSweepableAddresses, type SweepableAddress } from '@quydoi/database/repositories/unswept-deposits';
import { SWEEP_FAILURES_PER_DAY_MAX, SWEEP_REFUSALS_TOLD, SWEEP_RETRY_DELAYS_MS } from '@quydoi/domain/constants';
import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import { DAY_MS } from '@quydoi/domain/durations';
import { formatDecimal } from '@quydoi/domain/money';
import type { NetworkCode } from '@quydoi/domain/networks';
import { ownFeeCurrencies, type Sweep, sweepPostings } from '@quydoi/domain/transfer/sweep';
import { RailError } from '@quydoi/rails/rail-error';
import type { ProvenStatus, SignedPayouts } from '@quydoi/rails/signed-payout';
import type { SweepTerms } from '@quydoi/rails/sweeps';
import { newId } from '../context.ts';
import { describeRailError } from '../describe-rail-error.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { isSendingAllowed } from '../market/abilities.ts';
import { isUntraded } from '../market/is-untraded.ts';
import { reportSlotConflict, signInFreeSlots } from '../payouts/free-slots.ts';
import type { SignerCtx } from '../payouts/signer.ts';
import { readTransferStatus } from '../payouts/transfer-status.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import { fillNonces } from './fill-nonces.ts';
import { broadcastSweep, draftSweep, moveOn, type SweepingRail, type SweepKey, transferOf } from './sweep-transfer.ts';

/** Addresses and transfers handled per run. */
const BATCH_SIZE = 8;

/**
 * Sweeps deposits into the hot wallet, which pays out. An address above the minimum is funded with the fee coin, then swept. Each transfer is
 * signed, stored, then broadcast; an address has at most one in progress. A run ends at the first call that no node answers.
 */
export async function sweepDeposits(ctx: SignerCtx, code: NetworkCode): Promise<boolean> {
  const { sweeps, payouts } = ctx.rails.get(code) ?? {};
  if (!sweeps || payouts?.kind !== 'signed' || !isSendingAllowed(await ctx.settings(), code) || (await isUntraded(ctx, code))) return false;
  const rail = { code, sweeps, payouts };
  const ending = new AbortController();
  const isolated = {
    fieldsOf: () => ({ network: code }),
    stopped: ending.signal,
    async onError(_item: unknown, error: unknown) {
      // Every further call would take its whole time-out as well: the rest waits for the next run.
      if (error instanceof RailError && error.trouble === 'unreachable') ending.abort();
      if (error instanceof RailError) return onRailTrouble(ctx, code, error.trouble, 'deposits not swept', { reason: describeRailError(error) });
      // Another signer is handling it.
      if (!(error instanceof ConflictError)) throw error;
      if (isSlotConflict(error)) reportSlotConflict(ctx, code);
    },
  };
  const due = await readSweepsDue(ctx.orm, code, ctx.clock.now(), BATCH_SIZE);
  await forEachIsolated(ctx, due, 'deposits not swept', (sweep) => followOrPostpone(ctx, payouts, sweep), isolated);
  await forEachIsolated(ctx, [rail], 'nonces not filled', (each) => fillNonces(ctx, each), isolated);
  const now = ctx.clock.now();
  // A cause that fails one sweep after another burns the fee of each: stops for an operator, who sees the failing sweeps.
  if ((await countSweepFailures(ctx.orm, code, new Date(now.getTime() - DAY_MS))) >= SWEEP_FAILURES_PER_DAY_MAX) return false;
  for (const [currency, { min }] of sweeps.terms) {
    const addresses = await readSweepableAddresses(ctx.orm, currency, min, BATCH_SIZE, { now, retryDelaysMs: SWEEP_RETRY_DELAYS_MS });
    await forEachIsolated(ctx, addresses, 'deposits not swept', (address) => begin(ctx, rail, currency, address), isolated);
  }
  return false;
}

async function begin(ctx: SignerCtx, rail: SweepingRail, currency: CurrencyCode, address: SweepableAddress): Promise<void> {
  const terms = rail.sweeps.terms.get(currency);
  if (!terms) return;
  try {
    await prepare(ctx, rail, currency, terms, address);
  } catch (error) {
    // Other errors are the network's: every address would meet them.
    if (!(error instanceof RailError) || error.trouble !== 'refused') throw error;
    await refuse(ctx, { network: rail.code, currency, addressIndex: address.index, detail: describeRailError(error) });
  }
}

async function prepare(ctx: SignerCtx, rail: SweepingRail, currency: CurrencyCode, terms: SweepTerms, address: SweepableAddress): Promise<void> {
  const balance = await rail.sweeps.balance(currency, address.index);
  if (balance < terms.min) {
    const detail = `the chain has ${formatDecimal(balance, CURRENCIES[currency].scale)} of ${formatDecimal(address.left, CURRENCIES[currency].scale)} there`;
    return refuse(ctx, { network: rail.code, currency, addressIndex: address.index, detail });
  }
  // Only deposits that are both credited and in the on-chain balance are swept now.
  const movable = balance - terms.rest;
  const sweep = await signNext(ctx, rail, currency, address.index, movable < address.left ? movable : address.left);
  if (!sweep) return;
  await ctx.checkpoint('sweep.signed');
  await addSweep(ctx.orm, sweep);
  await ctx.checkpoint('sweep.prepared');
  await broadcastSweep(ctx, rail.payouts, sweep);
}

/** Leaves an address alone, longer each time, so that it keeps none of the others from being swept. */
async function refuse(ctx: SignerCtx, refusal: SweepRefusal): Promise<void> {
  const times = await countSweepRefusal(ctx.orm, refusal, ctx.clock.now());
  const { network, currency, addressIndex, detail } = refusal;
  const fields = { network, currency, addressIndex, times, reason: detail };
  if (times === SWEEP_REFUSALS_TOLD) ctx.logger.error(fields, 'a deposit address cannot be swept');
  else ctx.logger.warn(fields, 'a deposit address was not swept');
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
  const missing = await sweeps.feeMissing(currency, index, amount, budget);
  const key: SweepKey = {
    network: code,
    currency,
    addressIndex: index,
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

/** Follows a transfer. One that cannot be followed now has its next turn after the others that are due. */
async function followOrPostpone(ctx: SignerCtx, payouts: SignedPayouts, sweep: Sweep): Promise<void> {
  try {
    await follow(ctx, payouts, sweep);
  } catch (error) {
    // Nothing was written: the rail is asked before.
    if (error instanceof RailError) await moveOn(ctx, sweep, {});
    throw error;
  }
}

/** Looks a transfer up, and rebroadcasts it while it is valid and in no block. */
async function follow(ctx: SignerCtx, payouts: SignedPayouts, sweep: Sweep): Promise<void> {
  const status = await readTransferStatus(ctx, sweep.network, payouts, [transferOf(sweep)]);
  await ctx.checkpoint('sweep.found');
  if (status.state === 'pending') {
    if (sweep.validUntil === null || ctx.clock.now() < sweep.validUntil) await broadcastSweep(ctx, payouts, sweep);
    else await moveOn(ctx, sweep, {});
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
  if (status.state !== 'failed') return;
  // Staked energy makes a failure cost nothing.
  if (fee === 0n) await refuse(ctx, { network: sweep.network, currency: sweep.currency, addressIndex: sweep.addressIndex, detail: status.detail });
  else reportFailure(ctx, settled, fee, status.detail);
}

function reportFailure(ctx: SignerCtx, { id, network, kind, addressIndex }: Sweep, fee: bigint, detail: string): void {
  ctx.logger.error({ sweep: id, network, kind, addressIndex, fee: fee.toString(), detail }, 'a sweep failed on the chain and burned its fee');
}

function feeOf(status: ProvenStatus): bigint {
  return status.state === 'paid' || status.state === 'failed' ? status.fee : 0n;
}
