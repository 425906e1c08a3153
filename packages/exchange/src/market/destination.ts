import { AppError } from '@quydoi/contract/errors';
import { checkBankAccount } from '@quydoi/domain/address/bank';
import { checkDestination } from '@quydoi/domain/address/check';
import { CURRENCIES, type CurrencyCode, networkOf } from '@quydoi/domain/currencies';
import type { Settings } from '@quydoi/domain/settings';
import type { Ctx } from '../context.ts';
import { isOwnAddress } from './own-addresses.ts';
import { readOwnBankAccounts } from './own-bank-accounts.ts';

/** Validates and normalises a payout destination. Errors: WALLET_ADDRESS_INVALID, BANK_ACCOUNT_INVALID, CURRENCY_NOT_SUPPORTED. */
export function checkedDestination(
  settings: Settings,
  code: CurrencyCode,
  account: string,
  bank: string | null,
): { account: string; bank: string | null } {
  if (networkOf(code).address.family === 'bank') return { account: checkedBankAccount(settings, bank ?? '', account), bank };
  const checked = checkDestination(code, account);
  if ('address' in checked) return { account: checked.address, bank: null };
  if (checked.problem === 'unsupported') throw new AppError('CURRENCY_NOT_SUPPORTED', { code });
  throw new AppError('WALLET_ADDRESS_INVALID', { currency: CURRENCIES[code].name }, { problem: checked.problem, hint: checked.hint });
}

/** Validates an account number against the bank's format. Error: BANK_ACCOUNT_INVALID. */
export function checkedBankAccount(settings: Settings, bank: string, account: string): string {
  const rule = settings.banks.get(bank);
  const checked = rule?.isShow ? checkBankAccount(account, rule.accountPattern) : null;
  if (!checked || !('address' in checked)) throw new AppError('BANK_ACCOUNT_INVALID', { bank });
  return checked.address;
}

/**
 * Rejects our own payout, collection and deposit accounts as destinations, whose payout would return as an unmatched payment, and as senders, whose
 * number stands in the bank's text of every payment. A number counts whatever bank is named with it. Errors: WALLET_ADDRESS_INVALID,
 * BANK_ACCOUNT_INVALID, with the problem `ours` for their messages and for programs.
 */
export async function assertNotOwnAccount(
  ctx: Ctx,
  ownAccounts: ReadonlySet<string>,
  code: CurrencyCode,
  { account, bank }: { readonly account: string; readonly bank: string | null },
): Promise<void> {
  const network = networkOf(code);
  const ours = { problem: 'ours' } as const;
  if (network.address.family === 'bank') {
    const isOwn = ownAccounts.has(account) || (await readOwnBankAccounts(ctx)).has(account);
    if (isOwn) throw new AppError('BANK_ACCOUNT_INVALID', { bank: bank ?? '', ...ours }, ours);
    return;
  }
  const isLeased = network.attribution.by === 'address' && (await isOwnAddress(ctx, account));
  if (isLeased || ownAccounts.has(account)) throw new AppError('WALLET_ADDRESS_INVALID', { currency: CURRENCIES[code].name, ...ours }, ours);
}
