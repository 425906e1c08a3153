import { AppError } from '@quydoi/contract/errors';
import { hasReadBlocks } from '@quydoi/database/repositories/cursors';
import { type ReservedAddress, releaseAddress, reserveFreeAddress, reserveNewAddress } from '@quydoi/database/repositories/leases';
import { CURRENCIES, type CurrencyCode, networkOf } from '@quydoi/domain/currencies';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { CollectionSettings } from '@quydoi/domain/settings';
import type { DepositAddresses } from '@quydoi/rails/sweeps';
import type { Ctx } from '../context.ts';
import type { OrderDeps } from './order-deps.ts';

/** Pay-in account of a new order, with its reservation when it is a deposit address of the order's own. */
export interface PayInAccount {
  readonly account: string;
  readonly reservation: ReservedAddress | null;
  /** The bank account with its bank and holder; null on other networks. */
  readonly holder: CollectionSettings | null;
}

/** How long an address is reserved, before the order is admitted. */
const RESERVATION_MS = 600_000;
/** How long to wait for the first read of a chain after the exchange started. */
const READING_TRIES_MAX = 10;
const READING_PAUSE_MS = 300;

/**
 * Returns the pay-in account of a new order in this currency: the collecting bank account, our shared wallet, or a deposit address reserved now.
 * Error: MAINTENANCE when none is available in this process.
 */
export async function takePayInAccount(ctx: Ctx, deps: Pick<OrderDeps, 'payInAccounts'>, code: CurrencyCode): Promise<PayInAccount> {
  if (networkOf(code).address.family === 'bank') {
    const { collection } = await ctx.settings();
    return { account: collection.accountNumber, reservation: null, holder: collection };
  }
  const fixed = deps.payInAccounts.get(code);
  if (fixed !== undefined) return { account: fixed, reservation: null, holder: null };
  const network = CURRENCIES[code].network;
  const addresses = ctx.rails.get(network)?.addresses;
  if (!addresses || !(await isBeingRead(ctx, network))) throw new AppError('MAINTENANCE');
  const reservation = await reserveAddress(ctx, network, addresses);
  await ctx.checkpoint('create.reserved');
  return { account: reservation.address, reservation, holder: null };
}

/** Releases the reserved address of an order that certainly was not created. Unreleased reservations expire. */
export async function releasePayInAddress(ctx: Ctx, reservation: ReservedAddress | null): Promise<void> {
  if (reservation) await releaseAddress(ctx.orm, reservation, ctx.clock.now());
}

async function reserveAddress(ctx: Ctx, network: NetworkCode, addresses: DepositAddresses): Promise<ReservedAddress> {
  const now = ctx.clock.now();
  const reservedUntil = new Date(now.getTime() + RESERVATION_MS);
  const reused = await reserveFreeAddress(ctx.orm, network, now, reservedUntil);
  return reused ?? reserveNewAddress(ctx.orm, network, (index) => addresses.derive(index), reservedUntil);
}

/** Whether the chain is being read. Blocks before the first cursor are never scanned, so no address may be issued earlier. */
async function isBeingRead(ctx: Ctx, network: NetworkCode): Promise<boolean> {
  for (let tries = 1; tries <= READING_TRIES_MAX; tries += 1) {
    if (await hasReadBlocks(ctx.orm, network)) return true;
    await ctx.clock.sleep(READING_PAUSE_MS);
  }
  return false;
}
