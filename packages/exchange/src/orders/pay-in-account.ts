import { AppError } from '@quydoi/contract/errors';
import { hasReadBlocks } from '@quydoi/database/repositories/cursors';
import {
  type AddressFamily,
  type ReservedAddress,
  releaseAddress,
  reserveFreeAddress,
  reserveNewAddress,
} from '@quydoi/database/repositories/leases';
import { CURRENCIES, type CurrencyCode, networkOf } from '@quydoi/domain/currencies';
import { MINUTE_MS } from '@quydoi/domain/durations';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { CollectionSettings } from '@quydoi/domain/settings';
import { isFeeCoin } from '@quydoi/domain/transfer/sweep';
import type { DepositAddresses } from '@quydoi/rails/sweeps';
import { LRUCache } from 'lru-cache';
import type { Ctx } from '../context.ts';
import { isDueAgain } from '../due-again.ts';
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
/** How many stored addresses that are not ours are passed over for one order, before a new one is derived. */
const FOREIGN_ADDRESSES_MAX = 3;
const FOREIGN_ADDRESS_INTERVAL_MS = MINUTE_MS;
/** Derived addresses that are kept: deriving one takes a millisecond. */
const DERIVED_MAX = 10_000;

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
  const reservation = await reserveAddress(ctx, { network, forCoin: isFeeCoin(code) }, addresses);
  await ctx.checkpoint('create.reserved');
  return { account: reservation.address, reservation, holder: null };
}

/** Releases the reserved address of an order that certainly was not created. Unreleased reservations expire. */
export async function releasePayInAddress(ctx: Ctx, reservation: ReservedAddress | null): Promise<void> {
  if (reservation) await releaseAddress(ctx.orm, reservation, ctx.clock.now());
}

async function reserveAddress(ctx: Ctx, family: AddressFamily, addresses: DepositAddresses): Promise<ReservedAddress> {
  const now = ctx.clock.now();
  const reservedUntil = new Date(now.getTime() + RESERVATION_MS);
  for (let foreign = 0; foreign < FOREIGN_ADDRESSES_MAX; foreign += 1) {
    const reused = await reserveFreeAddress(ctx.orm, family, now, reservedUntil);
    if (!reused) break;
    if (derivedAddress(addresses, reused.index) === reused.address) return reused;
    // Its reservation keeps it from the next orders for a while.
    reportForeignAddress(ctx, reused);
  }
  return reserveNewAddress(ctx.orm, family, (index) => derivedAddress(addresses, index), reservedUntil);
}

const derived = new WeakMap<DepositAddresses, LRUCache<number, string>>();

/** The address of an index as this process derives it: customers are told no other, whatever the database says. */
function derivedAddress(addresses: DepositAddresses, index: number): string {
  const known = derived.get(addresses) ?? new LRUCache<number, string>({ max: DERIVED_MAX });
  derived.set(addresses, known);
  const address = known.get(index) ?? addresses.derive(index);
  known.set(index, address);
  return address;
}

function reportForeignAddress(ctx: Ctx, { network, index }: ReservedAddress): void {
  if (!isDueAgain(ctx, `foreign address of ${network}`, FOREIGN_ADDRESS_INTERVAL_MS)) return;
  ctx.logger.error({ network, index }, 'alarm: a stored deposit address is not ours, and is given to no order');
}

/** Whether the chain is being read. Blocks before the first cursor are never scanned, so no address may be issued earlier. */
async function isBeingRead(ctx: Ctx, network: NetworkCode): Promise<boolean> {
  for (let tries = 1; tries <= READING_TRIES_MAX; tries += 1) {
    if (await hasReadBlocks(ctx.orm, network)) return true;
    await ctx.clock.sleep(READING_PAUSE_MS);
  }
  return false;
}
