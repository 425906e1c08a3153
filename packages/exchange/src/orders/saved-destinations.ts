import type { Caller } from '@quydoi/contract/caller';
import type { DestinationInput, DestinationsView, SaveDestinationInput } from '@quydoi/contract/destinations';
import { AppError } from '@quydoi/contract/errors';
import {
  addSavedDestination,
  readSavedDestinations,
  removeSavedDestination,
  type SavedDestination,
} from '@quydoi/database/repositories/saved-destinations';
import { SAVED_DESTINATIONS_MAX } from '@quydoi/domain/constants';
import { CURRENCIES, type CurrencyCode, isCurrencyCode } from '@quydoi/domain/currencies';
import { type AccountDeps, sessionOf } from '../accounts/account-deps.ts';
import { confirmPassword } from '../accounts/check-password.ts';
import type { Ctx } from '../context.ts';
import { isMac, type MacSecrets, macOf } from '../keyed-mac.ts';
import { assertNotOwnAccount, checkedDestination } from '../market/destination.ts';
import type { OrderDeps } from './order-deps.ts';

/** Lists the customer's saved destinations, newest first. Rows that the web process did not write are left out. Error: REQUIRED_LOGIN. */
export async function listDestinations(ctx: Ctx, { requestSecrets }: Pick<OrderDeps, 'requestSecrets'>, caller: Caller): Promise<DestinationsView> {
  const { customerId } = sessionOf(caller);
  const rows = await readSavedDestinations(ctx.orm, customerId);
  const proven = rows.filter((row) => isDestinationProven(customerId, row, requestSecrets));
  return { items: proven.map(({ currency, bank, account, savedAt }) => ({ currency, bank, account, savedAt })) };
}

/**
 * Saves a destination that orders could be paid to. It takes the password, so that a stolen session offers the customer no account of the thief's.
 * Errors: REQUIRED_LOGIN, CURRENCY_NOT_SUPPORTED, WALLET_ADDRESS_INVALID, BANK_ACCOUNT_INVALID, CREDENTIALS_INVALID, TOO_MANY_PASSWORDS,
 * TOO_MANY_DESTINATIONS.
 */
export async function saveDestination(
  ctx: Ctx,
  deps: Pick<OrderDeps, 'requestSecrets' | 'ownAccounts'>,
  accounts: AccountDeps,
  caller: Caller,
  { password, ...input }: SaveDestinationInput,
): Promise<DestinationsView> {
  const { customerId } = sessionOf(caller);
  const currency = payableCode(input.currency);
  const { account, bank } = checkedDestination(await ctx.settings(), currency, input.account, input.bank ?? null);
  await assertNotOwnAccount(ctx, deps.ownAccounts, currency, { account, bank });
  await confirmPassword(ctx, accounts, customerId, password);
  const destination = { currency, bank, account, savedAt: ctx.clock.now() };
  const proof = macOf(textOf(customerId, destination), deps.requestSecrets);
  const outcome = await addSavedDestination(ctx.orm, customerId, { ...destination, proof }, SAVED_DESTINATIONS_MAX);
  if (outcome === 'no customer') throw new AppError('REQUIRED_LOGIN');
  if (outcome === 'too many') throw new AppError('TOO_MANY_DESTINATIONS', { max: String(SAVED_DESTINATIONS_MAX) });
  return listDestinations(ctx, deps, caller);
}

/** Removes a saved destination; any other changes nothing. Error: REQUIRED_LOGIN. */
export async function removeDestination(
  ctx: Ctx,
  deps: Pick<OrderDeps, 'requestSecrets'>,
  caller: Caller,
  { currency, bank, account }: DestinationInput,
): Promise<DestinationsView> {
  const { customerId } = sessionOf(caller);
  if (isCurrencyCode(currency)) await removeSavedDestination(ctx.orm, customerId, { currency, bank: bank ?? null, account });
  return listDestinations(ctx, deps, caller);
}

/** The code of a currency that is paid to accounts or wallets, as vouchers are not. @throws AppError CURRENCY_NOT_SUPPORTED */
function payableCode(code: string): CurrencyCode {
  if (!isCurrencyCode(code) || CURRENCIES[code].isVoucher) throw new AppError('CURRENCY_NOT_SUPPORTED', { code });
  return code;
}

/** Whether the web process saved a destination for its customer, at that time. */
export function isDestinationProven(customerId: string, saved: SavedDestination, secrets: MacSecrets): boolean {
  return isMac(saved.proof, textOf(customerId, saved), secrets);
}

/** What a destination's proof is over. JSON separates the fields whatever they contain. */
function textOf(customerId: string, { currency, bank, account, savedAt }: Omit<SavedDestination, 'proof'>): string {
  return JSON.stringify(['saved destination', customerId, currency, bank, account, savedAt.toISOString()]);
}
