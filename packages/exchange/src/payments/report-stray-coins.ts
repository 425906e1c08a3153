import { readAddressIndexes, readWatchedAddresses } from '@quydoi/database/repositories/leases';
import { readFundsLeft, readIndexesInFlight } from '@quydoi/database/repositories/sweeps';
import { readUnsweptAddresses } from '@quydoi/database/repositories/unswept-deposits';
import { isTradedCode } from '@quydoi/domain/currencies';
import { NETWORKS, type NetworkCode } from '@quydoi/domain/networks';
import { ownFeeCurrencies } from '@quydoi/domain/transfer/sweep';
import { RailError } from '@quydoi/rails/rail-error';
import type { Ctx } from '../context.ts';
import { describeRailError } from '../describe-rail-error.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import { reportExceptions } from '../report-exception.ts';
import { mayBePaidIn, shownSince } from './read-page.ts';
import { strayCoinsAt, worthLooking } from './stray-coins.ts';

/**
 * Records a chain's own coin at addresses that orders have, or had lately, for operators: who is to pay a token sends the coin by mistake. While
 * customers may pay in it, the blocks tell of it. The same sum at an address is recorded once. What we sent there for fees is our own.
 */
export async function reportStrayCoins(ctx: Ctx, network: NetworkCode): Promise<false> {
  const coins = ctx.rails.get(network)?.strayCoins;
  const asset = NETWORKS[network].feeCoin?.unit;
  if (!coins || asset === undefined) return false;
  const now = ctx.clock.now();
  for (const code of ownFeeCurrencies(network).filter(isTradedCode)) if (await mayBePaidIn(ctx, network, code, now)) return false;
  const addresses = await readWatchedAddresses(ctx.orm, network, { freeAfter: now, shownSince: shownSince(now) });
  if (addresses.length === 0) return false;
  const movingBefore = await readIndexesInFlight(ctx.orm, network);
  const told = await readBalances(ctx, network, () => coins.balances(addresses));
  const found = worthLooking(addresses, told);
  if (found.length === 0) return false;
  const moving = new Set([...movingBefore, ...(await readIndexesInFlight(ctx.orm, network))]);
  const ours = await readOurs(
    ctx,
    network,
    await readAddressIndexes(
      ctx.orm,
      found.map(({ account }) => account),
    ),
    moving,
  );
  await reportExceptions(
    ctx,
    strayCoinsAt(found, ours).map(({ account, amount }) => ({
      ...{ network, source: `${network}-balances`, sourceId: `${account} ${asset} ${amount}`, kind: 'other_asset' as const },
      ...{ account, asset, amount: amount.toString(), detail: 'in minor units, by the balance of the address' },
    })),
  );
  return false;
}

/** Coins at addresses that are our own or journalled. Addresses that a transfer of ours is on its way from or to are left out: it may be counted or not. */
async function readOurs(
  ctx: Ctx,
  network: NetworkCode,
  indexes: ReadonlyMap<string, number>,
  moving: ReadonlySet<number>,
): Promise<Map<string, bigint>> {
  const ownFee = ownFeeCurrencies(network);
  const deposits = new Map<number, bigint>();
  for (const code of ownFee) {
    for (const { index, left } of await readUnsweptAddresses(ctx.orm, code)) deposits.set(index, (deposits.get(index) ?? 0n) + left);
  }
  const ours = new Map<string, bigint>();
  for (const [account, index] of indexes) {
    if (!moving.has(index)) ours.set(account, (deposits.get(index) ?? 0n) + (await readFundsLeft(ctx.orm, network, index, ownFee)));
  }
  return ours;
}

async function readBalances(ctx: Ctx, network: NetworkCode, read: () => Promise<readonly bigint[]>): Promise<readonly bigint[]> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    await onRailTrouble(ctx, network, error.trouble, 'coins at deposit addresses not read', { reason: describeRailError(error) });
    return [];
  }
}
