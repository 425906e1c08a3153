import { AppError } from '@quydoi/contract/errors';
import type { CreateOrderInput } from '@quydoi/contract/orders/inputs';
import { readRateVersion } from '@quydoi/database/repositories/rates';
import { CURRENCIES, networkOf } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import { type Discount, type OrderPrice, orderPrice } from '@quydoi/domain/price/discount';
import type { Settings } from '@quydoi/domain/settings';
import type { Ctx } from '../context.ts';
import { assertNotOwnAccount, checkedDestination } from '../market/destination.ts';
import { isRateOf, type Trade, termsOf } from '../market/trade.ts';
import type { OrderDeps } from './order-deps.ts';

/**
 * Validates the account that the customer pays from, which is never ours. Required for sells on networks that authenticate payers, where money from
 * another account is a fraud risk. Errors: WALLET_ADDRESS_INVALID, BANK_ACCOUNT_INVALID.
 */
export async function checkedSender(
  ctx: Ctx,
  settings: Settings,
  deps: Pick<OrderDeps, 'ownAccounts'>,
  trade: Trade,
  input: CreateOrderInput,
): Promise<{ sender: string | null; senderBank: string | null }> {
  // Who pays with a voucher pays from no account.
  if (CURRENCIES[trade.from].isVoucher) return { sender: null, senderBank: null };
  if (!input.sender && !(trade.kind === 'sell' && networkOf(trade.from).authenticatesPayer)) return { sender: null, senderBank: null };
  const { account, bank } = checkedDestination(settings, trade.from, input.sender ?? '', trade.from === 'vnd' ? (input.senderBank ?? '') : null);
  await assertNotOwnAccount(ctx, deps.ownAccounts, trade.from, { account, bank });
  return { sender: account, senderBank: bank };
}

/** Throws RATE_CHANGED, with the new amounts, when the price became worse for the customer than the one they saw. A better price is applied silently. */
export async function assertPriceNotWorse(
  ctx: Ctx,
  trade: Trade,
  priced: OrderPrice,
  discount: Discount | null,
  seenVersion: number | undefined,
): Promise<void> {
  if (seenVersion === undefined || seenVersion === trade.rateVersion) return;
  const seen = await readRateVersion(ctx.orm, seenVersion);
  const matchesTrade = seen !== null && isRateOf(seen, trade);
  const old = matchesTrade
    ? orderPrice({ ...termsOf(trade.kind, trade.from, trade.to, seen.value, trade.terms.bankFee), discount }, priced.quantity)
    : null;
  if (old && old.amountSent >= priced.amountSent && old.amountReceived <= priced.amountReceived) return;
  throw new AppError(
    'RATE_CHANGED',
    {},
    {
      rateVersion: trade.rateVersion,
      amountSent: formatDecimal(priced.amountSent, CURRENCIES[trade.from].scale),
      amountReceived: formatDecimal(priced.amountReceived, CURRENCIES[trade.to].scale),
    },
  );
}
