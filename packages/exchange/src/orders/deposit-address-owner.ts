import { findWalletAddress, type WalletAddress } from '@quydoi/database/repositories/wallet-addresses';
import { readKnownCustomers } from '@quydoi/database/repositories/wallets';
import { CURRENCIES } from '@quydoi/domain/currencies';
import type { Payment } from '@quydoi/domain/transfer/payment';
import type { Ctx } from '../context.ts';

/** The customer whose own deposit address a payment came to, in the currency that the address is for; null for any other payment, and once the account is deleted. */
export async function readDepositorByAddress(
  ctx: Pick<Ctx, 'orm'>,
  { account, network, unit }: Pick<Payment, 'account' | 'network' | 'unit'>,
): Promise<string | null> {
  const owned = await readOwned(ctx, account);
  return owned && owned.network === network && CURRENCIES[owned.currency].reserve === unit ? owned.customerId : null;
}

/** The customer whose own deposit address this is, whatever came to it; null for any other address, and once the account is deleted. */
export async function readOwnerOfAddress(ctx: Pick<Ctx, 'orm'>, address: string): Promise<string | null> {
  return (await readOwned(ctx, address))?.customerId ?? null;
}

async function readOwned({ orm }: Pick<Ctx, 'orm'>, address: string): Promise<WalletAddress | null> {
  const found = await findWalletAddress(orm, address);
  return found && (await readKnownCustomers(orm, [found.customerId])).length > 0 ? found : null;
}
