import {
  countQueuedPayouts,
  readAcceptedDifference,
  readFeeCoinBooks,
  readReserveBooks,
  writeFeeCoin,
} from '@quydoi/database/repositories/balance-checks';
import { CURRENCIES } from '@quydoi/domain/currencies';
import type { FeeUnit, NetworkCode } from '@quydoi/domain/networks';
import { type FeeCoin, type FeeCoinState, feeCoinState, feeCoinText, transfersLeft } from '@quydoi/domain/operations/fee-coin';
import type { SuspensionCause } from '@quydoi/domain/operations/suspension';
import { ownFeeCurrencies } from '@quydoi/domain/transfer/sweep';
import { RailError } from '@quydoi/rails/rail-error';
import { describeRailError } from '../describe-rail-error.ts';
import { isSwitchedOn } from '../market/abilities.ts';
import { isUntraded } from '../market/is-untraded.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import { resumeNetwork, suspendNetwork } from '../suspend-network.ts';
import { callProvider, isReachable } from './call-provider.ts';
import { followCosts } from './follow-cost.ts';
import { gasLeft } from './gas-left.ts';
import type { SignerCtx } from './signer.ts';

/** Default interval of looking how far the fee coin of a hot wallet goes. */
export const FEE_COIN_CHECK_MS = 120_000;

/**
 * Watches the fee coin of a network's hot wallet: warns early, closes the network for new orders before the coin runs out or while a transfer costs
 * more than we pay, and opens it again once it was filled up, or the price has fallen. Automatic fees of customers follow the price.
 * Nothing is asked while the network is off.
 */
export async function watchFeeCoin(ctx: SignerCtx, network: NetworkCode): Promise<false> {
  const payouts = ctx.rails.get(network)?.payouts;
  if (payouts?.kind !== 'signed' || !payouts.feeCoin) return false;
  if (!isSwitchedOn(await ctx.settings(), network) || (await isUntraded(ctx, network))) return false;
  if (!(await isReachable(ctx, network))) {
    await followCosts(ctx, network, null);
    return false;
  }
  const read = payouts.feeCoin;
  try {
    const { perTransferMax, perPayout, ...told } = await callProvider(ctx, network, () => read(ctx.clock.now()));
    const feeCoin = await withoutReserves(ctx, network, told);
    await writeFeeCoin(ctx.orm, { network, ...feeCoin, checkedAt: ctx.clock.now() });
    const { suspensions } = await ctx.settings();
    const wasLow = suspensions.some((one) => one.network === network && one.cause === 'low');
    const state = feeCoinState(feeCoin, await countQueuedPayouts(ctx.orm, network), wasLow);
    await follow(ctx, network, state, `fee coin for ${transfersLeft(feeCoin)} transfers`);
    await followPrice(ctx, network, feeCoin, perTransferMax);
    await followCosts(ctx, network, (code) => perPayout?.[code] ?? feeCoin.perTransfer);
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    await onRailTrouble(ctx, network, error.trouble, 'fee coin not read', { reason: describeRailError(error) });
    await followCosts(ctx, network, null);
  }
  return false;
}

/** The fee coin without what customers are promised of it: a coin that they trade lies in the same wallet. */
async function withoutReserves(ctx: SignerCtx, network: NetworkCode, told: FeeCoin): Promise<FeeCoin> {
  let { balance } = told;
  const ownFee = ownFeeCurrencies(network);
  for (const code of ownFee) {
    const { reserve } = CURRENCIES[code];
    const { total: booked } = await readFeeCoinBooks(ctx.orm, `gas:${reserve as FeeUnit}`, network, 0n, ownFee);
    const gas = booked + (await readAcceptedDifference(ctx.orm, reserve));
    balance = gasLeft(balance, await readReserveBooks(ctx.orm, reserve), gas);
  }
  return { ...told, balance };
}

async function follow(ctx: SignerCtx, network: NetworkCode, state: FeeCoinState, detail: string): Promise<void> {
  if (state !== 'enough') ctx.logger.warn({ network, state, detail }, 'fee coin of the hot wallet has to be filled up');
  const suspensions: [SuspensionCause, boolean][] = [
    ['low', state === 'low' || state === 'dry'],
    ['dry', state === 'dry'],
  ];
  for (const [cause, isSuspended] of suspensions) {
    const key = { network, cause, direction: 'out', subject: 'fee coin' } as const;
    await (isSuspended ? suspendNetwork(ctx, key, detail) : resumeNetwork(ctx, key));
  }
}

/** Stops payouts while a transfer costs more than we pay for one. They resume by themselves. */
async function followPrice(ctx: SignerCtx, network: NetworkCode, { perTransfer }: FeeCoin, max = perTransfer): Promise<void> {
  const key = { network, cause: 'dear', direction: 'out', subject: '' } as const;
  if (perTransfer <= max) return resumeNetwork(ctx, key);
  await suspendNetwork(ctx, key, `a transfer costs up to ${feeCoinText(network, perTransfer)}, above the limit of ${feeCoinText(network, max)}`);
}
