import { ConflictError } from '@quydoi/database/money-tx';
import { readAddressIndexes } from '@quydoi/database/repositories/leases';
import { readOrderById } from '@quydoi/database/repositories/orders';
import { leasesAddresses } from '@quydoi/domain/networks';
import { payInUnit } from '@quydoi/domain/order/match';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { isFromBalance } from '@quydoi/domain/wallet/decide-charge';
import type { SignerCtx } from '../signer.ts';

/** Maximum readings of the evidence while the order keeps changing. */
const TRIES_MAX = 8;

/**
 * Validates an order against a consistent snapshot of its evidence: reads again until the order's version is the same before and after. Every change
 * of an order's money or payouts increments its version.
 * @throws ConflictError when the order keeps changing
 */
export async function validateConsistently<T>(ctx: SignerCtx, first: Order, validate: (order: Order) => Promise<T>): Promise<T> {
  let order = first;
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const outcome = await validate(order);
    const current = await readOrderById(ctx.orm, order.id);
    if (!current || current.version === order.version) return outcome;
    order = current;
  }
  throw new ConflictError('orders');
}

/**
 * Whether an order's payments on networks with leased addresses came to addresses that the signer derives itself: other roles record which addresses
 * are ours, and money at an address whose key we do not have is not ours. What was sent there on another network counts for nothing.
 */
export async function cameToOurAddresses(ctx: SignerCtx, order: Order, payments: readonly Payment[]): Promise<boolean> {
  const leased = payments.filter((one) => leasesAddresses(one.network) && one.unit === payInUnit(order) && !isFromBalance(one));
  const indexes = await readAddressIndexes(
    ctx.orm,
    leased.map(({ account }) => account),
  );
  return leased.every(({ network, account }) => {
    const index = indexes.get(account);
    return index !== undefined && ctx.rails.get(network)?.addresses?.derive(index) === account;
  });
}
