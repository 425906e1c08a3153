import type { AccountExportView, ExportedOrderView } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { listKnownDevices } from '@quydoi/database/repositories/password-tries';
import { EXPORTED_ORDERS_MAX, PAGE_SIZE_MAX } from '@quydoi/domain/constants';
import type { Order } from '@quydoi/domain/order/order';
import { type AccountDeps, sessionOf } from '../accounts/account-deps.ts';
import { getIdentity } from '../accounts/identity/identity.ts';
import { me } from '../accounts/me.ts';
import { listOwnPasskeys } from '../accounts/passkeys/own-passkeys.ts';
import { listOwnSessions } from '../accounts/sessions-of-customer.ts';
import { readTwoFactor } from '../accounts/two-factor/change-two-factor.ts';
import type { Ctx } from '../context.ts';
import { listedOrdersOf, readOwnOrders } from './list-orders.ts';
import type { OrderDeps } from './order-deps.ts';
import { listDestinations } from './saved-destinations.ts';

/** All that is kept of the call's customer under their account. Error: REQUIRED_LOGIN. */
export async function exportData(
  ctx: Ctx,
  deps: Pick<OrderDeps, 'requestSecrets'>,
  accounts: Pick<AccountDeps, 'secrets' | 'sms'>,
  caller: Caller,
): Promise<AccountExportView> {
  const { customerId } = sessionOf(caller);
  const [customer, twoFactor, { items: passkeys }, { items: sessions }, devices, { items: destinations }, identity, orders] = await Promise.all([
    me(ctx, accounts, caller),
    readTwoFactor(ctx, accounts, caller),
    listOwnPasskeys(ctx, accounts, caller),
    listOwnSessions(ctx, caller),
    listKnownDevices(ctx.orm, customerId),
    listDestinations(ctx, deps, caller),
    getIdentity(ctx, caller),
    readAllOrders(ctx, deps, customerId),
  ]);
  return {
    exportedAt: ctx.clock.now(),
    customer,
    twoFactor,
    passkeys: passkeys.map(({ id: _, ...passkey }) => passkey),
    sessions,
    devices,
    destinations,
    identity,
    orders: await exportedOrdersOf(ctx, orders),
  };
}

/** A customer's own and adopted orders, newest first. One that is made meanwhile moves the pages on, so that an order may come twice, and none is left out. */
async function readAllOrders(ctx: Ctx, deps: Pick<OrderDeps, 'requestSecrets'>, customerId: string): Promise<Order[]> {
  const orders = new Map<string, Order>();
  for (let offset = 0; offset < EXPORTED_ORDERS_MAX; offset += PAGE_SIZE_MAX) {
    const page = await readOwnOrders(ctx, deps, customerId, { kind: null, offset, limit: PAGE_SIZE_MAX });
    for (const order of page.orders) orders.set(order.id, order);
    if (page.isLast) break;
  }
  return [...orders.values()];
}

async function exportedOrdersOf(ctx: Ctx, orders: readonly Order[]): Promise<ExportedOrderView[]> {
  const listed = await listedOrdersOf(ctx, orders);
  return listed.flatMap((view, index) => {
    const order = orders[index];
    if (!order) return [];
    const { destinationName, coupon, customerId, finalAt } = order;
    return [{ ...view, destinationName, coupon, isAdopted: customerId === null, finalAt }];
  });
}
