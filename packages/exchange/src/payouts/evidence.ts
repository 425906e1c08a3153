import { ConflictError } from '@quydoi/database/money-tx';
import { readAddressIndexes, readOwnAddresses } from '@quydoi/database/repositories/leases';
import { readHeldOf } from '@quydoi/database/repositories/ledger';
import { readOrderById } from '@quydoi/database/repositories/orders';
import { readPaymentsOf } from '@quydoi/database/repositories/payments';
import { readRateVersion, readReplacedAt } from '@quydoi/database/repositories/settings';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { leasesAddresses } from '@quydoi/domain/networks';
import { validatePayout } from '@quydoi/domain/order/check-payout';
import { heldBeside, validateRefund } from '@quydoi/domain/order/check-refund';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/payment';
import type { Payout } from '@quydoi/domain/payout';
import { maxPayoutFee } from '@quydoi/domain/payout-fee';
import { rateSlotOf, termsOf } from '../config/trade.ts';
import { readSiblings } from './payout-state.ts';
import type { SignerCtx } from './signer.ts';

/** How often the evidence is read anew when the order changed meanwhile. */
const TRIES_MAX = 8;

/**
 * Why the signer will not make a payout, from its own reading of order, journal, rates and hold at one moment; null when all agree.
 * @throws ConflictError when the order changes again and again
 */
export async function rejectPayout(ctx: SignerCtx, order: Order, payout: Payout): Promise<string | null> {
  if (ctx.ownAccounts.has(payout.destination) || (await readOwnAddresses(ctx.orm, [payout.destination])).size > 0) return 'destination is ours';
  return atOneMoment(ctx, order, (current) =>
    payout.purpose === 'refund' ? rejectOrderRefund(ctx, current, payout) : rejectOrderPayout(ctx, current, payout),
  );
}

/** Judges an order by what is read after it, and again when it is another by then: whoever moves its money or ends a payout changes it too. */
async function atOneMoment<T>(ctx: SignerCtx, first: Order, judge: (order: Order) => Promise<T>): Promise<T> {
  let order = first;
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const outcome = await judge(order);
    const current = await readOrderById(ctx.orm, order.id);
    if (!current || current.version === order.version) return outcome;
    order = current;
  }
  throw new ConflictError('orders');
}

async function rejectOrderPayout(ctx: SignerCtx, order: Order, payout: Payout): Promise<string | null> {
  const [payments, rate, heldInLedger, settings] = await Promise.all([
    readPaymentsOf(ctx.orm, order.id),
    readRateVersion(ctx.orm, order.rateVersion),
    readHeldOf(ctx.orm, order),
    ctx.settings(),
  ]);
  if (!(await areAllOurs(ctx, payments))) return 'paid to an address that is not ours';
  if (!rate || `${rate.kind} ${rate.key}` !== rateSlotOf(order.kind, order.from, order.to)) return 'rate version is of something else';
  const terms = termsOf(order.kind, order.from, order.to, rate.value, order.cashFee);
  return validatePayout({
    order,
    payout,
    payments,
    rate: terms.rate,
    fee: terms.fee,
    rateReplacedAt: await readReplacedAt(ctx.orm, rate.kind, rate.key, order.rateVersion),
    heldInLedger,
    maxFee: maxPayoutFee(order.to, order.amountReceived, settings.site),
    cap: ctx.payoutCaps.get(CURRENCIES[order.to].reserve) ?? 0n,
  });
}

async function rejectOrderRefund(ctx: SignerCtx, order: Order, payout: Payout): Promise<string | null> {
  const { reserve } = CURRENCIES[order.from];
  const [payments, heldInLedger, settings, siblings] = await Promise.all([
    readPaymentsOf(ctx.orm, order.id),
    readHeldOf(ctx.orm, { id: order.id, reserve }),
    ctx.settings(),
    readSiblings(ctx.orm, payout),
  ]);
  if (!(await areAllOurs(ctx, payments))) return 'paid to an address that is not ours';
  const maxFee = maxPayoutFee(order.from, payout.amount, settings.site);
  return validateRefund({ order, payout, siblings, payments, heldInLedger, maxFee, cap: ctx.payoutCaps.get(reserve) ?? 0n });
}

/**
 * Whether money on rails with leased addresses came to addresses that this role derives itself: other roles write down which are ours, and
 * money at an address whose key we do not have is not ours.
 */
async function areAllOurs(ctx: SignerCtx, payments: readonly Payment[]): Promise<boolean> {
  const leased = payments.filter(({ rail }) => leasesAddresses(rail));
  const indexes = await readAddressIndexes(
    ctx.orm,
    leased.map(({ account }) => account),
  );
  return leased.every(({ rail, account }) => {
    const index = indexes.get(account);
    return index !== undefined && ctx.rails.get(rail)?.addresses?.derive(index) === account;
  });
}

/** What the ledger does hold for a refund, whatever its row says: never more than was taken for its order. */
export async function heldForRefund(ctx: SignerCtx, payout: Payout): Promise<bigint> {
  if (payout.purpose !== 'refund') return 0n;
  const held = await readHeldOf(ctx.orm, { id: payout.orderId, reserve: payout.reserve });
  const left = held - heldBeside(payout, await readSiblings(ctx.orm, payout));
  return left < 0n ? 0n : left < payout.held ? left : payout.held;
}
