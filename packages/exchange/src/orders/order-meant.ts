import { readFirstHandPayments } from '@quydoi/database/repositories/first-hand';
import { readOrdersByRef } from '@quydoi/database/repositories/orders';
import { readPaymentUsesOf } from '@quydoi/database/repositories/payment-uses';
import { readKnownCustomers } from '@quydoi/database/repositories/wallets';
import { missesPayment } from '@quydoi/domain/claim/can-claim';
import { refsInMemo } from '@quydoi/domain/memo';
import { leasesAddresses } from '@quydoi/domain/networks';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { depositorsInMemo } from '@quydoi/domain/wallet/deposit-memo';
import type { Ctx } from '../context.ts';
import { isOwnUse } from '../first-hand-records.ts';
import { readOwnerOfAddress } from './deposit-address-owner.ts';
import { isPaidAs, readOrderAt } from './leased-order.ts';
import { readOrderByVoucher } from './order-by-voucher.ts';
import { isOwnerless } from './order-party.ts';

/** What was told as a payment's memo. */
export interface ToldMemos {
  readonly memos: readonly string[];
  /** Those that count where they name the order that the payment is given to: the journal's memo is the word of one login. */
  readonly ownMemos: readonly string[];
}

/** What a payment is meant for, in plain words: as operators read it, and without what logs may not tell. */
interface Meant {
  readonly shown: string;
  readonly logged: string;
}

interface MeantOptions extends ToldMemos {
  /** Whether an order counts: a role's database login can add orders. */
  readonly isBelieved?: (meant: Order) => boolean;
}

/**
 * What else than the given order a payment is meant for: an order that misses money, or for which the signer has taken no other payment, or a balance;
 * null when there is nothing, or when the given order is meant as well. By the lease or the owner of the payment's address, by the voucher that
 * brought it, or by what its memo names. Whose money it is does not depend on the network and currency in which it came.
 */
export async function readOtherMeant(
  ctx: Ctx,
  order: Pick<Order, 'id' | 'ref' | 'subject' | 'customerId'>,
  payment: Payment,
  options: MeantOptions,
): Promise<Meant | null> {
  const { memos, ownMemos, isBelieved = () => true } = options;
  const meant = (await readOrdersMeant(ctx, payment, memos)).filter(isBelieved);
  const isOrder = ({ id }: Order) => id === order.id;
  const isMeant = meant.some(isOrder) && (await readOrdersMeant(ctx, payment, ownMemos)).some(isOrder);
  if (isMeant) return null;
  // Of one customer's orders, one that cannot take the payment loses nothing by it.
  const losesNothing = (one: Order) => one.subject === order.subject && !isOwnerless(one.subject) && !isPaidAs(one, payment);
  const others = meant.filter((one) => !isOrder(one) && !losesNothing(one));
  const other = await readUnpaid(ctx, payment, others);
  if (other) return { shown: `order ${other.ref}, which is not paid`, logged: `order ${other.id}, which is not paid` };
  const depositor = (await readDepositors(ctx, payment, memos)).find((id) => id !== order.customerId);
  return depositor === undefined ? null : { shown: `the balance of customer ${depositor}`, logged: 'the balance of a customer' };
}

/** The customers for whose balances a payment is meant. */
async function readDepositors(ctx: Ctx, { network, account }: Payment, memos: readonly string[]): Promise<string[]> {
  if (network === 'bank') return readKnownCustomers(ctx.orm, memos.flatMap(depositorsInMemo));
  const owner = leasesAddresses(network) ? await readOwnerOfAddress(ctx, account) : null;
  return owner === null ? [] : [owner];
}

/** The first of some orders that misses money, or for which the signer has taken no other payment. */
async function readUnpaid(ctx: Ctx, payment: Payment, meant: readonly Order[]): Promise<Order | null> {
  const uses = await readPaymentUsesOf(
    ctx.orm,
    meant.map(({ id }) => id),
  );
  const paid = new Set(uses.flatMap((use) => (use.paymentId !== payment.id && isOwnUse(ctx, use) ? [use.orderId] : [])));
  return meant.find((one) => missesPayment(one) || !paid.has(one.id)) ?? null;
}

/** All that the journal and the signer's readings tell as a payment's memo, for operators. Forged readings count here. */
export async function readMemosOf({ orm }: Pick<Ctx, 'orm'>, payment: Payment): Promise<ToldMemos> {
  const readings = await readFirstHandPayments(orm, [payment]);
  const read = readings.flatMap(({ journalledAs, memo }) => (journalledAs === null || journalledAs === payment.id ? [memo] : []));
  return { memos: [payment.memo, ...read], ownMemos: read.length > 0 ? read : [payment.memo] };
}

async function readOrdersMeant(ctx: Ctx, payment: Payment, memos: readonly string[]): Promise<Order[]> {
  if (leasesAddresses(payment.network)) {
    const leased = await readOrderAt(ctx, payment);
    return leased ? [leased] : [];
  }
  const paidByVoucher = await readOrderByVoucher(ctx, payment);
  if (paidByVoucher) return [paidByVoucher];
  return readOrdersByRef(ctx.orm, [...new Set(memos.flatMap(refsInMemo))]);
}
