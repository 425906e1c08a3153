import { hasDepositAddresses } from '@quydoi/database/repositories/leases';
import { hasTradedReserve } from '@quydoi/database/repositories/ledger';
import { CURRENCIES, RESERVE_CODES, RESERVES } from '@quydoi/domain/currencies';
import { leasesAddresses, type NetworkCode } from '@quydoi/domain/networks';
import type { Ctx } from '../context.ts';
import { isSwitchedOn } from './abilities.ts';

/**
 * Whether a chain is off, by its own switch or by that of all its currencies, and no order has ever been paid, or promised anything, on it: nothing can
 * happen there, so that its nodes need not be asked. Elsewhere money may come late, or be missing.
 */
export async function isUntraded(ctx: Ctx, network: NetworkCode): Promise<boolean> {
  if (!leasesAddresses(network)) return false;
  const settings = await ctx.settings();
  const isOn = isSwitchedOn(settings, network) && [...settings.currencies].some(([code, { on }]) => on && CURRENCIES[code].network === network);
  if (isOn || (await hasDepositAddresses(ctx.orm, network))) return false;
  return !(await hasTradedReserve(
    ctx.orm,
    RESERVE_CODES.filter((code) => RESERVES[code].network === network),
  ));
}
