import type { AccountExportView, ExportedOrderView } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { readAvatar } from '@quydoi/database/repositories/avatars';
import { listKnownDevices } from '@quydoi/database/repositories/password-tries';
import { readWalletAddresses } from '@quydoi/database/repositories/wallet-addresses';
import { readBalances } from '@quydoi/database/repositories/wallets';
import { EXPORTED_ITEMS_MAX, PAGE_SIZE_MAX } from '@quydoi/domain/constants';
import type { Order } from '@quydoi/domain/order/order';
import { WALLET_CURRENCIES } from '@quydoi/domain/wallet/wallet';
import { type AccountDeps, sessionOf } from '../accounts/account-deps.ts';
import { getIdentity } from '../accounts/identity/identity.ts';
import { me } from '../accounts/me.ts';
import { listOwnPasskeys } from '../accounts/passkeys/own-passkeys.ts';
import { listOwnSessions } from '../accounts/sessions-of-customer.ts';
import { readTwoFactor } from '../accounts/two-factor/change-two-factor.ts';
import type { Ctx } from '../context.ts';
import { listedOrdersOf, readOwnOrders } from '../orders/list-orders.ts';
import type { OrderDeps } from '../orders/order-deps.ts';
import { listDestinations } from '../orders/saved-destinations.ts';
import { listReferrals } from '../wallets/list-referrals.ts';
import { listStatement, listWithdrawals } from '../wallets/read-wallet.ts';

/** All that is kept of the call's customer under their account. Error: REQUIRED_LOGIN. */
export async function exportData(
  ctx: Ctx,
  deps: Pick<OrderDeps, 'requestSecrets'>,
  accounts: Pick<AccountDeps, 'secrets' | 'sms'>,
  caller: Caller,
): Promise<AccountExportView> {
  const { customerId } = sessionOf(caller);
  const [
    customer,
    twoFactor,
    { items: passkeys },
    { items: sessions },
    devices,
    { items: destinations },
    identity,
    avatar,
    orders,
    wallet,
    referrals,
  ] = await Promise.all([
    me(ctx, accounts, caller),
    readTwoFactor(ctx, accounts, caller),
    listOwnPasskeys(ctx, accounts, caller),
    listOwnSessions(ctx, caller),
    listKnownDevices(ctx.orm, customerId),
    listDestinations(ctx, deps, caller),
    getIdentity(ctx, caller),
    readAvatar(ctx.orm, customerId),
    readAllOrders(ctx, deps, customerId),
    exportedWalletOf(ctx, caller, customerId),
    readAllPages((page) => listReferrals(ctx, caller, page)),
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
    avatar: avatar && { image: Buffer.from(avatar.image).toString('base64'), uploadedAt: avatar.uploadedAt },
    orders: await exportedOrdersOf(ctx, orders),
    wallet,
    referrals,
  };
}

/** A customer's own and adopted orders, newest first. One that is made meanwhile moves the pages on, so that an order may come twice, and none is left out. */
async function readAllOrders(ctx: Ctx, deps: Pick<OrderDeps, 'requestSecrets'>, customerId: string): Promise<Order[]> {
  const orders = new Map<string, Order>();
  for (let offset = 0; offset < EXPORTED_ITEMS_MAX; offset += PAGE_SIZE_MAX) {
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

/** What the customer has with us, and how it came about. */
async function exportedWalletOf(ctx: Ctx, caller: Caller, customerId: string): Promise<AccountExportView['wallet']> {
  const [balances, addresses, withdrawals, ...statements] = await Promise.all([
    readBalances(ctx.orm, customerId),
    readWalletAddresses(ctx.orm, customerId),
    readAllPages((page) => listWithdrawals(ctx, caller, page)),
    ...WALLET_CURRENCIES.map(async (currency) => {
      const lines = await readAllPages((page) => listStatement(ctx, caller, { currency, ...page }));
      return lines.map((line) => ({ ...line, currency }));
    }),
  ]);
  return {
    balances: WALLET_CURRENCIES.map((currency) => ({ currency, balance: balances.get(currency) ?? 0n })),
    addresses: addresses.map(({ currency, address }) => ({ currency, address })),
    statement: statements.flat(),
    withdrawals,
  };
}

interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** All items of a list, newest first, up to as many as are exported. */
async function readAllPages<T>(list: (page: Page) => Promise<{ readonly items: readonly T[] }>): Promise<T[]> {
  const all: T[] = [];
  for (let offset = 0; offset < EXPORTED_ITEMS_MAX; offset += PAGE_SIZE_MAX) {
    const { items } = await list({ offset, limit: PAGE_SIZE_MAX });
    all.push(...items);
    if (items.length < PAGE_SIZE_MAX) break;
  }
  return all;
}
