import { AppError } from '@quydoi/contract/errors';
import { checkBankAccount } from '@quydoi/domain/address/bank';
import { checkDestination } from '@quydoi/domain/address/check';
import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import type { Settings } from '@quydoi/domain/settings';

/** Where money is to go, normalised and well-formed. Errors: WALLET_ADDRESS_INVALID, BANK_ACCOUNT_INVALID, CURRENCY_NOT_SUPPORTED. */
export function checkedDestination(
  settings: Settings,
  code: CurrencyCode,
  account: string,
  bank: string | null,
): { account: string; bank: string | null } {
  if (code === 'vnd') return { account: checkedBankAccount(settings, bank ?? '', account), bank };
  const checked = checkDestination(code, account);
  if ('address' in checked) return { account: checked.address, bank: null };
  if (checked.problem === 'unsupported') throw new AppError('CURRENCY_NOT_SUPPORTED', { code });
  throw new AppError('WALLET_ADDRESS_INVALID', { currency: CURRENCIES[code].name }, { problem: checked.problem, hint: checked.hint });
}

/** A number that could be an account at this bank, by the bank's own rule. */
export function checkedBankAccount(settings: Settings, bank: string, account: string): string {
  const rule = settings.banks.get(bank);
  const checked = rule?.isShow ? checkBankAccount(account, rule.accountPattern) : null;
  if (!checked || !('address' in checked)) throw new AppError('BANK_ACCOUNT_INVALID', { bank });
  return checked.address;
}
