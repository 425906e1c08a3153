import { AppError } from '@quydoi/contract/errors';
import { hasReadBlocks } from '@quydoi/database/repositories/cursors';
import { type ClaimedAddress, claimFreeAddress, claimNewAddress, releaseAddress } from '@quydoi/database/repositories/leases';
import { CURRENCIES, type CurrencyCode, networkOf } from '@quydoi/domain/currencies';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { CollectionSettings } from '@quydoi/domain/settings';
import type { DepositAddresses } from '@quydoi/rails/sweeps';
import type { Ctx } from '../context.ts';
import type { OrderDeps } from './order-deps.ts';

/** Pay-in account of a new order, with its claim when it is a deposit address of the order's own. */
export interface PayInAccount {
  readonly account: string;
  readonly claim: ClaimedAddress | null;
  /** The bank account with its bank and holder; null on other networks. */
  readonly holder: CollectionSettings | null;
}

/** Lifetime of a claim on an address, before the order is admitted. */
const CLAIM_MS = 600_000;
/** How long to wait for the first read of a chain after the exchange started. */
const READING_TRIES_MAX = 10;
const READING_PAUSE_MS = 300;

/**
 * Returns the pay-in account of a new order in this currency: the collecting bank account, our shared wallet, or a deposit address claimed now.
 * Error: MAINTENANCE when none is available in this process.
 */
export async function takePayInAccount(ctx: Ctx, deps: Pick<OrderDeps, 'payInAccounts'>, code: CurrencyCode): Promise<PayInAccount> {
  if (networkOf(code).address.family === 'bank') {
    const { collection } = await ctx.settings();
    return { account: collection.accountNumber, claim: null, holder: collection };
  }
  const fixed = deps.payInAccounts.get(code);
  if (fixed !== undefined) return { account: fixed, claim: null, holder: null };
  const network = CURRENCIES[code].network;
  const addresses = ctx.rails.get(network)?.addresses;
  if (!addresses || !(await isBeingRead(ctx, network))) throw new AppError('MAINTENANCE');
  const claim = await claimAddress(ctx, network, addresses);
  await ctx.checkpoint('create.claimed');
  return { account: claim.address, claim, holder: null };
}

/** Releases the claimed address of an order that certainly was not created. Unreleased claims expire. */
export async function releasePayInAddress(ctx: Ctx, claim: ClaimedAddress | null): Promise<void> {
  if (claim) await releaseAddress(ctx.orm, claim, ctx.clock.now());
}

async function claimAddress(ctx: Ctx, network: NetworkCode, addresses: DepositAddresses): Promise<ClaimedAddress> {
  const now = ctx.clock.now();
  const claimedUntil = new Date(now.getTime() + CLAIM_MS);
  const reused = await claimFreeAddress(ctx.orm, network, now, claimedUntil);
  return reused ?? claimNewAddress(ctx.orm, network, (index) => addresses.derive(index), claimedUntil);
}

/** Whether the chain is being read. Blocks before the first cursor are never scanned, so no address may be issued earlier. */
async function isBeingRead(ctx: Ctx, network: NetworkCode): Promise<boolean> {
  for (let tries = 1; tries <= READING_TRIES_MAX; tries += 1) {
    if (await hasReadBlocks(ctx.orm, network)) return true;
    await ctx.clock.sleep(READING_PAUSE_MS);
  }
  return false;
}
