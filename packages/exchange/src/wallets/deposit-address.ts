import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { DepositAddressView } from '@quydoi/contract/wallet';
import { keepWalletAddress, noteAddressShown, readWalletAddresses, type WalletAddress } from '@quydoi/database/repositories/wallet-addresses';
import { paymentLink } from '@quydoi/domain/address/payment-link';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { DAY_MS } from '@quydoi/domain/durations';
import type { Settings } from '@quydoi/domain/settings';
import { WALLET_COINS, type WalletCoin } from '@quydoi/domain/wallet/wallet';
import { sessionOf } from '../accounts/account-deps.ts';
import type { Ctx } from '../context.ts';
import { isOwnAddress } from '../market/own-addresses.ts';
import type { OrderDeps } from '../orders/order-deps.ts';
import { releasePayInAddress, takePayInAccount } from '../orders/pay-in-account.ts';

/** Calls of one customer at the same moment: the address that one of them has kept is everybody's. */
const TRIES_MAX = 2;

/** Makes the customer's own address for deposits of a coin, or tells the one that there is. Errors: as `wallet.depositAddress`. */
export async function makeDepositAddress(
  ctx: Ctx,
  deps: Pick<OrderDeps, 'payInAccounts'>,
  caller: Caller,
  { currency }: { readonly currency: WalletCoin },
): Promise<DepositAddressView> {
  const { customerId } = sessionOf(caller);
  if (!isCoinOn(await ctx.settings(), currency)) throw new AppError('CURRENCY_NOT_SUPPORTED');
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const known = (await readShownAddresses(ctx, customerId)).find((one) => one.currency === currency);
    if (known) return addressViewOf(currency, known.address);
    const { reservation } = await takePayInAccount(ctx, deps, currency);
    if (!reservation) throw new AppError('MAINTENANCE');
    if (await keepWalletAddress(ctx.orm, reservation, { customerId, currency }, ctx.clock.now())) return addressViewOf(currency, reservation.address);
    await releasePayInAddress(ctx, reservation);
  }
  throw new AppError('UNAVAILABLE');
}

/** The customer's own addresses for deposits of the coins that are on; null for coins that the customer has asked for none of. */
export async function listDepositAddresses(ctx: Ctx, customerId: string): Promise<DepositAddressView[]> {
  const settings = await ctx.settings();
  const coins = WALLET_COINS.filter((coin) => isCoinOn(settings, coin));
  if (coins.length === 0) return [];
  const known = await readShownAddresses(ctx, customerId);
  return coins.map((coin) => addressViewOf(coin, known.find(({ currency }) => currency === coin)?.address ?? null));
}

/** A customer's addresses that this process derives again: the web's database login could have stored a stranger's. They count as looked at today. */
async function readShownAddresses(ctx: Ctx, customerId: string): Promise<WalletAddress[]> {
  const addresses = await readWalletAddresses(ctx.orm, customerId);
  const now = ctx.clock.now();
  const shown: WalletAddress[] = [];
  for (const one of addresses) {
    if (!(await isOwnAddress(ctx, one.address))) {
      ctx.logger.error({ customer: customerId, currency: one.currency }, "alarm: the address of a customer's balance is not ours, and is not told");
      continue;
    }
    if (now.getTime() - one.shownAt.getTime() >= DAY_MS) await noteAddressShown(ctx.orm, one, now);
    shown.push(one);
  }
  return shown;
}

function isCoinOn({ currencies }: Pick<Settings, 'currencies'>, coin: WalletCoin): boolean {
  return currencies.get(coin)?.on ?? false;
}

function addressViewOf(currency: WalletCoin, address: string | null): DepositAddressView {
  const { paymentMin = 1n } = CURRENCIES[currency];
  return { currency, address, qr: address === null ? null : paymentLink(currency, address, null), min: paymentMin };
}
