import { findWalletAddress } from '@quydoi/database/repositories/wallet-addresses';
import { readKnownCustomers } from '@quydoi/database/repositories/wallets';
import { CURRENCIES } from '@quydoi/domain/currencies';
import type { Payment } from '@quydoi/domain/transfer/payment';
import type { Ctx } from '../context.ts';

/** The customer whose own deposit address a payment came to, in the currency that the address is for; null for any other payment, and once the account is deleted. */
export async function readDepositorByAddress(
  ctx: Pick<Ctx, 'orm'>,
  { account, network, unit }: Pick<Payment, 'account' | 'network' | 'unit'>,
): Promise<string | null> {
  const found = await findWalletAddress(ctx.orm, account);
  if (!found || found.network !== network || CURRENCIES[found.currency].reserve !== unit) return null;
  return (await readKnownCustomers(ctx.orm, [found.customerId]))[0] ?? null;
}
